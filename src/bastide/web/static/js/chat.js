/** The chat: marks new lines and counts the unread ones. */

import { remember, remembered } from "./settings.js";
import { isShown } from "./shown.js";
import { play } from "./sound.js";

/** @type {number | undefined} */
let newest;

/**
 * Writes the number of unread lines into `[data-badge="chat"]`. Lines are read once the chat is open on a visible page.
 * @param {string} table
 * @returns {number} the number of unread lines
 */
export function refresh(table) {
  const numbers = [...document.querySelectorAll("#chat [data-number]")].map((line) => Number(line.getAttribute("data-number")));
  const last = Math.max(0, ...numbers);
  if (newest !== undefined && last > newest) play("chat");
  newest = last;
  const chat = document.getElementById("chat");
  const open = document.body.dataset["tab"] === "chat" || (chat !== null && isShown(chat));
  if (open && document.visibilityState === "visible") remember(`read.${table}`, String(last));
  const read = Number(remembered(`read.${table}`) ?? 0);
  const unread = numbers.filter((number) => number > read).length;
  for (const badge of document.querySelectorAll('[data-badge="chat"]')) {
    badge.textContent = unread > 0 ? String(unread) : "";
    badge.toggleAttribute("hidden", unread === 0);
  }
  return unread;
}
