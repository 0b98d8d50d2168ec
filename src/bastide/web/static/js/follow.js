/**
 * The view of a board that grows. It stays where the reader put it. Otherwise the page moves it at most once a round: when
 * a tile of the reader's is to be laid, or all others were, and what is seen does not serve. While a figure is placed on a
 * small tile, it comes near, and goes back. Arrows at the edge and a small map show the rest.
 *
 * A reader may choose to follow the action instead: then it shows all places where the drawn tile fits, the tile that asks
 * for a figure, or the one laid last; what is moved by hand stays until a tile of one's own is to be laid.
 */

import { Edges } from "./edges.js";
import { isFree, largest, middleOf, room, wallsOver } from "./fit.js";
import { Minimap } from "./minimap.js";
import { follows, mayMove } from "./settings.js";
import { PHONE, isShown } from "./shown.js";

/** @typedef {import("./fit.js").Box} Box */
/** @typedef {{scale: number, x: number, y: number}} View */

/** The side of a tile in the board's units. */
export const TILE = 100;
/** The side of a tile, in pixels, that a view shows if it can: wide windows, phones, and while a figure is placed. */
const READABLE = 66;
const READABLE_PHONE = 54;
const NEAR = 110;
/** The side, in pixels, to which a phone magnifies the tile on which a figure is placed. */
const CLOSE = 200;
/** The least width of the disc of a choice in pixels, by mouse and by finger; its width in the board's units; and how much
 * it may be enlarged: not so much that discs of one tile lie over one another. */
const DISC = 24;
const SEEN_DISC = 26;
const TAPPED_DISC = 40;
const MOST_DISC = 8;
const MOST_ON_TILE = 1.1;
/** The least side of a tile that a finger hits. */
const TAPPABLE = 30;
/** Tiles of this share of the side are large enough. */
const ENOUGH = 0.8;
/** A figure is placed on a tile of this side without coming nearer. */
const LARGE = 56;
/** A smaller gain is not worth a move. */
const WORTH = 1.15;
/** What is shown around places, and around a tile, in the board's units. */
const RIM = 30;
const AROUND = 130;
/** The least height of a standing figure in pixels, its height in units, and how much it may be enlarged. */
const FIGURE = 17;
const TALL = 26;
const MOST = 3;

/**
 * @param {Element[]} rects
 * @param {number} rim
 * @returns {Box} the box around all of them
 */
function around(rects, rim) {
  const at = (/** @type {Element} */ rect, /** @type {string} */ name) => Number(rect.getAttribute(name));
  return [
    Math.min(...rects.map((rect) => at(rect, "x"))) - rim,
    Math.min(...rects.map((rect) => at(rect, "y"))) - rim,
    Math.max(...rects.map((rect) => at(rect, "x") + at(rect, "width"))) + rim,
    Math.max(...rects.map((rect) => at(rect, "y") + at(rect, "height"))) + rim,
  ];
}

/**
 * @param {Element} disc
 * @param {number} width
 * @returns {Box} a box so wide around its middle
 */
function discBox(disc, width) {
  const [x, y] = [Number(disc.getAttribute("cx")), Number(disc.getAttribute("cy"))];
  return grown([x, y, x, y], width / 2);
}

/**
 * @param {Box} box
 * @param {number} rim
 * @returns {Box} the box with a rim
 */
function grown([left, top, right, bottom], rim) {
  return [left - rim, top - rim, right + rim, bottom + rim];
}

/**
 * @param {Box[]} boxes
 * @returns {Box} the box around all of them
 */
function hull(boxes) {
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}

/** Chooses what is seen of a growing board. */
export class Follower {
  #zoom;
  #svg;
  #map;
  #edges;
  #touch = false;
  /** The version at which the reader's own tile was last to be laid. */
  #asked = "";
  /** @type {View | undefined} the board's units in pixels since its last fit; none before the first view is chosen */
  #base;
  /** The place of the tile laid last, and how many were laid since the page last chose what is seen. */
  #moved = "";
  #since = 0;
  /** @type {View | undefined} what was seen before the view came near to a tile that is laid, or for a figure */
  #before;
  /** The choices that a phone has brought into view. */
  #choices = "";
  /** @type {View | undefined} what was seen then */
  #near;
  /** @type {{place: string, view: View} | undefined} the tile that the reader looks at, and what was seen before */
  #looked;

  /**
   * @param {import("./zoom.js").Zoom} zoom
   * @param {SVGSVGElement} svg
   * @param {HTMLElement} frame
   */
  constructor(zoom, svg, frame) {
    this.#zoom = zoom;
    this.#svg = svg;
    this.#map = new Minimap(zoom, svg);
    this.#edges = new Edges(zoom, svg, frame);
    zoom.loose = this.#land !== null;
    document.addEventListener("bastide:rest", () => this.#rest());
    document.addEventListener("bastide:fitted", () => {
      const { scale, x, y } = this.#zoom.view;
      const [near, untouched] = [this.#near, scale === this.#near?.scale && x === this.#near.x && y === this.#near.y];
      this.#keep();
      // Panels have changed after the choices were brought into view.
      if (near !== undefined && untouched) this.#near = this.#come(false);
    });
    addEventListener("resize", () => {
      // The whole board is shown again: the choices are brought into view once panels and board have their new sizes.
      this.#choices = "";
      requestAnimationFrame(() => requestAnimationFrame(() => this.follow()));
    });
    // Capture: a tap on tiles that a finger cannot tell apart lays none.
    svg.addEventListener("pointerdown", (event) => (this.#touch = event.pointerType === "touch"));
    svg.addEventListener("click", (event) => this.#tap(event), { capture: true });
    document.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-look], [data-setting=follow]") : null;
      const place = button?.getAttribute("data-look");
      if (place) this.#look(place);
      else if (button) {
        if (follows()) this.#zoom.release();
        this.follow();
      }
    });
  }

  /** @returns {Element | null} the board, if it grows */
  get #land() {
    return this.#svg.querySelector("#land[data-grows]");
  }

  /** @param {MouseEvent} event a tap on small tiles enlarges them there, until the tile is laid */
  #tap(event) {
    if (this.#land === null) return;
    const now = this.#units().scale * TILE * this.#zoom.view.scale;
    if (!this.#touch || event.detail === 0 || now >= TAPPABLE || this.#svg.querySelector("#targets .target") === null) return;
    event.stopPropagation();
    if (this.#zoom.held) {
      this.#zoom.by(READABLE_PHONE / now, event.clientX, event.clientY);
      return;
    }
    const [window, { scale, x, y }, by] = [this.#zoom.window, this.#zoom.view, READABLE_PHONE / now];
    const [left, top] = [event.clientX - window.left, event.clientY - window.top];
    this.#before ??= this.#zoom.view;
    this.#go({ scale: scale * by, x: left - (left - x) * by, y: top - (top - y) * by });
  }

  /** Chooses the view after a change of the board: of what happens if the reader wants to follow it, else as seldom as may be. */
  follow() {
    if (this.#land === null) return;
    const places = [...this.#svg.querySelectorAll("#targets [data-cell] .target:first-child .bed")];
    const version = places.length > 0 ? (this.#svg.querySelector("#targets")?.getAttribute("data-version") ?? "") : "";
    const own = version !== "" && version !== this.#asked;
    if (own) this.#asked = version;
    if (own && follows()) this.#zoom.release();
    const moved = this.#svg.querySelector("#pieces .moved");
    const at = moved === null ? "" : `${moved.getAttribute("x")},${moved.getAttribute("y")}`;
    if (at !== this.#moved) this.#since += 1;
    this.#moved = at;
    if (this.#approach()) return;
    const view = this.#zoom.held ? undefined : this.#chosen(places, own, moved);
    if (view !== undefined) this.#go(view);
    this.#rest();
  }

  /**
   * @param {Element[]} places where the drawn tile fits
   * @param {boolean} own whether the reader's tile is to be laid, and was not before
   * @param {Element | null} moved the mark of the tile laid last
   * @returns {View | undefined} what to show; none if the view stays
   */
  #chosen(places, own, moved) {
    const base = this.#units();
    const first = this.#base === undefined;
    this.#base = base;
    const whole = { scale: 1, x: 0, y: 0 };
    if (follows()) return this.#wanted(places, base) ?? whole;
    if (document.querySelector('#head[data-stage="playing"]') === null) return whole;
    const discs = [...this.#svg.querySelectorAll("#targets .claim .disc")];
    if (discs.length > 0) {
      const near = base.scale * TILE * this.#zoom.view.scale < LARGE ? this.#wanted([], base) : undefined;
      // What is to be chosen elsewhere than on the tile must be seen, too, unless the discs of the tile would then lie over one
      // another: a list names it.
      const fits = base.scale * TILE >= LARGE || !this.#claimed(discs);
      const view = near ?? (fits && this.#before === undefined && !discs.filter(isShown).every((disc) => this.#sees(disc)) ? whole : undefined);
      if (view !== undefined) this.#before ??= this.#zoom.view;
      return view;
    }
    if (places.length > 0 && !own && !first) return undefined;
    const before = this.#before;
    this.#before = undefined;
    const now = before ?? this.#zoom.view;
    const lost = this.#since >= document.querySelectorAll("#rail .player").length && moved !== null && !this.#sees(moved);
    if (!first && !own && !lost) return before;
    this.#since = 0;
    const side = innerWidth < 700 || innerHeight < 500 ? READABLE_PHONE : READABLE;
    // A board that is seen whole, or of which a part is seen that serves, stays where it is.
    if (base.scale * TILE > side * ENOUGH) return now.scale > 0.85 && this.#seesAll(base, now) ? before : whole;
    const serves = base.scale * TILE * now.scale > side * ENOUGH && own && before === undefined && places.some((one) => this.#sees(one));
    return serves && !first ? undefined : (this.#wanted(places, base) ?? whole);
  }

  /**
   * On a phone, magnifies the tile on which a figure is placed and brings the choices into view, also where the reader has
   * chosen what is seen; puts the view back after the choice.
   * @returns {boolean} whether there is such a choice
   */
  #approach() {
    const phone = matchMedia(PHONE).matches;
    const claims = phone ? this.#claims : [];
    const choices = claims.map((one) => one.getAttribute("data-notation")).join();
    const [before, made] = [this.#choices, this.#choices !== "" && choices === ""];
    this.#choices = choices;
    if (made && this.#zoom.held && this.#before !== undefined) {
      this.#go(this.#before);
      this.#before = undefined;
    }
    if (claims.length === 0) {
      this.#near = undefined;
      return false;
    }
    this.#base = this.#units();
    if (choices !== before) {
      this.#before ??= this.#zoom.view;
      this.#near = this.#come(mayMove());
    }
    this.#rest();
    return true;
  }

  /** @returns {Element[]} the places for figures that are shown */
  get #claims() {
    return [...this.#svg.querySelectorAll("#targets .claim[data-shown]")];
  }

  /**
   * Brings the choices into view.
   * @param {boolean} moving whether to show the move
   * @returns {View} what is then seen
   */
  #come(moving) {
    const view = this.#close(this.#units(), this.#claims);
    if (view !== undefined) this.#go(view, moving);
    return this.#zoom.view;
  }

  /**
   * @param {View} base
   * @param {Element[]} claims
   * @returns {View | undefined} the view of the tile and all choices; of those on the tile alone if the others are too far
   */
  #close(base, claims) {
    const stage = this.#zoom.window;
    const tile = this.#svg.querySelector("#targets .claiming");
    // Discs on small tiles reach beyond them: they keep their size on the screen.
    const rim = tile === null ? TAPPED_DISC / 2 : 0;
    const { width, height } = stage;
    /** @type {Box[]} */
    const edges = [[0, 0, 0, height], [width, 0, width, height], [0, 0, width, 0], [0, height, width, height]];
    const walls = [...wallsOver(stage), ...edges].map((wall) => grown(wall, rim));
    /** @type {Box[]} */
    const at = tile === null ? [] : [around([tile], RIM / 6)];
    const discs = claims.map((claim) => discBox(/** @type {Element} */ (claim.querySelector(".disc")), tile === null ? 0 : DISC));
    const [own] = at;
    const near = discs.filter((disc) => own && disc[2] > own[0] && disc[0] < own[2] && disc[3] > own[1] && disc[1] < own[3]);
    const views = [[...at, ...discs], [...at, ...near]].filter((boxes) => boxes.length > 0).map((boxes) => {
      const solid = [hull(boxes)];
      const most = largest(solid, walls, width, height)?.scale ?? 0;
      const scale = Math.min(most, CLOSE / TILE);
      return { scale, at: room(solid, walls, width, height, scale) };
    });
    const found = views.find(({ scale }) => scale * TILE > CLOSE * ENOUGH) ?? views.at(-1);
    if (found?.at === undefined) return undefined;
    const factor = found.scale / base.scale;
    return { scale: factor, x: found.at[0] - factor * base.x, y: found.at[1] - factor * base.y };
  }

  /** @param {View} view moves the board there @param {boolean} moving whether to show the move */
  #go(view, moving = mayMove()) {
    const from = this.#zoom.view;
    const still = Math.abs(view.scale - from.scale) < 0.01 && Math.hypot(view.x - from.x, view.y - from.y) < 2;
    if (!still) this.#zoom.show(view, moving ? from : undefined);
  }

  /** The board was fitted into the window anew: what is seen stays where it is. */
  #keep() {
    const base = this.#units();
    const [was, { scale, x, y }] = [this.#base, this.#zoom.view];
    if (this.#land === null || was === undefined || (was.scale === base.scale && was.x === base.x && was.y === base.y)) return;
    this.#base = base;
    const share = was.scale / base.scale;
    const kept = (/** @type {View} */ view) => ({
      scale: view.scale * share,
      x: view.x + view.scale * (was.x - share * base.x),
      y: view.y + view.scale * (was.y - share * base.y),
    });
    if (this.#before !== undefined) this.#before = kept(this.#before);
    if (this.#looked !== undefined) this.#looked.view = kept(this.#looked.view);
    this.#zoom.place(kept({ scale, x, y }));
  }

  /** @param {string} place moves the view to the tile there, or back from it, and has its mark blink */
  #look(place) {
    const mark = this.#svg.querySelector(`#pieces .recent[data-place="${CSS.escape(place)}"]`);
    if (mark === null) return;
    const from = this.#zoom.view;
    const back = this.#looked?.place === place ? this.#looked.view : undefined;
    this.#looked = undefined;
    if (back !== undefined) this.#zoom.look(back, mayMove());
    else if (!this.#sees(mark)) {
      const window = this.#zoom.window;
      const { x, y } = middleOf(mark, window);
      this.#looked = { place, view: from };
      this.#zoom.look({ scale: from.scale, x: from.x + window.width / 2 - x, y: from.y + window.height / 2 - y }, mayMove());
    }
    if (mayMove()) mark.animate([{ opacity: 1 }, { opacity: 0.15 }, { opacity: 1 }], { duration: 420, iterations: 3 });
  }

  /** @param {Element} one @returns {boolean} whether its middle is in the window and under no panel */
  #sees(one) {
    const window = this.#zoom.window;
    return isFree(middleOf(one, window), window, wallsOver(window));
  }

  /** @param {View} base @param {View} now @returns {boolean} whether all of the land is in the window and under no panel */
  #seesAll(base, now) {
    const window = this.#zoom.window;
    const walls = wallsOver(window);
    const x = (/** @type {number} */ value) => now.x + now.scale * (base.x + base.scale * value);
    const y = (/** @type {number} */ value) => now.y + now.scale * (base.y + base.scale * value);
    /** @type {Box[]} */
    const solid = JSON.parse(this.#land?.getAttribute("data-solid") ?? "[]");
    return solid.every(([left, top, right, bottom]) =>
      x(left) >= -1 && y(top) >= -1 && x(right) <= window.width + 1 && y(bottom) <= window.height + 1
      && !walls.some((wall) => x(left) < wall[2] - 1 && x(right) > wall[0] + 1 && y(top) < wall[3] - 1 && y(bottom) > wall[1] + 1));
  }

  /**
   * @param {Element[]} places
   * @param {View} base
   * @returns {View | undefined} the view of the action; none if the whole board is as good
   */
  #wanted(places, base) {
    const claimed = this.#svg.querySelector("#targets .claiming");
    const moved = claimed ?? this.#svg.querySelector("#pieces .moved");
    if ((places.length === 0 && moved === null) || document.querySelector('#head[data-stage="playing"]') === null) return undefined;
    // What is to be chosen elsewhere than on the tile may be anywhere.
    const discs = [...this.#svg.querySelectorAll("#targets .claim .disc")];
    if (discs.length > 0 && !this.#claimed(discs)) return undefined;
    const side = claimed !== null ? NEAR : innerWidth < 700 || innerHeight < 500 ? READABLE_PHONE : READABLE;
    if (base.scale * TILE > Math.min(side, READABLE) * ENOUGH) return undefined;
    const solid = [places.length > 0 ? around(places, RIM) : around([/** @type {Element} */ (moved)], AROUND)];
    const stage = this.#zoom.window;
    const walls = wallsOver(stage);
    const most = largest(solid, walls, stage.width, stage.height)?.scale ?? 0;
    const scale = Math.min(most, side / TILE, 4 * base.scale);
    const at = scale / base.scale < WORTH ? undefined : room(solid, walls, stage.width, stage.height, scale);
    if (at === undefined) return undefined;
    const factor = scale / base.scale;
    return { scale: factor, x: at[0] - factor * base.x, y: at[1] - factor * base.y };
  }

  /** @param {Element[]} discs @returns {boolean} whether one of them is on the tile that was laid */
  #claimed(discs) {
    const claimed = this.#svg.querySelector("#targets .claiming");
    if (claimed === null) return false;
    const [left, top, right, bottom] = around([claimed], RIM);
    return discs.some((disc) => {
      const [x, y] = [Number(disc.getAttribute("cx")), Number(disc.getAttribute("cy"))];
      return x > left && x < right && y > top && y < bottom;
    });
  }

  /**
   * Marks the entries of the list of choices whose places are not seen: on a wide window it names only these, over the bar,
   * or under the head if the tile lies there.
   */
  #list() {
    for (const entry of document.querySelectorAll("[data-choose]")) {
      const place = this.#svg.querySelector(`#targets [data-notation="${CSS.escape(entry.getAttribute("data-choose") ?? "")}"] .disc`);
      entry.toggleAttribute("data-away", place !== null && isShown(place) && !this.#sees(place));
    }
    const list = document.querySelector(".spots");
    list?.removeAttribute("data-high");
    const [over, tile] = [list, this.#svg.querySelector("#targets .claiming")].map((one) => one?.getBoundingClientRect());
    if (!over || !tile || over.width === 0) return;
    const apart = over.left > tile.right || over.right < tile.left || over.top > tile.bottom || over.bottom < tile.top;
    list?.toggleAttribute("data-high", !apart);
  }

  /** @returns {View} where the board's origin is in the window while the whole board is shown, and the pixels of a unit */
  #units() {
    const [x, y, width] = (this.#svg.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    const scale = this.#zoom.window.width / (width ?? 1);
    this.#zoom.reach = CLOSE / TILE / scale;
    return { scale, x: -(x ?? 0) * scale, y: -(y ?? 0) * scale };
  }

  #rest() {
    if (this.#land === null) return;
    const side = this.#units().scale * this.#zoom.view.scale;
    this.#svg.style.setProperty("--figures", Math.min(MOST, Math.max(1, FIGURE / (TALL * side))).toFixed(2));
    const wanted = (matchMedia("(pointer: coarse)").matches || matchMedia(PHONE).matches ? TAPPED_DISC : SEEN_DISC) / (DISC * side);
    const most = this.#svg.querySelector("#targets .claiming") === null ? MOST_DISC : MOST_ON_TILE;
    this.#svg.style.setProperty("--discs", Math.min(most, Math.max(1, wanted)).toFixed(2));
    this.#map.draw();
    this.#edges.draw();
    this.#list();
  }
}
