/** The sheet that tells what is new at a table: shown by itself once in each browser, and from the menu at any time. */

import { remember, remembered } from "./settings.js";

/** What this browser remembers: modules separated by spaces; `*` for all that there are. */
const KNOWN = "briefed";

/** @returns {HTMLDialogElement | undefined} */
function sheet() {
  const found = document.getElementById("briefing");
  return found instanceof HTMLDialogElement ? found : undefined;
}

/** @returns {string[]} the modules of this table */
function brought() {
  return (sheet()?.getAttribute("data-briefs") ?? "").split(" ").filter(Boolean);
}

/** @returns {Set<string>} */
function known() {
  return new Set((remembered(KNOWN) ?? "").split(" "));
}

/** @param {string} name shows the page of this module */
function turn(name) {
  for (const page of document.querySelectorAll("[data-brief-page]")) page.toggleAttribute("hidden", page.getAttribute("data-brief-page") !== name);
  for (const tab of document.querySelectorAll("[data-brief]")) tab.setAttribute("aria-selected", String(tab.getAttribute("data-brief") === name));
}

function open() {
  const shown = sheet();
  if (shown === undefined || shown.open) return;
  const menu = document.querySelector("#menu:popover-open");
  if (menu instanceof HTMLElement) menu.hidePopover();
  shown.showModal();
}

let offered = false;

/** Shows the sheet to a player whose game has begun, and who has not seen it. */
export function offer() {
  const playing = document.querySelector('#head[data-stage="playing"]') !== null;
  const own = document.body.dataset["own"] !== undefined;
  // A lesson explains itself.
  if (offered || !playing || !own || document.body.matches("[data-lesson]")) return;
  offered = true;
  const seen = known();
  const fresh = seen.has("*") ? [] : brought().filter((name) => !seen.has(name));
  if (fresh.length === 0) return;
  const first = fresh[0]?.split(".")[1];
  if (first !== undefined) turn(first);
  open();
}

/** Listens to the buttons of the sheet, and to those that open it. */
export function listen() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[data-briefing]")) open();
    const tab = target?.closest("[data-brief]");
    if (tab) turn(tab.getAttribute("data-brief") ?? "");
  });
  sheet()?.addEventListener("close", () => {
    const box = document.querySelector("[data-brief-known]");
    if (box instanceof HTMLInputElement && box.checked) remember(KNOWN, [...new Set([...known(), ...brought()])].join(" ").trim());
  });
}
