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
import { isShown } from "./shown.js";

/** @typedef {import("./fit.js").Box} Box */
/** @typedef {{scale: number, x: number, y: number}} View */

/** The side of a tile in the board's units. */
export const TILE = 100;
/** The side of a tile, in pixels, that a view shows if it can: wide windows, phones, and while a figure is placed. */
const READABLE = 66;
const READABLE_PHONE = 54;
const NEAR = 110;
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
    document.addEventListener("bastide:fitted", () => this.#keep());
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
      // What is to be chosen elsewhere than on the tile must be seen, too.
      const view = near ?? (this.#before === undefined && !discs.filter(isShown).every((disc) => this.#sees(disc)) ? whole : undefined);
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

  /** @param {View} view moves the board there, and shows the move */
  #go(view) {
    const from = this.#zoom.view;
    const still = Math.abs(view.scale - from.scale) < 0.01 && Math.hypot(view.x - from.x, view.y - from.y) < 2;
    if (!still) this.#zoom.show(view, mayMove() ? from : undefined);
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
    const [left, top, right, bottom] = claimed === null ? [0, 0, 0, 0] : around([claimed], RIM);
    const on = (/** @type {Element} */ disc) => {
      const [x, y] = [Number(disc.getAttribute("cx")), Number(disc.getAttribute("cy"))];
      return x > left && x < right && y > top && y < bottom;
    };
    if (discs.length > 0 && (claimed === null || !discs.some(on))) return undefined;
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

  /** @returns {View} where the board's origin is in the window while the whole board is shown, and the pixels of a unit */
  #units() {
    const [x, y, width] = (this.#svg.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    const scale = this.#zoom.window.width / (width ?? 1);
    return { scale, x: -(x ?? 0) * scale, y: -(y ?? 0) * scale };
  }

  #rest() {
    if (this.#land === null) return;
    const side = this.#units().scale * this.#zoom.view.scale;
    this.#svg.style.setProperty("--figures", Math.min(MOST, Math.max(1, FIGURE / (TALL * side))).toFixed(2));
    this.#map.draw();
    this.#edges.draw();
  }
}
