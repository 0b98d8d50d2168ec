/** The one highlighted thing of a step: a ring round it, and a veil over the rest of the board. */

import { isShown } from "./shown.js";

const MARGIN = 8;
/** The ring follows what moves the board without an event of its own: a sheet that opens, a card that unfolds. */
const EVERY = 250;
/** What a tab of a phone shows over the rest of the page. */
const SHEETS = "[data-sheet], .talk, .players-sheet";

/**
 * @param {Element} hidden
 * @returns {Element | undefined} what shows it: the place on the board whose menu has it, or on a phone the tab of its sheet
 */
function opener(hidden) {
  const menu = hidden.closest("[data-menu]")?.getAttribute("data-menu");
  if (menu) return [...document.querySelectorAll(`#targets [data-opens="${CSS.escape(menu)}"]`)].find(isShown);
  const sheets = hidden.closest("[data-sheet]")?.getAttribute("data-sheet")?.split(" ") ?? [];
  return [...document.querySelectorAll("#tabs [data-tab]")].find((one) => sheets.includes(one.getAttribute("data-tab") ?? "") && isShown(one));
}

/**
 * @param {Element} element
 * @returns {boolean} whether it is shown, and no sheet of a phone lies over it
 */
function isFree(element) {
  if (!isShown(element)) return false;
  const { left, top, width, height } = element.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2)?.closest(SHEETS);
  return !over || over.contains(element);
}

/** @returns {Element | undefined} what the guide points at: the first of its selectors that is on the page and shown */
function target() {
  /** @type {string[]} */
  const selectors = JSON.parse(document.getElementById("prompt")?.getAttribute("data-lights") ?? "[]");
  for (const selector of selectors) {
    const all = [...document.querySelectorAll(selector)];
    const found = all.find(isFree) ?? all.map(opener).find((one) => one !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @param {string} id @param {Element} parent @returns {HTMLElement} */
function ring(id, parent) {
  const there = document.getElementById(id);
  if (there !== null) return there;
  const made = document.createElement("div");
  made.id = id;
  made.className = "lit-ring";
  made.hidden = true;
  parent.append(made);
  return made;
}

/** Draws the ring anew, round what the board is moved to if it lies outside the window. */
export function show() {
  draw();
  document.querySelector("#stage [data-lit]")?.dispatchEvent(new Event("bastide:sought", { bubbles: true }));
  draw();
}

function draw() {
  const stage = document.getElementById("stage");
  if (stage === null) return;
  const lit = target();
  const [over, beside] = [ring("lit-board", stage), ring("lit-panel", document.body)];
  for (const old of document.querySelectorAll("[data-lit]")) if (old !== lit) old.removeAttribute("data-lit");
  lit?.setAttribute("data-lit", "");
  const onBoard = lit?.closest("#stage") != null;
  over.hidden = !onBoard;
  beside.hidden = lit === undefined || onBoard;
  if (lit === undefined) return;
  const box = ((onBoard && lit.querySelector(".bed, .disc, use")) || lit).getBoundingClientRect();
  const from = onBoard ? stage.getBoundingClientRect() : new DOMRect();
  const shown = onBoard ? over : beside;
  const side = onBoard ? Math.max(box.width, box.height, 34) : 0;
  const [width, height] = [Math.max(box.width, side), Math.max(box.height, side)];
  shown.style.left = `${box.left + box.width / 2 - width / 2 - from.left - MARGIN}px`;
  shown.style.top = `${box.top + box.height / 2 - height / 2 - from.top - MARGIN}px`;
  shown.style.width = `${width + 2 * MARGIN}px`;
  shown.style.height = `${height + 2 * MARGIN}px`;
  shown.classList.toggle("round", onBoard && !lit.matches(".tile, .place"));
}

for (const name of ["bastide:tab", "bastide:armed", "bastide:moved", "bastide:rest"]) document.addEventListener(name, draw);
addEventListener("resize", draw);
setInterval(draw, EVERY);
