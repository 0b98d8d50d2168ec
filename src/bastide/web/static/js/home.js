/**
 * The front page: refreshes its lists of tables while the page is visible, places the turned card of a game over its
 * card, and lets arrow keys walk along the shelf.
 */

import "./page.js";

const EVERY = 12_000;

async function refresh() {
  if (document.visibilityState !== "visible") return;
  try {
    const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const list of document.querySelectorAll(".list")) {
      const heading = list.getAttribute("aria-labelledby") ?? "";
      const next = fresh.querySelector(`.list[aria-labelledby="${CSS.escape(heading)}"]`);
      // A list that somebody has unfolded stays so.
      next?.querySelector("details")?.toggleAttribute("open", list.querySelector("details[open]") !== null);
      // Where somebody is about to click by keys nothing moves: the next time is soon.
      if (next && !next.isEqualNode(list) && !list.contains(document.activeElement)) list.replaceWith(next);
    }
  } catch {
    // no network: the lists stay as they are until the next time
  }
}

setInterval(() => void refresh(), EVERY);
document.addEventListener("visibilitychange", () => void refresh());

const WIDE = matchMedia("(min-width: 43.75em)");

/**
 * A turned card covers its own and the next one; at the right end of a row it reaches to the left.
 * @param {HTMLElement} turned
 */
function place(turned) {
  const card = turned.parentElement;
  turned.toggleAttribute("data-placed", WIDE.matches && card !== null);
  turned.style.left = turned.style.top = "";
  if (!WIDE.matches || card === null) return;
  const { left, top } = card.getBoundingClientRect();
  const { width, height } = turned.getBoundingClientRect();
  const room = document.documentElement;
  turned.style.left = `${scrollX + Math.max(8, Math.min(left, room.clientWidth - width - 24))}px`;
  turned.style.top = `${scrollY + Math.max(8, Math.min(top, room.clientHeight - height - 8))}px`;
}

for (const turned of document.querySelectorAll(".turned")) {
  turned.addEventListener("toggle", (event) => {
    if (!(turned instanceof HTMLElement && event instanceof ToggleEvent) || event.newState !== "open") return;
    place(turned);
    const first = turned.querySelector("p .btn");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  });
}

/**
 * The card to which an arrow goes from another one: along its row, or to the nearest one of the next row.
 * @param {HTMLElement[]} cards
 * @param {HTMLElement} from
 * @param {string} key
 */
function beside(cards, from, key) {
  const at = cards.indexOf(from);
  if (key === "ArrowLeft") return cards[at - 1];
  if (key === "ArrowRight") return cards[at + 1];
  if (key === "Home") return cards[0];
  if (key === "End") return cards[cards.length - 1];
  const top = cards[0]?.getBoundingClientRect().top ?? 0;
  const columns = cards.filter((card) => Math.abs(card.getBoundingClientRect().top - top) < 2).length;
  if (key === "ArrowUp") return cards[at - columns];
  if (key === "ArrowDown") return cards[at + columns];
  return undefined;
}

document.addEventListener("keydown", (event) => {
  const from = event.target;
  if (!(from instanceof HTMLElement) || !from.matches(".start") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key.toLowerCase() === "i") {
    const turned = from.parentElement?.querySelector(".turned");
    if (turned instanceof HTMLElement) turned.togglePopover();
    return;
  }
  const cards = [...(from.closest(".shelf")?.querySelectorAll(".start") ?? [])].filter((one) => one instanceof HTMLElement);
  const next = beside(cards, from, event.key);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
});
