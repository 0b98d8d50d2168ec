/** Stepping through a finished game: playback buttons, speeds, a slider, the list of moves, every player's point of view. */

import * as art from "./art.js";
import { keepFitting } from "./fit.js";
import { fold, keepFolding } from "./fold.js";
import * as morph from "./morph.js";
import * as motion from "./motion.js";
import "./page.js";
import { say, text } from "./say.js";

/**
 * A position of the game, as rendered by the server.
 * @typedef {object} Frame
 * @property {number} step
 * @property {string} words
 * @property {string} heading
 * @property {Record<string, string>} panels
 */

/** Milliseconds per move at speed 1. */
const PACE = 1600;
const KEPT = 60;

const scrub = /** @type {HTMLInputElement} */ (document.getElementById("scrub"));
const last = Number(scrub.max);
/** @type {number[]} the steps at which turns begin */
const turns = JSON.parse(scrub.dataset["turns"] ?? "[0]");
/** The number of the game at this table, unless it is the last. */
const game = scrub.dataset["game"] ? `&game=${scrub.dataset["game"]}` : "";
/** @type {Map<string, Promise<Frame>>} */
const frames = new Map();

let step = Number(scrub.value);
/** @type {number | undefined} */
let running;

/** @returns {string} the seat whose view is shown, or "open" */
function viewer() {
  const chosen = document.querySelector('input[name="seat"]:checked');
  return chosen instanceof HTMLInputElement ? chosen.value : "open";
}

/** @returns {number} */
function speed() {
  const chosen = document.querySelector('input[name="speed"]:checked');
  return chosen instanceof HTMLInputElement ? Number(chosen.value) : 1;
}

/**
 * @param {number} at
 * @returns {Promise<Frame>}
 */
function frame(at) {
  const key = `${viewer()} ${at}`;
  let found = frames.get(key);
  if (found === undefined) {
    const address = `${location.pathname}/frame?step=${at}&seat=${viewer()}&lang=${document.documentElement.lang}${game}`;
    found = fetch(address).then((answer) => {
      if (!answer.ok) throw new Error(`${answer.status}`);
      return answer.json();
    });
    found.catch(() => frames.delete(key));
    frames.set(key, found);
    const oldest = frames.keys().next().value;
    if (frames.size > KEPT && oldest !== undefined) frames.delete(oldest);
  }
  return found;
}

/** @param {Frame} shown */
function show(shown) {
  const before = motion.scene();
  morph.show(shown.panels, false, fold);
  if (running !== undefined) motion.since(before);
  scrub.value = String(shown.step);
  scrub.style.setProperty("--seen", `${(100 * shown.step) / Math.max(1, last)}%`);
  scrub.setAttribute("aria-valuetext", shown.words);
  for (const part of document.querySelectorAll("[data-heading]")) part.textContent = shown.heading;
  for (const part of document.querySelectorAll("[data-now]")) {
    part.textContent = text("move {move} of {moves}").replace("{move}", String(shown.step)).replace("{moves}", String(last));
  }
  mark(shown.step);
  const address = new URL(location.href);
  address.searchParams.set("step", String(shown.step));
  address.searchParams.set("seat", viewer());
  history.replaceState(null, "", address);
}

/** @param {number} at */
function mark(at) {
  /** @type {Element | undefined} */
  let current;
  for (const link of document.querySelectorAll("[data-at]")) {
    const passed = Number(link.getAttribute("data-at")) <= at;
    link.toggleAttribute("data-later", !passed);
    link.removeAttribute("aria-current");
    if (passed) current = link;
  }
  current?.setAttribute("aria-current", "step");
  const list = current?.closest("[data-moves]");
  if (current instanceof HTMLElement && list instanceof HTMLElement) {
    const [line, box] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (line.top < box.top || line.bottom > box.bottom) list.scrollTop += line.top - box.top - box.height / 2;
  }
}

/** @param {number} to */
async function go(to) {
  step = Math.max(0, Math.min(last, to));
  const wanted = step;
  try {
    const shown = await frame(wanted);
    // While the slider is dragged, load only the position where it stops.
    if (wanted === step) show(shown);
    if (step < last) void frame(step + 1).catch(() => undefined);
  } catch {
    stop();
    say(text("This could not be loaded. Try again."));
  }
}

function stop() {
  clearTimeout(running);
  running = undefined;
  document.querySelector("[data-go=run]")?.setAttribute("aria-pressed", "false");
}

function tick() {
  running = setTimeout(async () => {
    await go(step + 1);
    if (running === undefined) return;
    if (step >= last) stop();
    else tick();
  }, PACE / speed());
}

function run() {
  if (running !== undefined) {
    stop();
    return;
  }
  if (step >= last) void go(0);
  document.querySelector("[data-go=run]")?.setAttribute("aria-pressed", "true");
  tick();
}

/** @type {Record<string, () => void>} */
const WAYS = {
  first: () => void go(0),
  "turn-back": () => void go(turns.filter((turn) => turn < step).at(-1) ?? 0),
  back: () => void go(step - 1),
  run,
  next: () => void go(step + 1),
  "turn-next": () => void go(turns.find((turn) => turn > step) ?? last),
  last: () => void go(last),
};
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", PageUp: "turn-back", PageDown: "turn-next", Home: "first", End: "last", " ": "run" };

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const way = target?.closest("[data-go]")?.getAttribute("data-go");
  const link = target?.closest("[data-at]");
  if (way) {
    if (way !== "run") stop();
    WAYS[way]?.();
  } else if (link) {
    event.preventDefault();
    stop();
    void go(Number(link.getAttribute("data-at")));
  }
});
document.addEventListener("keydown", (event) => {
  const target = event.target instanceof HTMLElement ? event.target : null;
  const way = KEYS[event.key];
  if (way === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  // Radio groups use the arrow keys themselves, buttons the space bar, scrolled lists their own keys.
  if (target?.matches("input:not(#scrub), select, textarea") || (event.key === " " && target?.closest("button, a, summary"))) return;
  event.preventDefault();
  if (way !== "run") stop();
  WAYS[way]?.();
});
scrub.addEventListener("input", () => {
  stop();
  void go(Number(scrub.value));
});
document.addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.name === "seat") void go(step);
});

keepFolding();
keepFitting();
art.show();
mark(step);
scrub.style.setProperty("--seen", `${(100 * step) / Math.max(1, last)}%`);
