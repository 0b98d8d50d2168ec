/**
 * Cards on their way after a change: from the hexes that gave them to the seat that got them, between seats, to and from the
 * bank. They are read from the events that the server sends this reader, so a card that the reader may not know is a back.
 * At each seat a note says what it has won and lost; with reduced motion the notes alone say it.
 */

import { mayMove } from "./settings.js";
import { isShown } from "./shown.js";

/** @typedef {Record<string, unknown>} Event */

/**
 * So many cards of one kind between two places. A place is a seat's number, the name of a hex, or "" for the bank; `good` is
 * "" for a card that the reader does not know, and DEVELOPMENT for a card of the deck.
 * @typedef {object} Transfer
 * @property {string} good
 * @property {number} count
 * @property {number | string} from
 * @property {number | string} to
 */

export const DEVELOPMENT = "*";
const FLIGHT = 520;
const STAGGER = 45;
/** How many cards of one kind fly at once; the note has the number. */
const MOST_OF_A_KIND = 3;
/** More transfers than these are a page that comes back after a while, not something that happens now. */
const MOST = 40;
const NOTE = 2600;
/** The width of a note beside its seat, at most, and the distance to it. */
const [WIDEST_NOTE, BESIDE] = [190, 12];
/** The distances of the middles of hexes: the drawing's unit is a hex of radius 100. */
const [COLUMN, ROW] = [Math.sqrt(3) * 100, 150];

/**
 * @param {Event} event
 * @param {string} name
 */
function number(event, name) {
  return Number(event[name] ?? 0);
}

/**
 * @param {Event} event
 * @param {string} name
 */
function word(event, name) {
  return String(event[name] ?? "");
}

/**
 * Reads what went where.
 * @param {Event[]} events
 * @param {string[]} gains the kinds of events by which a seat gets cards from the bank
 * @returns {Transfer[]}
 */
export function transfers(events, gains) {
  /** @type {Transfer[]} */
  const found = [];
  /** @type {Event[]} */
  let yields = [];
  for (const event of events) {
    const [kind, seat, good, count] = [word(event, "kind"), number(event, "seat"), word(event, "good"), number(event, "count")];
    if (kind === "yield") yields.push(event);
    else if (gains.includes(kind)) {
      // What the hexes gave; the rest, where the bank was short or nothing was rolled, comes from the bank.
      let left = count;
      for (const from of yields.filter((one) => one["seat"] === event["seat"] && one["good"] === event["good"])) {
        const part = Math.min(left, number(from, "count"));
        if (part > 0) found.push({ good, count: part, from: word(from, "hex"), to: seat });
        left -= part;
      }
      yields = yields.filter((one) => one["seat"] !== event["seat"] || one["good"] !== event["good"]);
      if (left > 0) found.push({ good, count: left, from: "", to: seat });
    } else if (kind === "hand_over" || kind === "give") found.push({ good, count, from: seat, to: number(event, "to") });
    else if (kind === "steal") found.push({ good, count: 1, from: number(event, "victim"), to: seat });
    else if (kind === "discard") found.push({ good, count, from: seat, to: "" });
    else if (kind === "buy") found.push({ good: DEVELOPMENT, count: 1, from: "", to: seat });
    else if (kind === "bank") {
      found.push({ good, count, from: seat, to: "" });
      found.push({ good: word(event, "get"), count: number(event, "got"), from: "", to: seat });
    }
  }
  return found.filter((one) => one.count > 0);
}

/**
 * The drawing of a card: its good, or a back.
 * @param {string} good
 * @returns {string}
 */
function art(good) {
  if (good === "") return '<svg width="14" height="20" viewBox="0 0 14 20"><use href="#mini-good"/></svg>';
  if (good === DEVELOPMENT) return '<svg width="14" height="20" viewBox="0 0 14 20"><use href="#mini-card"/></svg>';
  return `<svg width="20" height="20" viewBox="0 0 24 24"><use href="#i-${good.replace(/[^\w-]/g, "")}"/></svg>`;
}

/**
 * @param {number | string} place
 * @param {string} good
 * @returns {DOMPoint | undefined} the middle of a place on the screen; undefined where it is not shown
 */
function spot(place, good) {
  if (typeof place === "string" && place !== "") {
    const [q = 0, r = 0] = place.split(",").map(Number);
    const matrix = /** @type {SVGGraphicsElement | null} */ (document.querySelector("#lit"))?.getScreenCTM();
    return matrix ? new DOMPoint(COLUMN * (q + r / 2), ROW * r).matrixTransform(matrix) : undefined;
  }
  const own = place === Number(document.body.dataset["own"] ?? NaN);
  const slot = own && good !== "" ? document.querySelector(`#hand [data-good="${CSS.escape(good)}"]`) : null;
  const seat = typeof place === "number" ? seatElement(place) : document.getElementById("bank");
  const shown = [slot, seat].find((one) => one !== null && isShown(one));
  if (!shown) return undefined;
  const box = shown.getBoundingClientRect();
  return new DOMPoint(box.x + Math.min(box.width / 2, 60), box.y + box.height / 2);
}

/** @param {number} seat */
function seatElement(seat) {
  return document.getElementById(`rail-${seat}`);
}

/**
 * @param {Transfer} transfer
 * @param {number} start how many cards fly before these ones
 * @returns {number} how many fly
 */
function fly({ good, count, from, to }, start) {
  const [begin, end] = [spot(from, good), spot(to, good)];
  if (!begin || !end) return 0;
  const flown = Math.min(count, MOST_OF_A_KIND);
  for (let i = 0; i < flown; i += 1) {
    const card = document.createElement("div");
    card.className = good === "" || good === DEVELOPMENT ? "flying back" : "flying";
    card.setAttribute("aria-hidden", "true");
    card.dataset["good"] = good;
    card.innerHTML = art(good);
    card.style.left = `${end.x}px`;
    card.style.top = `${end.y}px`;
    document.body.append(card);
    const [dx, dy] = [begin.x - end.x, begin.y - end.y];
    const flight = card.animate(
      [
        { transform: `translate(calc(${dx}px - 50%), calc(${dy}px - 50%)) scale(.7)`, opacity: 0 },
        { opacity: 1, offset: 0.15 },
        { transform: `translate(calc(${dx * 0.4}px - 50%), calc(${dy * 0.4 - 26}px - 50%)) scale(1.15)`, offset: 0.6 },
        { transform: "translate(-50%, -50%) scale(.9)", opacity: 0.9 },
      ],
      { duration: FLIGHT, delay: (start + i) * STAGGER, easing: "cubic-bezier(.3, 0, .2, 1)", fill: "both" },
    );
    flight.onfinish = flight.oncancel = () => card.remove();
  }
  return flown;
}

/**
 * What each seat has won and lost, by kind of card.
 * @param {Transfer[]} all
 * @returns {Map<number, Map<string, number>>}
 */
export function balances(all) {
  /** @type {Map<number, Map<string, number>>} */
  const seats = new Map();
  /**
   * @param {number | string} seat
   * @param {string} good
   * @param {number} count
   */
  const add = (seat, good, count) => {
    if (typeof seat !== "number") return;
    const held = seats.get(seat) ?? new Map();
    held.set(good, (held.get(good) ?? 0) + count);
    seats.set(seat, held);
  };
  for (const { good, count, from, to } of all) {
    add(from, good, -count);
    add(to, good, count);
  }
  return seats;
}

/**
 * @param {{left: number, right: number, top: number, height: number}} box where it would hang
 * @returns {number} where it covers no panel that stands under the seats
 */
function below({ left, right, top, height }) {
  const under = [...document.querySelectorAll("[data-wall]")]
    .filter((wall) => isShown(wall) && wall.closest("#rail, #hand") === null)
    .map((wall) => wall.getBoundingClientRect())
    .filter((box) => box.left < right && box.right > left && box.top >= top && box.top < top + height);
  return Math.max(top, ...under.map((box) => box.bottom + 2));
}

/**
 * A note of what a seat has won and lost, which disappears after a moment.
 * @param {number} seat
 * @param {Map<string, number>} held
 * @returns {HTMLElement}
 */
function note(seat, held) {
  const shown = document.createElement("div");
  shown.className = "gained";
  shown.setAttribute("aria-hidden", "true"); // the log says the same in words
  shown.dataset["of"] = String(seat);
  shown.innerHTML = [...held].map(([good, count]) => `<span class="${count > 0 ? "won" : "lost"}">${count > 0 ? "+" : "\u2212"}${Math.abs(count)}${art(good)}</span>`).join("");
  setTimeout(() => shown.remove(), NOTE);
  return shown;
}

/**
 * Shows at each seat what it has won and lost, for a moment. All notes are added, then all are measured, then all are
 * placed: the browser works out styles once, not once for each note.
 * @param {Map<number, Map<string, number>>} all
 */
function notes(all) {
  /** @type {{box: DOMRect, shown: HTMLElement, figures: number}[]} */
  const made = [];
  for (const [seat, balance] of all) {
    const held = new Map([...balance].filter(([, count]) => count !== 0));
    const place = seatElement(seat);
    if (place === null || !isShown(place) || held.size === 0) continue;
    const box = place.getBoundingClientRect();
    const figures = place.querySelector(".stats")?.getBoundingClientRect().top ?? box.bottom;
    made.push({ box, shown: note(seat, held), figures });
  }
  // Where seats stand side by side, a note stays within its seat, or it would cover part of the next one, which may have won
  // nothing.
  const seats = [...document.querySelectorAll("#rail .player")].filter(isShown).map((one) => one.getBoundingClientRect());
  const aside = seats.some((one) => one.left !== seats[0]?.left);
  for (const { box, shown } of made) shown.style.maxWidth = `${aside ? box.width : WIDEST_NOTE}px`;
  for (const { shown } of made) {
    document.querySelector(`.gained[data-of="${shown.dataset["of"]}"]`)?.remove();
    document.body.append(shown);
  }
  const spots = made.map(({ box, shown, figures }) => {
    const [width, height] = [shown.offsetWidth, shown.offsetHeight];
    // Where seats stand in a column, a note stands beside its seat, like a flag.
    if (!aside) return [Math.min(box.right + BESIDE, innerWidth - width - 4), Math.max(4, box.bottom - height)];
    const left = Math.max(4, Math.min(box.right - width, innerWidth - width - 4));
    // The figures that change stay visible: the note hangs under its seat, or stands over its name where another seat is there.
    const under = seats.some((other) => other.left < box.right && other.right > box.left && other.top >= box.bottom);
    const top = under ? figures - height - 1 : box.bottom + 3;
    return [left, Math.max(4, below({ left, right: left + width, top, height }))];
  });
  made.forEach(({ shown }, i) => {
    const [left, top] = spots[i] ?? [];
    shown.style.left = `${left}px`;
    shown.style.top = `${top}px`;
  });
}

/**
 * Shows what went where.
 * @param {Event[]} events those since the last change, as this reader may know them
 * @returns {boolean} whether any card changed its place
 */
export function show(events) {
  const gains = (document.getElementById("rail")?.getAttribute("data-gains") ?? "").split(" ");
  const all = transfers(events, gains);
  if (all.length === 0 || all.length > MOST) return false;
  let flown = 0;
  if (mayMove()) for (const transfer of all) flown += fly(transfer, flown);
  notes(balances(all));
  return true;
}
