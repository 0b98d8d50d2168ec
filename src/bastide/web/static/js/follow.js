/**
 * The view of a board that grows. Once its tiles are small, the page shows the part where something happens: all places
 * where the drawn tile fits, the tile that asks for a figure, or the tile that was laid last. A reader who moves the board
 * keeps that view until a tile of their own is to be laid. A small map shows the rest.
 */

import { largest, room, wallsOver } from "./fit.js";
import { Minimap } from "./minimap.js";
import { mayMove } from "./settings.js";

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
  #touch = false;
  /** The version at which the reader's own tile was last to be laid. */
  #asked = "";
  /** @type {{scale: number, x: number, y: number} | undefined} the board's units in pixels before its last fit */
  #base;

  /**
   * @param {import("./zoom.js").Zoom} zoom
   * @param {SVGSVGElement} svg
   */
  constructor(zoom, svg) {
    this.#zoom = zoom;
    this.#svg = svg;
    this.#map = new Minimap(zoom, svg);
    document.addEventListener("bastide:rest", () => this.#rest());
    // Capture: a tap on tiles that a finger cannot tell apart lays none.
    svg.addEventListener("pointerdown", (event) => (this.#touch = event.pointerType === "touch"));
    svg.addEventListener("click", (event) => this.#tap(event), { capture: true });
  }

  /** @returns {Element | null} the board, if it grows */
  get #land() {
    return this.#svg.querySelector("#land[data-grows]");
  }

  /** @param {MouseEvent} event a tap on small tiles enlarges them there */
  #tap(event) {
    if (this.#land === null) return;
    const now = this.#units().scale * TILE * this.#zoom.view.scale;
    if (!this.#touch || event.detail === 0 || now >= TAPPABLE || this.#svg.querySelector("#targets .target") === null) return;
    event.stopPropagation();
    this.#zoom.by(READABLE_PHONE / now, event.clientX, event.clientY);
  }

  /** Shows the place of the action, and all of the board while its tiles are large. */
  follow() {
    if (this.#land === null) return;
    const places = [...this.#svg.querySelectorAll("#targets [data-cell] .target:first-child .bed")];
    const version = places.length > 0 ? (this.#svg.querySelector("#targets")?.getAttribute("data-version") ?? "") : "";
    if (version !== "" && version !== this.#asked) {
      this.#asked = version;
      this.#zoom.release();
    }
    if (!this.#zoom.held) this.#show(places);
    this.#rest();
  }

  /** @param {Element[]} places where the drawn tile fits */
  #show(places) {
    const base = this.#units();
    const before = this.#zoom.view;
    const from = this.#base === undefined ? before : {
      scale: (before.scale * this.#base.scale) / base.scale,
      x: before.x + before.scale * (this.#base.x - (this.#base.scale / base.scale) * base.x),
      y: before.y + before.scale * (this.#base.y - (this.#base.scale / base.scale) * base.y),
    };
    this.#base = base;
    const view = this.#wanted(places, base) ?? { scale: 1, x: 0, y: 0 };
    const still = Math.abs(view.scale - from.scale) < 0.01 && Math.hypot(view.x - from.x, view.y - from.y) < 2;
    this.#zoom.show(view, mayMove() && !still ? from : undefined);
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
    const side = this.#units().scale * this.#zoom.view.scale;
    this.#svg.style.setProperty("--figures", Math.min(MOST, Math.max(1, FIGURE / (TALL * side))).toFixed(2));
    this.#map.draw();
  }
}
