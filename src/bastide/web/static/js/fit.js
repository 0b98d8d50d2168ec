/**
 * Scales the island as large as possible without a hex, beach or harbour under a panel: an island is round, so panels
 * use the empty corners.
 */

import { PHONE, isShown } from "./shown.js";

/** @typedef {[number, number, number, number]} Box left, top, right, bottom */

const GAP = 7;
const STEPS = 11;
/** Below this radius of a hex, in pixels, its number and the signs of harbours are enlarged, at most so much. */
const READABLE = 32;
const MOST_SIGNS = 1.65;
/** Below this one, its places are too small to hit. */
const SMALL = 27;

/**
 * @param {Box[]} solid boxes that must stay visible, in units of the board
 * @param {Box[]} walls boxes that cover the window, in pixels
 * @param {number} width
 * @param {number} height
 * @param {number} scale
 * @returns {[number, number] | undefined} a position for the board's origin, as far inside the free space as possible
 */
export function room(solid, walls, width, height, scale) {
  const left = Math.min(...solid.map((box) => box[0])) * scale;
  const top = Math.min(...solid.map((box) => box[1])) * scale;
  const right = Math.max(...solid.map((box) => box[2])) * scale;
  const bottom = Math.max(...solid.map((box) => box[3])) * scale;
  const [fromX, toX, fromY, toY] = [GAP - left, width - GAP - right, GAP - top, height - GAP - bottom];
  if (fromX > toX || fromY > toY) return undefined;
  const stride = Math.max(6, Math.max(toX - fromX, toY - fromY) / 48);
  /** @type {[number, number][]} */
  const free = [];
  for (let x = fromX; x <= toX; x += stride) {
    for (let y = fromY; y <= toY; y += stride) {
      const hit = walls.some((wall) =>
        solid.some(
          (box) =>
            x + box[0] * scale < wall[2] + GAP &&
            x + box[2] * scale > wall[0] - GAP &&
            y + box[1] * scale < wall[3] + GAP &&
            y + box[3] * scale > wall[1] - GAP,
        ),
      );
      if (!hit) free.push([x, y]);
    }
  }
  if (free.length === 0) return undefined;
  const mx = free.reduce((sum, at) => sum + at[0], 0) / free.length;
  const my = free.reduce((sum, at) => sum + at[1], 0) / free.length;
  /** @param {[number, number]} at */
  const off = (at) => (at[0] - mx) ** 2 + (at[1] - my) ** 2;
  return free.reduce((best, at) => (off(at) < off(best) ? at : best));
}

/**
 * @param {Box[]} solid
 * @param {Box[]} walls
 * @param {number} width
 * @param {number} height
 * @returns {{x: number, y: number, scale: number} | undefined}
 */
export function largest(solid, walls, width, height) {
  let [low, high] = [0.05, 4];
  /** @type {{x: number, y: number, scale: number} | undefined} */
  let best;
  for (let step = 0; step < STEPS; step += 1) {
    const scale = Math.sqrt(low * high);
    const at = room(solid, walls, width, height, scale);
    if (at === undefined) high = scale;
    else {
      low = scale;
      best = { x: at[0], y: at[1], scale };
    }
  }
  return best;
}

/** @param {Element} wall whether it stands in a column of panels, instead of lying over the board for a while */
function stands(wall) {
  return getComputedStyle(wall).position !== "absolute";
}

/** @returns {Box[]} the panels that lie over the board now, relative to the stage */
export function wallsOver(/** @type {DOMRect} */ stage) {
  return [...document.querySelectorAll("[data-wall]")]
    .filter((wall) => isShown(wall) && (wall.getAttribute("data-wall") !== "beside" || stands(wall)))
    .filter((wall) => wall.getAttribute("data-wall") !== "sheet" || matchMedia(PHONE).matches)
    .map((wall) => wall.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.height > 0)
    .map((box) => [box.left - stage.left, box.top - stage.top, box.right - stage.left, box.bottom - stage.top]);
}

/**
 * @param {Element} one
 * @param {DOMRect} stage
 * @returns {{x: number, y: number}} its middle, relative to the stage
 */
export function middleOf(one, stage) {
  const box = one.getBoundingClientRect();
  return { x: box.left + box.width / 2 - stage.left, y: box.top + box.height / 2 - stage.top };
}

/**
 * @param {{x: number, y: number}} at
 * @param {DOMRect} stage
 * @param {Box[]} walls
 * @param {number} [by]
 * @returns {boolean} whether a point is in the stage and under no panel, so many pixels from both
 */
export function isFree({ x, y }, stage, walls, by = 0) {
  const inside = x >= by && y >= by && x <= stage.width - by && y <= stage.height - by;
  return inside && !walls.some(([left, top, right, bottom]) => x > left - by && x < right + by && y > top - by && y < bottom + by);
}

/** The boxes of pieces out at sea when the board was fitted. */
let fitted = "[]";

/** @returns {string} the boxes of pieces out at sea */
function afloat() {
  return document.getElementById("pieces")?.getAttribute("data-solid") ?? "[]";
}

/** Fits again if pieces have gone further out to sea, or come back. */
export function fitAfloat() {
  if (afloat() !== fitted) fit();
}

/** Recomputes the layout after a change of the window, the panels or the land. */
export function fit() {
  const land = document.getElementById("land");
  const svg = land?.closest("svg");
  const solid = land?.getAttribute("data-solid");
  fitted = afloat();
  if (land === null || !svg || !solid) return;
  // The drawing fills the frame. Its own box would include the zoom, and a move of the view that is still under way.
  const stage = (svg.parentElement?.parentElement ?? svg).getBoundingClientRect();
  if (stage.width === 0) return;
  const found = largest([...JSON.parse(solid), ...JSON.parse(fitted)], wallsOver(stage), stage.width, stage.height);
  if (found === undefined) return;
  const { x, y, scale } = found;
  const box = [-x / scale, -y / scale, stage.width / scale, stage.height / scale];
  svg.setAttribute("viewBox", box.map((value) => value.toFixed(1)).join(" "));
  const radius = 100 * scale;
  svg.style.setProperty("--radius", `${radius.toFixed(1)}px`);
  // On a map with many hexes numbers and signs are larger than their hexes would have them.
  svg.style.setProperty("--signs", Math.min(MOST_SIGNS, Math.max(1, READABLE / radius)).toFixed(2));
  svg.toggleAttribute("data-small", radius < SMALL && !land.hasAttribute("data-grows"));
  // Whoever keeps the view of a board that grows puts it back before it is painted.
  document.dispatchEvent(new Event("bastide:fitted"));
}

/** Fits now, and whenever the window or a panel changes its size. */
export function keepFitting() {
  let due = 0;
  const later = () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(fit);
  };
  const watcher = new ResizeObserver(later);
  for (const wall of document.querySelectorAll("[data-wall], #stage")) watcher.observe(wall);
  addEventListener("resize", later);
  void document.fonts?.ready.then(later);
  fit();
}
