/**
 * Puts the panels that the server rendered into the page, changing only what differs, so that focus, scroll, what is being
 * typed and what is being composed stay.
 */

import { Idiomorph } from "../vendor/idiomorph.esm.js";
import { isShown } from "./shown.js";

const SVG_PANELS = new Set(["land", "lit", "pieces", "targets"]);
const HANDLES = ["data-notation", "data-form", "data-do", "data-why", "data-verb", "data-opens", "data-tab", "data-step", "data-setting"];

/** @type {Map<string, string>} what each panel was last made from */
const shown = new Map();

/** @type {Uint32Array} */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/**
 * @param {string} html
 * @returns {string} the mark of a panel, as `bastide.server.tables.panel_hashes` makes it
 */
function mark(html) {
  let rest = 0xffffffff;
  for (const byte of new TextEncoder().encode(html)) rest = (CRC[(rest ^ byte) & 255] ?? 0) ^ (rest >>> 8);
  return ((rest ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

/**
 * @param {string} begun the panels with which this page came, as it says itself
 * @returns {string} the panels that it has now: the id of each, and the mark of what it was made from
 */
export function have(begun) {
  const parts = begun === "" ? [] : begun.split(".");
  /** @type {Map<string, string>} */
  const marks = new Map();
  for (let at = 0; at + 1 < parts.length; at += 2) marks.set(parts[at] ?? "", parts[at + 1] ?? "");
  for (const [id, html] of shown) marks.set(id, mark(html));
  for (const row of document.querySelectorAll("[data-rows] > [id]")) if (!marks.has(row.id)) marks.set(row.id, "unknown");
  // What is of some time before must come again to be known as fresh, also where it has not changed.
  for (const old of document.querySelectorAll("[data-stale]")) if (marks.has(old.id)) marks.set(old.id, "unknown");
  for (const id of marks.keys()) if (document.getElementById(id) === null) marks.delete(id);
  return [...marks].flat().join(".");
}

/**
 * @param {string} id
 * @param {string} html
 * @returns {Element | null}
 */
function parse(id, html) {
  const template = document.createElement("template");
  // A <g> is only a group of a drawing where an <svg> is around it.
  const drawn = SVG_PANELS.has(id.split("-")[0] ?? "");
  template.innerHTML = drawn ? `<svg>${html}</svg>` : html;
  const root = template.content.firstElementChild;
  return drawn ? (root?.firstElementChild ?? null) : root;
}

/**
 * What finds the focused element again in the next version of its panel.
 * @typedef {object} Place
 * @property {Element} element
 * @property {string} panel
 * @property {string | undefined} handle
 * @property {string | undefined} selector
 */

/** @returns {Place | undefined} */
function focused() {
  const element = document.activeElement;
  const panel = element?.closest("[data-panel], #land, #targets, [id]")?.id;
  if (element === null || element === document.body || panel === undefined) return undefined;
  const handle = HANDLES.find((name) => element.hasAttribute(name));
  const selector = element.id
    ? `#${CSS.escape(element.id)}`
    : handle && `[${handle}="${CSS.escape(element.getAttribute(handle) ?? "")}"]`;
  return { element, panel, handle, selector };
}

/**
 * @param {Place} before
 * @returns {boolean} whether the focus is still on what it was on: an element may have been made into another one
 */
function stays({ element, handle }) {
  return element.isConnected && document.activeElement === element && (handle === undefined || element.hasAttribute(handle));
}

/**
 * Gives the focus back: to the same handle, to the dialog it was in, else to what comes next: a place to build on, the choice owed, the main action.
 * @param {Place | undefined} before
 */
function refocus(before) {
  if (before === undefined || stays(before)) return;
  const now = document.activeElement;
  if (now !== before.element && now !== document.body && now !== null) return;
  /** @type {(string | undefined | false)[]} */
  const order = [
    before.selector && `#${CSS.escape(before.panel)} ${before.selector}`,
    before.selector,
    `#${CSS.escape(before.panel)}:popover-open button`,
    "#pause[data-live] button",
    "#choice[data-live] button:not([aria-disabled=true])",
    "#targets [data-notation]",
    "#actions [data-notation]",
    '#room [data-do="start"]',
    "#prompt",
    "#room button",
  ];
  for (const selector of order) {
    const all = selector ? document.querySelectorAll(selector) : [];
    const next = [...all].find((element) => isShown(element));
    if (next instanceof HTMLElement || next instanceof SVGElement) {
      if (next.id === "prompt") next.tabIndex = -1;
      next.focus({ preventScroll: true });
      if (document.activeElement === next) return;
    }
  }
}

/**
 * @param {Element} element
 * @returns {boolean} whether a list stands at its end, and should stay there when it grows
 */
function atEnd(element) {
  return element.scrollHeight - element.scrollTop - element.clientHeight < 24;
}

/**
 * @param {Node} old
 * @param {Node} next
 * @returns {boolean} false where the page's own state is to be left alone
 */
function maySwap(old, next) {
  if (!(old instanceof Element) || !(next instanceof Element)) return true;
  if (old instanceof HTMLDetailsElement && next instanceof HTMLDetailsElement) next.open = old.open;
  const kept = old.getAttribute("data-keep");
  // A list that comes with its rows is not kept: a step of a replay is drawn whole.
  return kept === null || kept !== next.getAttribute("data-keep") || next.querySelector("[data-rows] > *") !== null;
}

/**
 * The rows of some panels come one by one: a row is made when it comes first.
 * @param {string} id
 * @returns {Element | null} where a panel or row stands
 */
function standing(id) {
  const found = document.getElementById(id);
  const [, panel] = /^(.+)-\d+$/.exec(id) ?? [];
  const rows = found === null && panel !== undefined ? document.querySelector(`[data-rows="${panel}"]`) : null;
  if (rows === null) return found;
  const item = document.createElementNS(rows.namespaceURI, rows instanceof SVGElement ? "g" : "li");
  item.id = id;
  rows.append(item);
  return item;
}

/**
 * Takes out the rows that are shown no longer.
 * @param {Record<string, string>} panels
 * @param {boolean} all whether these panels are all there is
 */
function prune(panels, all) {
  for (const row of document.querySelectorAll("[data-rows] > [id]")) {
    if (panels[row.id] === "" || (all && !(row.id in panels))) {
      shown.delete(row.id);
      row.remove();
    }
  }
}

/**
 * Shows these panels.
 * @param {Record<string, string>} panels HTML by the id of the element
 * @param {boolean} all whether these are all there is: what else stands in a list of rows goes
 * @param {() => void} [settle] puts the page's own state right, before the focus is given back
 */
export function show(panels, all, settle = () => {}) {
  const place = focused();
  const tails = [...document.querySelectorAll("[data-tail]")].filter(atEnd);
  for (const [id, html] of Object.entries(panels)) {
    if (shown.get(id) === html && (html === "" || document.getElementById(id) !== null)) continue;
    shown.set(id, html);
    const old = html === "" ? null : standing(id);
    const next = old && parse(id, html);
    if (old && next && !old.isEqualNode(next)) {
      Idiomorph.morph(old, next, { morphStyle: "outerHTML", callbacks: { beforeNodeMorphed: maySwap } });
    }
  }
  prune(panels, all);
  for (const tail of tails) tail.scrollTop = tail.scrollHeight;
  settle();
  refocus(place);
}
