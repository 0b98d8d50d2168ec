/**
 * Arrows at the edge of the window to the tiles of the other seats that lie outside it, each in the colour of its seat.
 * The strip of these tiles has the buttons; the arrows are for the eye alone.
 */

import { isFree, middleOf, wallsOver } from "./fit.js";

/** How far an arrow stands from the edge of the window, and from a panel, in pixels. */
const INSET = 24;
/** In so many steps a free place is looked for on the way to a tile. */
const STEPS = 60;

/** @typedef {{x: number, y: number}} Point */

/** Draws the arrows. */
export class Edges {
  #zoom;
  #svg;
  #layer = document.createElement("div");

  /**
   * @param {import("./zoom.js").Zoom} zoom
   * @param {SVGSVGElement} svg
   * @param {HTMLElement} frame
   */
  constructor(zoom, svg, frame) {
    this.#zoom = zoom;
    this.#svg = svg;
    this.#layer.className = "edges";
    this.#layer.setAttribute("aria-hidden", "true");
    frame.append(this.#layer);
  }

  /** Draws an arrow to each of the tiles that is not seen. */
  draw() {
    const window = this.#zoom.window;
    const walls = wallsOver(window);
    const middle = { x: window.width / 2, y: window.height / 2 };
    const arrows = [];
    for (const mark of this.#svg.querySelectorAll("#pieces .recent")) {
      const at = middleOf(mark.querySelector("rect") ?? mark, window);
      if (isFree(at, window, walls)) continue;
      /** @type {Point | undefined} */
      let last;
      for (let step = 0; step <= STEPS; step += 1) {
        const there = { x: middle.x + ((at.x - middle.x) * step) / STEPS, y: middle.y + ((at.y - middle.y) * step) / STEPS };
        if (isFree(there, window, walls, INSET)) last = there;
      }
      if (last === undefined) continue;
      const arrow = document.createElement("i");
      arrow.className = (mark.getAttribute("class") ?? "").replace("recent", "edge-arrow");
      arrow.style.translate = `${last.x.toFixed(0)}px ${last.y.toFixed(0)}px`;
      arrow.style.rotate = `${Math.atan2(at.y - middle.y, at.x - middle.x).toFixed(3)}rad`;
      arrows.push(arrow);
    }
    this.#layer.replaceChildren(...arrows);
  }
}
