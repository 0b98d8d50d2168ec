/**
 * Forms of goods: offer, counter-offer, discard, free goods. Steppers count, the form limits what may be sent, and the
 * notation follows the order of the steppers: `offer wool*2 for brick to 1 3`, `discard ore*2 wool`.
 */

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
 * Updates totals, disables steps at their limits, and enables sending if the form is complete.
 * @param {Element} form
 */
export function refresh(form) {
  const need = form.getAttribute("data-need");
  for (const side of /** @type {Side[]} */ (["give", "want"])) {
    const sum = total(form, side);
    const full = side === "give" && need !== null && sum >= Number(need);
    for (const pick of picks(form, side)) {
      if (count(pick) > most(pick)) setCount(pick, most(pick));
      pick.classList.toggle("some", count(pick) > 0);
      const up = pick.querySelector('[data-step="1"]');
      const down = pick.querySelector('[data-step="-1"]');
      up?.setAttribute("aria-disabled", String(full || count(pick) >= most(pick)));
      down?.setAttribute("aria-disabled", String(count(pick) === 0));
    }
    for (const shown of form.querySelectorAll(`[data-total="${side}"]`)) shown.textContent = String(sum);
    for (const shown of form.querySelectorAll(`[data-rest="${side}"]`)) {
      shown.textContent = String(Number(shown.getAttribute("data-have") ?? form.getAttribute("data-have") ?? 0) - sum);
    }
  }
  form.querySelector("[data-send]")?.setAttribute("aria-disabled", String(!isComplete(form)));
}

/** @type {{turn: string, fill: Partial<Record<Side, Record<string, number>>>, to: string[]} | undefined} the offer sent last */
let composed;

/** @returns {string} */
function turn() {
  return document.getElementById("offer")?.getAttribute("data-turn") ?? "";
}

/** @param {Element} form an offer that is sent: it may be composed further if it is refused */
function keep(form) {
  /** @param {Side} side */
  const row = (side) => Object.fromEntries(picks(form, side).map((pick) => [pick.getAttribute("data-good") ?? "", count(pick)]));
  const to = [...form.querySelectorAll('[data-to][aria-pressed="true"]')].map((button) => button.getAttribute("data-to") ?? "");
  composed = { turn: turn(), fill: { give: row("give"), want: row("want") }, to };
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
  const { turn: when, fill: goods, to } = composed;
  composed = undefined;
  if (when !== turn()) return;
  for (const button of form.querySelectorAll("[data-to]")) {
    button.setAttribute("aria-pressed", String(to.includes(button.getAttribute("data-to") ?? "")));
  }
  put(form, goods);
}

/** Updates every form of goods on the page. */
export function refreshAll() {
  restore();
  for (const form of document.querySelectorAll("form[data-form]")) refresh(form);
}

/**
 * @param {Element} form
 * @param {Element} button one of the steps
 */
function step(form, button) {
  const pick = button.closest("[data-good]");
  if (pick === null || button.getAttribute("aria-disabled") === "true") return;
  const value = Math.min(most(pick), Math.max(0, count(pick) + Number(button.getAttribute("data-step"))));
  setCount(pick, value);
  // A good cannot be both wanted and given: the last one changed wins.
  const other = pick.closest("[data-side]")?.getAttribute("data-side") === "give" ? "want" : "give";
  const twin = picks(form, other).find((one) => one.getAttribute("data-good") === pick.getAttribute("data-good"));
  if (twin && value > 0) setCount(twin, 0);
  refresh(form);
}

/**
 * @param {Element} form
 * @param {Partial<Record<Side, Record<string, number>>>} wanted as in `data-fill`
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
 * @returns {boolean} whether the target was one of the form's handles
 */
export function click(target, send) {
  const button = target.closest("[data-step], [data-to], [data-fill], [data-send]");
  const form = button?.closest("form[data-form]");
  if (!button || !form) return false;
  composed = undefined;
  if (button.hasAttribute("data-step")) step(form, button);
  else if (button.hasAttribute("data-fill")) put(form, JSON.parse(button.getAttribute("data-fill") ?? "{}"));
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
