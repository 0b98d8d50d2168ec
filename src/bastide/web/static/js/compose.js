/**
 * Forms of goods: offer, counter-offer, discard, free goods. A click on a card, of the hand or of the form, puts it into
 * the form's tray, and a click in the tray takes it back. The form limits what may be sent, and the notation follows the
 * order of the tray: `offer wool*2 for brick to 1 3`, `discard ore*2 wool`.
 */

import { isShown } from "./shown.js";

/** @typedef {"give" | "want"} Side */

/**
 * @param {Element} pick
 * @returns {number}
 */
function count(pick) {
  return Number(pick.querySelector("[data-count]")?.textContent?.trim() || 0);
}

/**
 * @param {Element} pick
 * @param {number} value
 */
function setCount(pick, value) {
  const shown = pick.querySelector("[data-count]");
  if (shown) shown.textContent = value === 0 ? "" : String(value);
}

/**
 * @param {Element} pick
 * @returns {number}
 */
function most(pick) {
  return Number(pick.getAttribute("data-max") ?? 99);
}

/**
 * @param {Element} form
 * @param {Side} side
 * @returns {Element[]}
 */
function picks(form, side) {
  return [...form.querySelectorAll(`[data-side="${side}"] [data-good]`)];
}

/**
 * @param {Element} form
 * @param {Side} side
 * @returns {number}
 */
function total(form, side) {
  return picks(form, side).reduce((sum, pick) => sum + count(pick), 0);
}

/**
 * @param {Element} form
 * @returns {number} how many cards may be given in all
 */
function room(form) {
  return Number(form.getAttribute("data-need") ?? form.getAttribute("data-most") ?? Infinity);
}

/**
 * @param {Element} form
 * @param {Side} side
 * @returns {string} `ore*2 wool`
 */
function goods(form, side) {
  return picks(form, side)
    .filter((pick) => count(pick) > 0)
    .map((pick) => (pick.getAttribute("data-good") ?? "") + (count(pick) > 1 ? `*${count(pick)}` : ""))
    .join(" ");
}

/**
 * @param {Element} form
 * @returns {boolean}
 */
function isComplete(form) {
  const need = form.getAttribute("data-need");
  if (need !== null) return total(form, "give") === Number(need);
  if (total(form, "give") > room(form)) return false;
  if (form.querySelector('[data-side="want"]') === null) return total(form, "give") > 0;
  const given = new Set(picks(form, "give").filter((pick) => count(pick) > 0).map((pick) => pick.getAttribute("data-good")));
  const clash = picks(form, "want").some((pick) => count(pick) > 0 && given.has(pick.getAttribute("data-good")));
  const partners = form.querySelectorAll("[data-to]");
  const nobody = partners.length > 0 && form.querySelector('[data-to][aria-pressed="true"]') === null;
  return total(form, "give") > 0 && total(form, "want") > 0 && !clash && !nobody;
}

/**
 * @param {Element} form
 * @returns {string | undefined} the form's notation; undefined while the form is incomplete
 */
export function notation(form) {
  if (!isComplete(form)) return undefined;
  const words = [form.getAttribute("data-prefix") ?? form.getAttribute("data-form") ?? "", goods(form, "give")];
  if (form.querySelector('[data-side="want"]') !== null) words.push("for", goods(form, "want"));
  const partners = [...form.querySelectorAll("[data-to]")];
  const chosen = partners.filter((button) => button.getAttribute("aria-pressed") === "true");
  if (chosen.length < partners.length) words.push("to", ...chosen.map((button) => button.getAttribute("data-to") ?? ""));
  return words.join(" ");
}

/**
 * @param {Element} form
 * @param {Side} side
 * @param {string} good
 * @returns {boolean} whether one more of this good can be chosen
 */
function mayAdd(form, side, good) {
  const pick = picks(form, side).find((one) => one.getAttribute("data-good") === good);
  return pick !== undefined && count(pick) < most(pick) && !(side === "give" && total(form, side) >= room(form));
}

/**
 * Updates totals, disables cards at their limits, says what is chosen, and enables sending if the form is complete.
 * @param {Element} form
 */
export function refresh(form) {
  for (const side of /** @type {Side[]} */ (["give", "want"])) {
    for (const pick of picks(form, side)) {
      if (count(pick) > most(pick)) setCount(pick, most(pick));
      pick.classList.toggle("some", count(pick) > 0);
    }
    const sum = total(form, side);
    for (const card of form.querySelectorAll(`[data-side="${side}"] [data-adds]`)) {
      card.setAttribute("aria-disabled", String(!mayAdd(form, side, card.getAttribute("data-adds") ?? "")));
    }
    const chosen = picks(form, side).filter((pick) => count(pick) > 0);
    const label = form.querySelector(`[data-side="${side}"]`)?.getAttribute("aria-label");
    const said = chosen.map((pick) => `${pick.getAttribute("data-name")} ${count(pick)}`).join(", ");
    for (const says of form.querySelectorAll(`[data-side="${side}"] [data-says]`)) {
      const words = said && label ? `${label}: ${said}` : said;
      if (says.textContent !== words) says.textContent = words;
    }
    for (const shown of form.querySelectorAll(`[data-total="${side}"]`)) shown.textContent = String(sum);
  }
  form.querySelector("[data-send]")?.setAttribute("aria-disabled", String(!isComplete(form)));
}

/** @typedef {{fill: Partial<Record<Side, Record<string, number>>>, to: string[]}} Draft what is picked in a form */

/** @type {Draft & {turn: string} | undefined} the offer sent last */
let composed;

/** @returns {string} */
export function turn() {
  return document.getElementById("offer")?.getAttribute("data-turn") ?? "";
}

/**
 * @param {Element} form
 * @returns {Draft | undefined} what is picked in it; undefined if nothing is
 */
export function draft(form) {
  if (total(form, "give") + total(form, "want") === 0) return undefined;
  /** @param {Side} side */
  const row = (side) => Object.fromEntries(picks(form, side).map((pick) => [pick.getAttribute("data-good") ?? "", count(pick)]));
  const to = [...form.querySelectorAll('[data-to][aria-pressed="true"]')].map((button) => button.getAttribute("data-to") ?? "");
  return { fill: { give: row("give"), want: row("want") }, to };
}

/**
 * @param {Element} form an empty one
 * @param {Draft} draft
 */
export function fill(form, draft) {
  for (const button of form.querySelectorAll("[data-to]")) {
    button.setAttribute("aria-pressed", String(draft.to.includes(button.getAttribute("data-to") ?? "")));
  }
  put(form, draft.fill);
  const counter = form.closest("details");
  if (counter !== null) counter.open = true;
}

/** @param {Element} form an offer that is sent: it may be composed further if it is refused */
function keep(form) {
  const sent = draft(form);
  composed = sent && { turn: turn(), ...sent };
}

/** The offer was taken: the next one starts empty. */
export function forget() {
  composed = undefined;
}

/** Puts the offer sent last in this turn back into its form, once that is shown again. */
function restore() {
  const form = document.querySelector('form[data-form="offer"]');
  // Until the offer is out, the form still shows it.
  if (form === null || composed === undefined || total(form, "give") + total(form, "want") > 0) return;
  const sent = composed;
  composed = undefined;
  if (sent.turn === turn()) fill(form, sent);
}

/** @returns {Element | undefined} the form that takes cards of the hand: the choice that is due, an answer, or an offer */
function taker() {
  const forms = [...document.querySelectorAll("#choice[data-live] form[data-hand], #offer form[data-hand]")];
  return forms.find((form) => !form.closest("[hidden]"));
}

/** Shows in the hand which of its cards are chosen. */
function showHand() {
  const form = taker();
  for (const card of document.querySelectorAll("#hand [data-adds]")) {
    const good = card.getAttribute("data-adds") ?? "";
    const pick = form && picks(form, "give").find((one) => one.getAttribute("data-good") === good);
    const chosen = pick && isShown(pick) ? count(pick) : 0;
    card.toggleAttribute("data-chosen", chosen > 0);
    const shown = card.querySelector(".taken") ?? document.createElement("b");
    shown.className = "taken";
    shown.setAttribute("aria-hidden", "true");
    shown.textContent = `\u2212${chosen}`;
    if (chosen === 0) shown.remove();
    else card.querySelector(".up")?.append(shown);
    card.setAttribute("aria-disabled", String(form === undefined || !mayAdd(form, "give", good)));
  }
}

/** Updates every form of goods on the page. */
export function refreshAll() {
  restore();
  for (const form of document.querySelectorAll("form[data-form]")) refresh(form);
  showHand();
}

/**
 * @param {Element} form
 * @param {Side} side
 * @param {string} good
 * @param {number} by
 */
function change(form, side, good, by) {
  const pick = picks(form, side).find((one) => one.getAttribute("data-good") === good);
  if (pick === undefined || (by > 0 && !mayAdd(form, side, good))) return;
  const focused = document.activeElement === pick;
  setCount(pick, Math.max(0, count(pick) + by));
  // A good cannot be both wanted and given: the last one changed wins.
  const twin = picks(form, side === "give" ? "want" : "give").find((one) => one.getAttribute("data-good") === good);
  if (twin && count(pick) > 0) setCount(twin, 0);
  refresh(form);
  showHand();
  if (!focused || isShown(pick)) return;
  const home = pick.closest("[data-side]")?.querySelector(`[data-adds="${good}"]`) ?? document.querySelector(`#hand [data-adds="${good}"]`);
  if (home instanceof HTMLElement) home.focus({ preventScroll: true });
}

/**
 * A click on a card of the hand: it goes into the form that takes cards, which is opened for it.
 * @param {string} good
 * @param {(form: string) => void} open
 */
function fromHand(good, open) {
  const form = taker();
  if (form === undefined) return;
  const counter = form.closest("details");
  if (counter !== null) counter.open = true;
  else if (form.closest("#offer") !== null && !isShown(form)) {
    const exchange = document.querySelector(`#offer .with-bank [data-gives="${good}"] button`);
    // While the reader trades with the bank, a card leads to its exchanges.
    if (exchange instanceof HTMLElement && isShown(exchange)) {
      exchange.focus({ preventScroll: false });
      return;
    }
    const players = document.querySelector('#offer input[value="players"]');
    if (players instanceof HTMLInputElement) players.checked = true;
    open(form.getAttribute("data-form") ?? "");
  }
  change(form, "give", good, 1);
}

/**
 * @param {Element} form
 * @param {Partial<Record<Side, Record<string, number>>>} wanted how many of each good, by side
 */
function put(form, wanted) {
  for (const side of /** @type {Side[]} */ (["give", "want"])) {
    for (const pick of picks(form, side)) setCount(pick, wanted[side]?.[pick.getAttribute("data-good") ?? ""] ?? 0);
  }
  refresh(form);
}

/**
 * A click inside a form of goods.
 * @param {Element} target
 * @param {(notation: string) => void} send
 * @param {(form: string) => void} open
 * @returns {boolean} whether the target was one of the form's handles
 */
export function click(target, send, open) {
  const button = target.closest("[data-adds], [data-step], [data-to], [data-send]");
  const form = button?.closest("form[data-form]");
  if (!button) return false;
  const adds = button.getAttribute("data-adds");
  if (!form) {
    if (adds !== null) fromHand(adds, open);
    return adds !== null;
  }
  composed = undefined;
  const side = button.closest("[data-side]")?.getAttribute("data-side") === "want" ? "want" : "give";
  if (adds !== null) change(form, side, adds, 1);
  else if (button.hasAttribute("data-step")) change(form, side, button.getAttribute("data-good") ?? "", -1);
  else if (button.hasAttribute("data-to")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    refresh(form);
  } else {
    const text = notation(form);
    if (text !== undefined && form.getAttribute("data-form") === "offer") keep(form);
    if (text !== undefined) send(text);
  }
  return true;
}
