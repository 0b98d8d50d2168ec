/** Which places of the board are shown, and which of them is previewed, with its tip. */

import { beside } from "./beside.js";
import { showHand } from "./forms.js";
import { text } from "./say.js";
import { isShown } from "./shown.js";
import * as turning from "./turning.js";

const body = document.body;

/**
 * The place tapped once on a touch screen, previewed and not yet built; and the place whose tip is shown.
 * @type {{chosen: Element | undefined, tipped: Element | undefined}}
 */
export const places = { chosen: undefined, tipped: undefined };

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
  for (const entry of document.querySelectorAll("[data-choose]")) {
    const place = placeOf(entry.getAttribute("data-choose") ?? "");
    entry.toggleAttribute("data-shown", place?.hasAttribute("data-shown") === true);
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
  return places.chosen?.getAttribute("data-notation") ?? "";
}

/** Names the button that confirms for what it does at the place that was tapped once. */
function nameTick() {
  const what = places.chosen?.getAttribute("aria-label");
  const tick = document.querySelector("#prompt [data-tick]");
  if (!what) {
    tick?.removeAttribute("aria-label");
    return;
  }
  tick?.setAttribute("aria-label", text("Confirm: {what}").replace("{what}", () => what));
}

/**
 * @param {string} notation
 * @returns {Element | undefined} the place that sends it
 */
export function placeOf(notation) {
  return document.querySelector(`#targets [data-notation="${CSS.escape(notation)}"]`) ?? undefined;
}

/** @param {Element | undefined} target */
export function choose(target) {
  places.chosen?.classList.remove("chosen");
  places.chosen = target;
  places.chosen?.classList.add("chosen");
  body.toggleAttribute("data-chosen", places.chosen !== undefined);
  for (const entry of document.querySelectorAll("[data-choose]")) {
    entry.setAttribute("aria-pressed", String(entry.getAttribute("data-choose") === previewed()));
  }
  nameTick();
  tip(places.chosen ?? null);
}

/**
 * Rotates the tile previewed at the tapped place; confirming places it in that rotation.
 * @param {number} by
 */
export function turnChosen(by) {
  const place = places.chosen?.closest("[data-cell]") ?? null;
  if (place === null) return;
  turning.turn(by, place);
  choose(turning.shownAt(place));
}

/** @param {Element | null} target */
export function tip(target) {
  const box = document.getElementById("tip");
  const html = target?.getAttribute("data-tip");
  places.tipped = html ? (target ?? undefined) : undefined;
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
