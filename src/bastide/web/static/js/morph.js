/**
 * Merges the panels that the server rendered into the page, changing only what differs, so that focus, scroll position, typed
 * text and forms in progress are kept.
 */

import { Idiomorph } from "../vendor/idiomorph.esm.js";
import * as art from "./art.js";
import { isShown } from "./shown.js";

const SVG_PANELS = new Set(["land", "lit", "pieces", "targets", "ghosts"]);
const HANDLES = ["data-notation", "data-form", "data-do", "data-why", "data-verb", "data-opens", "data-tab", "data-adds", "data-step", "data-setting", "data-hint"];

/** @type {Map<string, string>} the HTML that each panel was last rendered from */
const shown = new Map();

/** @type {WeakSet<Element>} lists whose end the reader has scrolled away from */
const left = new WeakSet();

/** Milliseconds after a movement of the reader in which a list is scrolled by it. */
const BY_READER = 1000;
let moved = -BY_READER;
for (const name of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  document.addEventListener(name, () => (moved = performance.now()), { capture: true, passive: true });
}

// A list also leaves its end when it becomes lower, as beside a new panel: it is at its end until the reader scrolls it.
const heights = new ResizeObserver((entries) => entries.forEach((entry) => toEnd(entry.target)));
document.addEventListener(
  "scroll",
  ({ target }) => {
    if (!(target instanceof Element) || !target.matches("[data-tail]")) return;
    if (atEnd(target)) left.delete(target);
    else if (performance.now() - moved < BY_READER) left.add(target);
    else toEnd(target);
  },
  { capture: true, passive: true },
);

/** The longest list of panels that the page sends: a server reads lines of at most 8 kB, and its address is one. */
const LONGEST = 7000;
const MANY = /^lit-/;

/** @type {Uint32Array} */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/**
 * @param {string} html
 * @returns {string} the hash of a panel, as in `bastide.server.tables.panel_hashes`
 */
function hash(html) {
  let rest = 0xffffffff;
  for (const byte of new TextEncoder().encode(html)) rest = (CRC[(rest ^ byte) & 255] ?? 0) ^ (rest >>> 8);
  return ((rest ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

/**
 * @param {string} begun the panels that the page was delivered with, by id and hash
 * @returns {string} the panels that it has now, by id and hash
 */
export function have(begun) {
  const parts = begun === "" ? [] : begun.split(".");
  /** @type {Map<string, string>} */
  const hashes = new Map();
  for (let at = 0; at + 1 < parts.length; at += 2) hashes.set(parts[at] ?? "", parts[at + 1] ?? "");
  for (const [id, html] of shown) hashes.set(id, hash(html));
  for (const row of document.querySelectorAll("[data-rows] > [id]")) if (!hashes.has(row.id)) hashes.set(row.id, "unknown");
  // Stale panels must be sent again, changed or not, before they count as fresh.
  for (const old of document.querySelectorAll("[data-stale]")) if (hashes.has(old.id)) hashes.set(old.id, "unknown");
  for (const id of hashes.keys()) if (document.getElementById(id) === null) hashes.delete(id);
  // What does not fit is treated as missing: rows of which there are many.
  const order = [...hashes].sort(([one], [other]) => Number(MANY.test(one)) - Number(MANY.test(other)));
  const told = order.flat().join(".");
  return told.length <= LONGEST ? told : told.slice(0, told.lastIndexOf(".", LONGEST));
}

/**
 * @param {string} id
 * @param {string} html
 * @returns {Element | null}
 */
function parse(id, html) {
  const template = document.createElement("template");
  // A <g> is parsed as SVG only inside an <svg>.
  const drawn = SVG_PANELS.has(id.split("-")[0] ?? "");
  template.innerHTML = drawn ? `<svg>${html}</svg>` : html;
  const root = template.content.firstElementChild;
  return drawn ? (root?.firstElementChild ?? null) : root;
}

/**
 * Identifies the focused element in the next version of its panel.
 * @typedef {object} Place
 * @property {Element} element
 * @property {string} panel
 * @property {string | undefined} handle
 * @property {string | undefined} selector
 */

/** @returns {Place | undefined} */
function focused() {
  const element = document.activeElement;
  const panel = element?.closest("[id]")?.id;
  if (element === null || element === document.body || panel === undefined) return undefined;
  const handle = HANDLES.find((name) => element.hasAttribute(name));
  const selector = element.id
    ? `#${CSS.escape(element.id)}`
    : handle && `[${handle}="${CSS.escape(element.getAttribute(handle) ?? "")}"]`;
  return { element, panel, handle, selector };
}

/**
 * @param {Place} before
 * @returns {boolean} whether the focus is still on the same thing: the merge may have turned the element into another one
 */
function stays({ element, handle }) {
  // A hidden element loses the focus only when the page is drawn next.
  return isShown(element) && document.activeElement === element && (handle === undefined || element.hasAttribute(handle));
}

/**
 * Restores the focus: to the same handle, to its dialog, or else to the next step: a place to build on, the required choice,
 * the main action.
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
    // The hand before the form that takes its cards: of the form only its button remains.
    "body:has(#choice[data-live] form[data-hand]) #hand [data-adds]:not([aria-disabled=true])",
    "#choice[data-live] button:not([aria-disabled=true])",
    "#targets [data-notation]:not([data-loose])",
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
 * @returns {boolean} whether a list is scrolled to its end, and should stay there when it grows; it counts from its end
 */
function atEnd(element) {
  return element.scrollTop > -24;
}

/** @param {Element} list keeps its end in view, unless the reader has scrolled away from it */
function toEnd(list) {
  if (!left.has(list)) list.scrollTop = 0;
}

/**
 * @param {Node} old
 * @param {Node} next
 * @returns {boolean} false if the page's own state must be kept
 */
function maySwap(old, next) {
  if (!(old instanceof Element) || !(next instanceof Element)) return true;
  if (old instanceof HTMLDetailsElement && next instanceof HTMLDetailsElement) next.open = old.open;
  const kept = old.getAttribute("data-keep");
  // Do not keep a list that arrives with its rows: each step of a replay is rendered completely.
  return kept === null || kept !== next.getAttribute("data-keep") || next.querySelector("[data-rows] > *") !== null;
}

/**
 * @param {string} name
 * @param {Element} element
 * @returns {boolean} false for the bitmap of a picture, which the server does not send
 */
function mayChange(name, element) {
  return name !== "href" || !element.hasAttribute("data-art");
}

/**
 * Some panels receive their rows one by one: a row is created when it first arrives.
 * @param {string} id
 * @returns {Element | null} the element of a panel or row
 */
function standing(id) {
  const found = document.getElementById(id);
  const [, panel] = /^(.+)-\d+$/.exec(id) ?? [];
  const rows = found === null && panel !== undefined ? document.querySelector(`[data-rows="${panel}"]`) : null;
  if (rows === null) return found;
  const item = document.createElementNS(rows.namespaceURI, rows instanceof SVGElement ? "g" : "li");
  item.id = id;
  // A list that is read in order has it also where a row comes late, as to a page that is just being opened.
  const number = (/** @type {string} */ name) => Number(name.slice(name.lastIndexOf("-") + 1));
  const after = rows.closest("[data-tail]") && [...rows.children].find((row) => number(row.id) > number(id));
  rows.insertBefore(item, after ?? null);
  return item;
}

/**
 * Removes rows that are no longer shown.
 * @param {Record<string, string>} panels
 * @param {boolean} all whether these panels are the whole page
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
 * @param {boolean} all whether these are the whole page: all other rows are removed
 * @param {() => void} [settle] reapplies the page's own state, before the focus is restored
 */
export function show(panels, all, settle = () => {}) {
  const place = focused();
  for (const [id, html] of Object.entries(panels)) {
    if (shown.get(id) === html && (html === "" || document.getElementById(id) !== null)) continue;
    shown.set(id, html);
    const old = html === "" ? null : standing(id);
    const next = old && parse(id, html);
    if (old && next && !old.isEqualNode(next)) {
      Idiomorph.morph(old, next, { morphStyle: "outerHTML", callbacks: { beforeNodeMorphed: maySwap, beforeAttributeUpdated: mayChange } });
    }
  }
  prune(panels, all);
  for (const tail of document.querySelectorAll("[data-tail]")) {
    heights.observe(tail);
    toEnd(tail);
  }
  art.show();
  settle();
  refocus(place);
}
