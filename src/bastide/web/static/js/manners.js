/** The manners of easy bots: a greeting when a game begins, and a thanks after an exchange with the reader, at their seats. */

import { isOn, remember, remembered } from "./settings.js";
import { say } from "./say.js";
import { PHONE, isShown } from "./shown.js";

/** What this browser remembers of a table: what was said in its game. */
const SAID = "said";
/** How long words stand, in milliseconds. */
const STAYS = 5000;
/** What words need beside one another, in pixels: seats of a phone are narrower. */
const NARROWEST = 150;
/** A greeting comes once the page has come to rest. */
const AFTER = 900;

const body = document.body;
let stage = "";

/** @returns {Record<string, Record<string, string>>} what is said, by occasion and seat */
function words() {
  return JSON.parse(document.getElementById("chat")?.getAttribute("data-manners") ?? "{}");
}

/**
 * @param {string} what
 * @returns {boolean} whether it was not said yet at this table; from now on it was
 */
function first(what) {
  const kept = (remembered(SAID) ?? "").split(" ");
  const table = body.dataset["table"] ?? "";
  const said = kept[0] === table ? kept.slice(1) : [];
  if (said.includes(what)) return false;
  remember(SAID, [table, ...said, what].join(" "));
  return true;
}

/**
 * Shows words at a seat, over its figures, and reads them out. Seats of a phone stand in rows: words wider than one would
 * cover others, and stand under the rows.
 * @param {string} seat
 * @param {string} said
 */
function speak(seat, said) {
  const place = document.getElementById(`rail-${seat}`);
  if (place === null || !isShown(place)) return;
  const bubble = document.createElement("div");
  bubble.className = "spoken";
  bubble.setAttribute("aria-hidden", "true");
  bubble.textContent = said;
  const { left, bottom, width } = place.getBoundingClientRect();
  body.append(bubble);
  bubble.style.maxWidth = `${Math.max(NARROWEST, width - 8)}px`;
  bubble.style.left = `${Math.max(4, Math.min(left + 4, innerWidth - bubble.offsetWidth - 4))}px`;
  const rows = matchMedia(PHONE).matches ? place.parentElement?.getBoundingClientRect() : undefined;
  bubble.classList.toggle("under", rows !== undefined);
  bubble.style.top = `${rows === undefined ? bottom - Math.min(bubble.offsetHeight, 40) - 4 : rows.bottom + 4}px`;
  const name = place.querySelector(".name")?.textContent ?? "";
  say(`${name}: ${said}`, false);
  setTimeout(() => bubble.remove(), STAYS);
}

/** Greets at the start of a game. */
export function refresh() {
  const before = stage;
  stage = document.querySelector("#head")?.getAttribute("data-stage") ?? "";
  if (before === "over" && stage === "playing") remember(SAID, "");
  // In the set-up no turn has a number yet.
  const begun = stage === "playing" && before !== stage && document.getElementById("log-1") === null;
  const [greeting] = Object.entries(words()["greeting"] ?? {});
  if (!begun || greeting === undefined || !isOn("manners") || !first("greeting")) return;
  setTimeout(() => speak(...greeting), AFTER);
}

/** @param {Record<string, unknown>[]} events what has just happened */
export function see(events) {
  const own = Number(body.dataset["own"] ?? NaN);
  const trade = events.find((event) => event["kind"] === "trade" && (event["seat"] === own || event["with"] === own));
  if (trade === undefined || !isOn("manners")) return;
  const seat = String(trade["seat"] === own ? trade["with"] : trade["seat"]);
  const said = words()["thanks"]?.[seat];
  if (said !== undefined && first("thanks")) speak(seat, said);
}
