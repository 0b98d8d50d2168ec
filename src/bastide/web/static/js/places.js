/** Which places of the board are shown, and which of them is previewed, with its tip. */

import { beside } from "./beside.js";
import { showHand } from "./forms.js";
import { isShown } from "./shown.js";
import * as turning from "./turning.js";

const body = document.body;

/** @type {Element | undefined} the place tapped once on a touch screen: previewed, not yet built */
let chosen;
/** @type {Element | undefined} the place whose tip is shown */
let tipped;

/** @returns {Element | undefined} the place that was tapped once */
export function chosenPlace() {
  return chosen;
}

/** @returns {Element | undefined} the place whose tip is shown */
export function tippedPlace() {
  return tipped;
}

/** @returns {string} the verb whose places are shown, or "" */
export function armed() {
  return body.dataset["armed"] ?? "";
}

/** @param {string} verb "" for none */
export function arm(verb) {
  const before = armed();
  const from = document.activeElement?.closest("#targets [data-verb]");
  if (verb === "") delete body.dataset["armed"];
  else body.dataset["armed"] = verb;
  showArmed();
  choose(undefined);
  if (verb !== "") showHand();
  document.dispatchEvent(new Event("bastide:armed"));
  // Hiding a focused place would lose the focus: return it to the button that showed the places.
  if (from && !isShown(from)) {
    const button = [...document.querySelectorAll(`button[data-verb="${CSS.escape(before)}"]`)].find(isShown);
    if (before !== "" && button instanceof HTMLElement) button.focus({ preventScroll: true });
  }
}

/** Shows the places of the armed verb, or the family's default places while no verb is armed. */
function showPlaces() {
  const first = document.getElementById("targets")?.getAttribute("data-first") ?? "";
  const verb = armed() || first;
  for (const target of document.querySelectorAll("#targets [data-verb]")) {
    target.toggleAttribute("data-shown", verb !== "" && target.getAttribute("data-verb") === verb);
  }
  for (const words of document.querySelectorAll("#prompt [data-when]")) {
    words.toggleAttribute("data-shown", armed() !== "" && words.getAttribute("data-when") === armed());
  }
}

export function showArmed() {
  showPlaces();
  for (const button of document.querySelectorAll('button[data-verb]:not([data-verb=""])')) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-verb") === armed()));
  }
}

/** @returns {string} the notation of the place that was tapped once, or "" */
export function previewed() {
  return chosen?.getAttribute("data-notation") ?? "";
}

/** @param {Element | undefined} target */
export function choose(target) {
  chosen?.classList.remove("chosen");
  chosen = target;
  chosen?.classList.add("chosen");
  body.toggleAttribute("data-chosen", chosen !== undefined);
  tip(chosen ?? null);
}

/**
 * Rotates the tile previewed at the tapped place; confirming places it in that rotation.
 * @param {number} by
 */
export function turnChosen(by) {
  const place = chosen?.closest("[data-cell]") ?? null;
  if (place === null) return;
  turning.turn(by, place);
  choose(turning.shownAt(place));
}

/** @param {Element | null} target */
export function tip(target) {
  const box = document.getElementById("tip");
  const html = target?.getAttribute("data-tip");
  tipped = html ? (target ?? undefined) : undefined;
  if (box === null) return;
  box.toggleAttribute("hidden", !html);
  if (!html || target === null) return;
  box.innerHTML = html; // written and escaped by the server
  beside(box, target);
}

/**
 * @param {string} verb
 * @returns {Element[]}
 */
export function targetsOf(verb) {
  return [...document.querySelectorAll(`#targets [data-notation][data-verb="${CSS.escape(verb)}"]`)];
}
