/**
 * Rotating the drawn tile. Each place on the board has one target for every rotation that fits; the requested rotation is
 * shown, or the next one that fits. `R`, the wheel over a place, the buttons beside the tile and further taps on a place
 * rotate it.
 */

import * as art from "./art.js";

const QUARTER = 90;
const WHOLE = 360;
/** The minimum milliseconds between two rotations by wheel or trackpad at one place. */
const PACE = 140;

let wanted = 0;
/** @type {string | undefined} the version for which the tile was drawn */
let drawn;
let turnedAt = 0;
/** @type {Element | null} the place of the last rotation */
let turnedOn = null;

/**
 * @param {Element} place
 * @returns {Element[]} its targets, by rotation
 */
function options(place) {
  return [...place.querySelectorAll("[data-turned]")];
}

/** @param {Element} option */
function degrees(option) {
  return Number(option.getAttribute("data-turned"));
}

/**
 * @param {Element} place
 * @returns {Element | undefined} the visible target there
 */
export function shownAt(place) {
  return options(place).find((option) => !option.hasAttribute("data-off"));
}

/**
 * Draws the tile at this place; its images are loaded only now, not for every place where it fits.
 * @param {Element | null | undefined} option
 */
function draw(option) {
  for (const image of option?.querySelectorAll("image[data-later]") ?? []) {
    image.setAttribute("data-art", image.getAttribute("data-later") ?? "");
    image.removeAttribute("data-later");
  }
  art.show();
}

/** @param {Event} event */
function look(event) {
  const place = event.target instanceof Element ? event.target.closest("#targets [data-cell]") : null;
  if (place !== null) draw(shownAt(place));
}

/** @param {Element} place */
function settle(place) {
  const all = options(place);
  const away = (/** @type {Element} */ option) => (degrees(option) - wanted + WHOLE) % WHOLE;
  const best = all.reduce((one, other) => (away(other) < away(one) ? other : one));
  const focused = all.includes(/** @type {Element} */ (document.activeElement));
  for (const option of all) option.toggleAttribute("data-off", option !== best);
  place.toggleAttribute("data-otherwise", away(best) !== 0);
  if (focused && document.activeElement !== best && best instanceof SVGElement) best.focus({ preventScroll: true });
  if (focused || place.matches(":hover, :has(.chosen)")) draw(best);
}

function settleAll() {
  for (const place of document.querySelectorAll("#targets [data-cell]")) settle(place);
  for (const face of document.querySelectorAll(".drawn-tile .face svg")) {
    if (face instanceof SVGElement) face.style.transform = `rotate(${wanted}deg)`;
  }
}

/** @returns {number} the requested rotation, in degrees */
export function rotation() {
  return wanted;
}

/** @param {number} degrees the rotation to request */
export function rotate(degrees) {
  wanted = degrees;
  settleAll();
}

/** Shows one target for each place again after panels were replaced; a new tile starts unrotated. */
export function refresh() {
  const now = document.querySelector("[data-drawn]")?.getAttribute("data-drawn") ?? undefined;
  if (now !== drawn) {
    drawn = now;
    wanted = 0;
  }
  settleAll();
}

/** @returns {Element | null} the place under the pointer or with the focus */
function active() {
  return document.querySelector("#targets [data-cell]:has(.chosen), #targets [data-cell]:focus-within, #targets [data-cell]:hover");
}

/**
 * Whether a place offers more than one rotation.
 * @param {Element} target
 */
export function turnable(target) {
  const place = target.closest("[data-cell]");
  return place !== null && options(place).length > 1;
}

/**
 * Rotates the tile: at a place to the next rotation that fits, otherwise by 90 degrees.
 * @param {number} by 90 or -90
 * @param {Element | null} [at] the place, if known
 */
export function turn(by, at = active()) {
  const all = at === null ? [] : options(at);
  const step = by < 0 ? -QUARTER : QUARTER;
  if (all.length > 0 && at !== null) {
    const now = shownAt(at);
    let next = now === undefined ? wanted : degrees(now);
    do next = (next + step + WHOLE) % WHOLE;
    while (!all.some((option) => degrees(option) === next));
    wanted = next;
  } else wanted = (wanted + step + WHOLE) % WHOLE;
  settleAll();
}

/** @param {WheelEvent} event */
function wheel(event) {
  const place = event.target instanceof Element ? event.target.closest("#targets [data-cell]") : null;
  if (place === null || event.ctrlKey || event.deltaY === 0) return;
  event.preventDefault();
  event.stopPropagation();
  if (place === turnedOn && event.timeStamp - turnedAt < PACE) return;
  turnedAt = event.timeStamp;
  turnedOn = place;
  turn(event.deltaY, place);
}

/** Listens to the wheel, the pointer and the focus on places. */
export function listen() {
  for (const name of ["pointerover", "pointerdown", "focusin"]) document.addEventListener(name, look);
  document.addEventListener("wheel", wheel, { passive: false, capture: true });
}
