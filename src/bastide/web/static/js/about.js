/** What a hex or a seat gives: asked of the server when it is opened, and shown in the page's popover. */

import { say, text } from "./say.js";

const body = document.body;

/** @returns {HTMLElement | undefined} */
function sheet() {
  return document.getElementById("about") ?? undefined;
}

/** @param {string} what the name of a seat or a hex, or "" for all of them */
export async function show(what) {
  const box = sheet();
  const table = body.dataset["table"];
  // A lesson explains itself, a replay has no table to ask.
  if (box === undefined || table === undefined || body.dataset["lesson"] !== undefined || document.querySelector("#head[data-stage=waiting]")) return;
  let html = "";
  try {
    const reply = await fetch(`/t/${table}/about?lang=${document.documentElement.lang}`);
    if (reply.ok) html = await reply.text();
  } catch {
    // Said below.
  }
  const facts = box.querySelector("[data-facts]");
  if (html === "" || facts === null) {
    say(text("This could not be loaded. Try again."));
    return;
  }
  facts.innerHTML = html; // written and escaped by the server
  for (const one of facts.querySelectorAll("[data-fact]")) one.toggleAttribute("hidden", what !== "" && one.getAttribute("data-fact") !== what);
  const menu = document.querySelector("#menu:popover-open");
  if (menu instanceof HTMLElement) menu.hidePopover();
  if (!box.matches(":popover-open")) box.showPopover();
  box.scrollTop = 0;
  box.focus({ preventScroll: true });
}

/**
 * Shows the hex at a point of the window, if there is one: pieces and numbers lie above it.
 * @param {number} x
 * @param {number} y
 */
export function at(x, y) {
  const hex = document.elementsFromPoint(x, y).find((one) => one.closest("#land [data-about]"));
  if (hex) void show(hex.getAttribute("data-about") ?? "");
}
