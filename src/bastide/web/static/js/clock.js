/**
 * Runs the table's clocks between frames. Each frame gives the time left and the running clocks; the page counts down from
 * there with a monotonic counter, independent of the system clock.
 */

import { say, text } from "./say.js";

/**
 * @typedef {object} SeatClock
 * @property {number} seat
 * @property {number} left milliseconds
 * @property {boolean} running
 * @property {boolean} answer whether this is the time of a decision out of turn
 */

/** @typedef {{seats: SeatClock[]}} Clocks */

/** A clock with less time than this is highlighted. */
const LOW = 10_000;
/** Announcements about the reader's own clock, by the milliseconds left, ascending. */
const CALLS = [
  { at: 0, words: () => text("Your time is up.") },
  { at: 10_000, words: () => text("10 seconds left.") },
  { at: 30_000, words: () => text("30 seconds left.") },
];

/** @type {SeatClock[]} */
let clocks = [];
/** When the server's figures arrived, by the page's counter. */
let came = 0;
/** @type {number | undefined} */
let timer;
/** The time last seen on the reader's own clock; undefined while it is stopped. @type {number | undefined} */
let own;

/**
 * @param {number} left milliseconds
 * @returns {string} `1:05`, or `1:00:05` from an hour on; rounded up to whole seconds
 */
export function face(left) {
  const all = Math.ceil(left / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, String(all % 60).padStart(2, "0")];
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
}

/**
 * @param {SeatClock} clock
 * @returns {number} milliseconds left now
 */
function left(clock) {
  return Math.max(0, clock.left - (clock.running ? performance.now() - came : 0));
}

/**
 * Announces a threshold that the clock has just passed.
 * @param {number | undefined} now the reader's time left, if the clock runs
 */
function call(now) {
  const before = own;
  own = now;
  if (now === undefined || before === undefined) return;
  const passed = CALLS.find(({ at }) => now <= at && before > at);
  if (passed) say(passed.words());
}

/** Writes every clock, and schedules itself for the next change of a figure. */
function tick() {
  clearTimeout(timer);
  let next = Infinity;
  /** @type {number | undefined} */
  let mine;
  for (const clock of clocks) {
    const now = left(clock);
    for (const place of document.querySelectorAll(`[data-clock="${clock.seat}"]`)) {
      const figure = place.querySelector("[data-left]");
      if (figure && figure.textContent !== face(now)) figure.textContent = face(now);
      place.toggleAttribute("data-runs", clock.running);
      place.toggleAttribute("data-answer", clock.answer);
      place.toggleAttribute("data-low", clock.running && now <= LOW);
      place.toggleAttribute("data-up", clock.running && now === 0);
      if (clock.running && place.hasAttribute("data-mine")) mine = now;
    }
    if (clock.running && now > 0) next = Math.min(next, now % 1000 || 1000);
  }
  call(mine);
  if (next < Infinity) timer = setTimeout(tick, next + 5);
}

/**
 * Takes the clocks of a frame; null or undefined for a table without clocks.
 * @param {Clocks | null | undefined} told
 */
export function show(told) {
  clocks = told?.seats ?? [];
  came = performance.now();
  tick();
}

/** The countdowns of waits: the seconds as the server wrote them, and when they came. @type {WeakMap<Element, {told: string, came: number}>} */
const countdowns = new WeakMap();
/** @type {number | undefined} */
let next;

/** Writes the time left until each wait for an idle person is over, and does so again every second. */
export function countDown() {
  clearTimeout(next);
  const places = [...document.querySelectorAll("[data-countdown]")];
  for (const place of places) {
    const told = place.getAttribute("data-countdown") ?? "";
    const known = countdowns.get(place);
    if (known?.told !== told) countdowns.set(place, { told, came: performance.now() });
    const gone = performance.now() - (countdowns.get(place)?.came ?? 0);
    const shown = face(Math.max(0, Number(told) * 1000 - gone));
    if (place.textContent !== shown) place.textContent = shown;
  }
  if (places.length > 0) next = setTimeout(countDown, 1000);
}

// Browsers throttle timers of hidden pages: update when the page becomes visible.
document.addEventListener("visibilitychange", () => {
  tick();
  countDown();
});
