/** Hints: asks for one, hides and shows it again, and shows where a decision is made. The reader makes it. */

import { open } from "./forms.js";
import { arm, armed, choose, placeOf } from "./places.js";
import { say, text } from "./say.js";
import { isShown } from "./shown.js";
import * as turning from "./turning.js";

/** @typedef {import("./hands.js").Hands} Hands */

const body = document.body;
/** Whether a hint is being worked out. */
let asked = false;

/** @returns {HTMLElement | undefined} the panel, if there is a hint for this position */
function panel() {
  const found = document.getElementById("hint");
  return found === null || found.hidden ? undefined : found;
}

/** Asks for a hint; hides the one that is shown, and shows the one that is hidden. @param {Hands} hands */
export async function toggle(hands) {
  if (panel() !== undefined) {
    hush(!body.hasAttribute("data-hushed"));
    return;
  }
  if (asked) return;
  asked = true;
  hush(false);
  document.querySelector('[data-do="hint"]')?.setAttribute("data-sent", "");
  say(text("A hint is being worked out…"));
  await hands.command("hint", { version: hands.version });
  asked = false;
  document.querySelector('[data-do="hint"]')?.removeAttribute("data-sent");
  // A refusal is explained, and a hint is read out.
  say("", false);
}

/** @param {boolean} hidden */
function hush(hidden) {
  const inside = panel()?.contains(document.activeElement);
  body.toggleAttribute("data-hushed", hidden);
  refresh();
  // The focus does not go with the panel.
  const lamp = [...document.querySelectorAll('button[data-do="hint"][data-key]')].find(isShown);
  if (hidden && inside && lamp instanceof HTMLElement) lamp.focus({ preventScroll: true });
}

/** @returns {boolean} whether a hint was shown and is now hidden */
export function close() {
  if (panel() === undefined || body.hasAttribute("data-hushed")) return false;
  hush(true);
  return true;
}

/** The lamp is lit while a hint is shown; the next hint is shown again. */
export function refresh() {
  if (panel() === undefined) body.removeAttribute("data-hushed");
  const lit = panel() !== undefined && !body.hasAttribute("data-hushed");
  for (const lamp of document.querySelectorAll('button[data-do="hint"][aria-pressed]')) lamp.setAttribute("aria-pressed", String(lit));
}

/**
 * Shows where a decision is made: its place as a first tap does, else its button.
 * @param {string} notation
 */
export function show(notation) {
  const place = placeOf(notation);
  if (place !== undefined) {
    const verb = place.getAttribute("data-verb") ?? "";
    const turned = place.getAttribute("data-turned");
    if (turned !== null) turning.rotate(Number(turned));
    if (!isShown(place) && armed() !== verb) arm(verb);
    place.dispatchEvent(new Event("bastide:sought", { bubbles: true }));
    choose(place);
    if (place instanceof SVGElement) place.focus({ preventScroll: true });
    return;
  }
  const all = [...document.querySelectorAll(`button[data-notation="${CSS.escape(notation)}"]`)];
  const form = all[0]?.closest("[data-form]")?.getAttribute("data-form") ?? "";
  if (form !== "" && !all.some(isShown)) open(form);
  const button = all.find(isShown);
  if (button instanceof HTMLElement) button.focus();
  else say(text("Make this move yourself: nothing on the board shows it."));
}
