/** Which form is open, and on a phone which sheet. */

import * as compose from "./compose.js";
import { isShown } from "./shown.js";

const body = document.body;
const SHOWN_WITHOUT_OPENING = "#offer[data-live], #choice[data-live]";

/** @param {string} form "" for none */
export function open(form) {
  if (form === "") delete body.dataset["open"];
  else body.dataset["open"] = form;
  showForms();
  compose.refreshAll();
}

/** @param {string} form opens it, on a phone by its tab */
export function openTrade(form) {
  const sheet = document.querySelector('#tabs [data-tab="trade"]');
  if (sheet === null || !isShown(sheet)) open(form);
  else if (body.dataset["tab"] !== "trade") tab("trade");
}

/**
 * On a phone, opens the tab with the hand: a choice has come up, or places are shown that another sheet would cover.
 * Nobody is interrupted in typing.
 */
export function showHand() {
  const hand = document.querySelector('#tabs [data-tab="build"]');
  const typing = document.activeElement instanceof HTMLInputElement;
  if (hand !== null && isShown(hand) && body.dataset["tab"] !== "build" && !typing) tab("build");
}

export function showForms() {
  const form = body.dataset["open"] ?? "";
  for (const button of document.querySelectorAll("button[data-form]")) {
    button.setAttribute("aria-expanded", String(button.getAttribute("data-form") === form));
  }
  for (const shown of document.querySelectorAll("#choice form[data-form]")) {
    shown.toggleAttribute("data-shown", shown.getAttribute("data-form") === form);
  }
}

/** @param {string} form closes it; a focus inside it returns to the button that opened it */
export function close(form) {
  const inside = document.activeElement?.closest(`form[data-form="${CSS.escape(form)}"], #${CSS.escape(form)}`);
  open("");
  if (!inside || (document.activeElement && document.activeElement !== body && isShown(document.activeElement))) return;
  const button = [...document.querySelectorAll(`button[data-form="${CSS.escape(form)}"]`)].find(isShown);
  if (button instanceof HTMLElement) button.focus({ preventScroll: true });
}

/** @param {string} name */
export function tab(name) {
  // On a phone, a second tap on the active tab closes its sheet.
  if (body.dataset["tab"] === name && name !== "build") name = "build";
  body.dataset["tab"] = name;
  showTab();
  compose.refreshAll();
  document.dispatchEvent(new Event("bastide:tab"));
}

/** What each sheet told when it was last open, or first known. @type {Map<string | null, string | null>} */
const read = new Map();

/** Marks a tab whose sheet tells something else than when it was last open. @param {Element} button @param {boolean} shown */
function mark(button, shown) {
  const badge = button.querySelector("[data-news]");
  if (badge === null) return;
  const [name, news] = [button.getAttribute("data-tab"), badge.getAttribute("data-news")];
  if (shown || !read.has(name)) read.set(name, news);
  badge.toggleAttribute("hidden", read.get(name) === news);
}

/** The server sends the tabs in their initial state; the page keeps track of the active one. */
export function showTab() {
  const name = body.dataset["tab"];
  if (name === undefined) return;
  for (const button of document.querySelectorAll("button[data-tab]")) {
    const own = button.getAttribute("data-tab");
    // On a wide page, unlike on a phone, the log is shown whenever the chat is not.
    if (button.getAttribute("role") === "tab") button.setAttribute("aria-selected", String((own === "chat") === (name === "chat")));
    else button.setAttribute("aria-pressed", String(own === name));
    mark(button, own === name);
  }
  for (const panel of document.querySelectorAll("[data-sheet]")) {
    panel.toggleAttribute("data-up", (panel.getAttribute("data-sheet") ?? "").split(" ").includes(name));
  }
}

/** @returns {boolean} whether a form of goods is shown, whether the user opened it or the game requires it */
export function composing() {
  return body.dataset["open"] !== undefined || document.querySelector(SHOWN_WITHOUT_OPENING) !== null;
}
