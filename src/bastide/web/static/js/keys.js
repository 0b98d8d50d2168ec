/**
 * The keyboard of the table: letters press the buttons that show them, arrow keys move between places on the board.
 */

import { isShown } from "./shown.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {EventTarget | null} target
 * @returns {boolean} whether typed letters are text input here
 */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]");
}

/**
 * Activates an HTML or SVG element, as Enter does.
 * @param {Element} element
 */
export function press(element) {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 0, view: window }));
}

/**
 * @param {Element} from
 * @param {[number, number]} direction
 * @returns {SVGElement | undefined} the nearest visible target in that direction
 */
function neighbour(from, [dx, dy]) {
  const box = from.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  /** @type {SVGElement | undefined} */
  let best;
  let least = Infinity;
  for (const target of document.querySelectorAll("#targets .target")) {
    if (target === from || !(target instanceof SVGElement) || !isShown(target)) continue;
    const other = target.getBoundingClientRect();
    const [ox, oy] = [other.left + other.width / 2 - x, other.top + other.height / 2 - y];
    const along = ox * dx + oy * dy;
    const aside = Math.abs(ox * dy) + Math.abs(oy * dx);
    // A target more than twice as far aside as ahead belongs to another direction.
    if (along < 2 || aside > along * 2) continue;
    if (along + aside * 1.5 < least) [best, least] = [target, along + aside * 1.5];
  }
  return best;
}

/**
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
function walk(event) {
  const direction = ARROWS[event.key];
  const from = event.target instanceof Element ? event.target.closest("#targets .target") : null;
  if (direction === undefined || from === null) return false;
  neighbour(from, direction)?.focus({ preventScroll: true });
  return true;
}

/**
 * @param {KeyboardEvent} event
 * @returns {boolean} whether a letter pressed something
 */
function letter(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  for (const element of document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)) {
    if (!isShown(element)) continue;
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
    // A button that cannot be used answers "why not" as it would to a click, also by its own popover.
    if (element instanceof HTMLElement) element.click();
    else press(element);
    return true;
  }
  return false;
}

/** How far an arrow key moves the board, in pixels. */
const STRIDE = 80;
/** How much larger `+` makes the board. */
const ENLARGES = 1.4;

/**
 * @param {KeyboardEvent} event
 * @param {import("./zoom.js").Zoom | undefined} board
 * @returns {boolean} whether a key has moved the board or changed its size
 */
function look(event, board) {
  if (board === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  const direction = ARROWS[event.key];
  if (event.key === "+" || event.key === "=") board.by(ENLARGES);
  else if (event.key === "-") board.by(1 / ENLARGES);
  else if (event.key === "0") board.reset();
  else if (direction !== undefined && board.zoomed && (event.target === document.body || (event.target instanceof Element && event.target.closest("#stage")))) {
    board.pan(-direction[0] * STRIDE, -direction[1] * STRIDE);
  } else return false;
  return true;
}

/**
 * Listens to the keyboard.
 * @param {() => boolean} back closes or disarms one thing; false if nothing was open or armed
 * @param {() => import("./zoom.js").Zoom | undefined} board
 */
export function listen(back, board) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    if (event.key === "Escape" && back()) event.preventDefault();
    else if ((event.key === "Enter" || event.key === " ") && target?.matches("svg .target, svg [data-notation], li[data-about]")) {
      // A browser presses buttons by itself; places on the board are groups of a drawing.
      event.preventDefault();
      press(target);
    } else if (walk(event) || look(event, board()) || (!event.repeat && letter(event))) event.preventDefault();
  });
}
