/**
 * First times: in the first games that this browser plays, a card explains what happens for the first time, with its rule. One
 * card at a time, each once; it waits while something else is asked of the reader, and never takes the focus.
 */

import { isOn, remember, remembered } from "./settings.js";
import { PHONE } from "./shown.js";

/** @typedef {Record<string, unknown>} Event */

/** In how many games cards are shown. */
const MOST = 3;
/** What this browser remembers: the tables of the first games, one word each, and the cards that were shown. */
const [GAMES, SHOWN] = ["games", "first"];
/** Stands for a table whose first game is over. */
const PAST = "-";
/** What is asked of the reader, or lies where the card would. */
const BUSY = "#notice button, #choice[data-live], #offer[data-live], #hint:not([hidden]), #pause[data-live], dialog[open], .menu:popover-open, .why-panel:popover-open";
/** On a phone also while a place is to be chosen; on a low one, where the card lies over the hand, while a tile is to be laid. */
const PLACING = "body:is([data-armed], [data-chosen], [data-open]), #targets[data-forced]";
const LAYING = "#targets[data-first] .target";
const LOW = "(max-height: 47.4375em)";

const body = document.body;
/** @type {HTMLTemplateElement[]} the cards that wait to be shown */
let waiting = [];
/** The stage of the table when it was last looked at. */
let stage = "";

/** @returns {HTMLElement | null} */
function place() {
  return document.getElementById("first");
}

/**
 * @param {string} key
 * @returns {string[]}
 */
function words(key) {
  return (remembered(key) ?? "").split(" ").filter(Boolean);
}

/** @returns {boolean} whether the reader plays one of their first games, and counts a game that begins */
function begins() {
  const table = body.dataset["table"] ?? "";
  const before = stage;
  stage = document.querySelector("#head")?.getAttribute("data-stage") ?? "";
  // A lesson explains itself.
  if (body.dataset["own"] === undefined || body.matches("[data-lesson]")) return false;
  const games = words(GAMES);
  if (before === "over" && stage === "playing") {
    remember(GAMES, games.map((one) => (one === table ? PAST : one)).join(" "));
    return begins();
  }
  if (stage === "playing" && games.length < MOST && !games.includes(table)) remember(GAMES, [...games, table].join(" "));
  return stage === "playing" && words(GAMES).includes(table);
}

/**
 * @param {unknown} wanted
 * @param {unknown} given
 */
function same(wanted, given) {
  const own = Number(body.dataset["own"] ?? NaN);
  if (wanted === "mine") return given === own;
  if (wanted === "other") return typeof given === "number" && given >= 0 && given !== own;
  if (typeof wanted === "string" && wanted.endsWith("*")) return String(given).startsWith(wanted.slice(0, -1));
  return given === wanted;
}

/**
 * @param {HTMLTemplateElement} card
 * @param {Event[]} events
 * @returns {boolean} whether one of them is what the card waits for
 */
function fits(card, events) {
  /** @type {Record<string, unknown[]>} */
  const wanted = JSON.parse(card.getAttribute("data-on") ?? "{}");
  return events.some((event) => Object.entries(wanted).every(([name, values]) => values.some((value) => same(value, event[name]))));
}

/**
 * @param {Event} event
 * @returns {Event[]} the event; for two dice also the number that they give, which else comes by itself
 */
function read(event) {
  const { kind, seat, first, second } = event;
  return kind === "roll" ? [event, { kind: "number", seat, total: Number(first) + Number(second) }] : [event];
}

/** @param {Event[]} told what has just happened */
export function see(told) {
  if (!begins() || !isOn("first")) return;
  const events = told.flatMap(read);
  const shown = words(SHOWN);
  for (const card of document.querySelectorAll("template[data-first]")) {
    if (!(card instanceof HTMLTemplateElement) || waiting.includes(card) || shown.includes(card.getAttribute("data-first") ?? "")) continue;
    if (fits(card, events)) waiting.push(card);
  }
  refresh();
}

/** @returns {string} what the card must not be in the way of, in this window */
function where() {
  if (!matchMedia(PHONE).matches) return BUSY;
  return matchMedia(LOW).matches ? `${BUSY}, ${PLACING}, ${LAYING}` : `${BUSY}, ${PLACING}`;
}

/** Shows the next card if its place is free, and hides the one that is shown while it is not. */
export function refresh() {
  const here = place();
  if (here === null) return;
  if (!isOn("first") || !begins()) {
    waiting = [];
    here.replaceChildren();
  }
  const busy = document.querySelector(where()) !== null;
  here.toggleAttribute("data-waits", busy);
  const next = busy || here.childElementCount > 0 ? undefined : waiting.shift();
  if (next === undefined) return;
  remember(SHOWN, [...words(SHOWN), next.getAttribute("data-first") ?? ""].join(" "));
  here.append(next.content.cloneNode(true));
  document.dispatchEvent(new Event("bastide:walls"));
}

/** @returns {boolean} whether a card was shown and is now gone */
export function close() {
  const here = place();
  if (here === null || here.childElementCount === 0 || here.hasAttribute("data-waits")) return false;
  const inside = here.contains(document.activeElement);
  here.replaceChildren();
  if (inside) document.getElementById("stage")?.focus({ preventScroll: true });
  refresh();
  document.dispatchEvent(new Event("bastide:walls"));
  return true;
}

/** Listens to the button of the card, to a tap on it, and to Enter where nothing has the focus. */
export function listen() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("#first") && !target.closest("a")) close();
  });
  document.addEventListener("keydown", (event) => {
    const nowhere = document.activeElement === null || document.activeElement === body;
    if (event.key === "Enter" && nowhere && !event.defaultPrevented && close()) event.preventDefault();
  });
  document.addEventListener("bastide:refused", () => see([{ kind: "refused" }]));
  document.addEventListener("bastide:set", refresh);
  // What was in the way is closed.
  document.addEventListener("toggle", () => setTimeout(refresh), { capture: true });
  document.addEventListener("close", () => setTimeout(refresh), { capture: true });
  document.addEventListener("bastide:armed", refresh);
}
