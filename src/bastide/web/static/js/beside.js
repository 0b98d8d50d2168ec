/** Where a box stands beside a place of the board: a tip, or a menu. */

import { isShown } from "./shown.js";

/** How far from its place a box may stand, in pixels between their middles. */
const NEAR_ENOUGH = 260;
/** As bad as covering the prompt, which says what to do and has the buttons for it: covering so many places. */
const PROMPT = 10;
/** Worse still: covering the place itself. */
const OWN = 100;

/**
 * Positions a box beside a place, within the window: off the place if there is room, and where it covers as few other
 * places as possible.
 * @param {HTMLElement} box
 * @param {Element} place
 */
export function beside(box, place) {
  const at = place.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const [x, y] = [at.left + at.width / 2 - size.width / 2, at.top + at.height / 2 - size.height / 2];
  const places = [...document.querySelectorAll("#targets .target")].filter((one) => one !== place && isShown(one)).map((one) => one.getBoundingClientRect());
  const prompt = [...document.querySelectorAll("#prompt")].filter(isShown).map((one) => one.getBoundingClientRect());
  /** @param {DOMRect} other */
  const around = (other) => /** @type {[number, number][]} */ ([[other.right + 12, y], [other.left - 12 - size.width, y], [x, other.top - 12 - size.height], [x, other.bottom + 12]]);
  /** @param {[number, number]} spot the nearest one in the window */
  const inside = ([left, top]) => /** @type {[number, number]} */ ([Math.max(8, Math.min(left, innerWidth - size.width - 8)), Math.max(8, Math.min(top, innerHeight - size.height - 8))]);
  const spots = [at, ...places, ...prompt].flatMap(around).map(inside);
  /** @param {[number, number]} spot how bad it is to stand there: by what the box covers */
  const covers = ([left, top]) => {
    const over = (/** @type {DOMRect} */ other) => left < other.right && left + size.width > other.left && top < other.bottom && top + size.height > other.top;
    return places.filter(over).length + PROMPT * prompt.filter(over).length + (over(at) ? OWN : 0);
  };
  /** @param {[number, number]} spot */
  const far = ([left, top]) => Math.hypot(left - x, top - y);
  const near = spots.filter((spot) => far(spot) < NEAR_ENOUGH).map((spot) => ({ spot, covers: covers(spot), far: far(spot) }));
  const [left, top] = near.sort((a, b) => a.covers - b.covers || a.far - b.far)[0]?.spot ?? inside([at.right + 12, y]);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
