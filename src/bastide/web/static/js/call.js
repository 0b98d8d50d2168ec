/**
 * Calls the reader back: the title and the page's icon count what waits (a decision, unread chat), a phone vibrates and
 * keeps its screen on, and a sound calls again while the page is out of sight.
 */

import { keepAwake, knock } from "./means.js";
import { play } from "./sound.js";

/** After how long out of sight the sound calls again, in milliseconds, while a decision waits. */
const AGAIN = [15_000, 45_000];

const title = document.title;
const icon = document.querySelector('link[rel="icon"]');
const plain = icon?.getAttribute("href") ?? "";
/** @type {Promise<string> | undefined} the drawing of the icon */
let drawing;
let shown = 0;
let waited = false;
/** @type {number[]} */
let timers = [];

/** @returns {boolean} whether the game waits for a decision of the reader that no standing answer takes */
function waits() {
  const running = document.querySelector('#head[data-stage="playing"]') !== null;
  return running && document.querySelector("#prompt.mine") !== null && !document.body.hasAttribute("data-refusing");
}

/** @param {number} count draws it on the icon */
async function mark(count) {
  if (icon === null) return;
  if (count === 0) {
    icon.setAttribute("href", plain);
    return;
  }
  drawing ??= fetch(plain).then((reply) => reply.text());
  const label = count > 9 ? "9+" : String(count);
  const badge = `<circle cx="25" cy="11" r="11" fill="#C62F17"/><text x="25" y="16.500" text-anchor="middle" font-family="sans-serif" font-weight="800" font-size="${count > 9 ? 12 : 16}" fill="#fff">${label}</text></svg>`;
  try {
    const svg = (await drawing).replace(/<\/svg>\s*$/, badge);
    if (count === shown) icon.setAttribute("href", `data:image/svg+xml,${encodeURIComponent(svg)}`);
  } catch {
    drawing = undefined; // without a connection the title has to do
  }
}

/** Sets when the sound calls, or that it does not: the reader looks at the page, or nothing waits. */
function callLater() {
  for (const timer of timers) clearTimeout(timer);
  timers = [];
  if (!waited || document.visibilityState === "visible") return;
  timers = AGAIN.map((wait) => setTimeout(() => play("call"), wait));
}

/**
 * Shows what waits.
 * @param {number} unread lines of chat
 */
export function refresh(unread) {
  const now = waits();
  const count = Number(now) + unread;
  if (count !== shown) {
    shown = count;
    document.title = count > 0 ? `(${count}) ${title}` : title;
    void mark(count);
  }
  void keepAwake(now);
  if (now === waited) return;
  waited = now;
  if (now) knock();
  callLater();
}

document.addEventListener("visibilitychange", callLater);
