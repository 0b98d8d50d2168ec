/**
 * What is picked and not sent yet, kept over a reload: forms of goods, the form that is open, the verb whose places are shown,
 * the place tapped once, the rotation of the drawn tile.
 */

import { resume } from "./act.js";
import * as compose from "./compose.js";
import * as places from "./places.js";
import * as turning from "./turning.js";

const body = document.body;
const KEY = `bastide.draft.${body.dataset["table"] ?? ""}`;

/** @typedef {{version: string, place: string, rotation: number}} Preview `version`: of the places, where they have one */
/** @typedef {{turn: string, forms: Record<string, compose.Draft>, open: string, armed: string, tab: string, preview?: Preview}} Drafts */

/** @returns {string} */
function version() {
  return document.getElementById("targets")?.getAttribute("data-version") ?? "";
}

/** @returns {[string, Element][]} the forms of goods, each with what it asks */
function forms() {
  const what = ["data-form", "data-prefix", "data-need"];
  return [...document.querySelectorAll("form[data-form]")].map((form) => [what.map((name) => form.getAttribute(name)).join(), form]);
}

function save() {
  /** @type {Record<string, compose.Draft>} */
  const picked = {};
  for (const [name, form] of forms()) {
    const draft = compose.draft(form);
    if (draft !== undefined) picked[name] = draft;
  }
  /** @type {Drafts} */
  const drafts = {
    turn: compose.turn(),
    forms: picked,
    open: body.dataset["open"] ?? "",
    armed: places.armed(),
    tab: body.dataset["tab"] ?? "",
    preview: { version: version(), place: places.previewed(), rotation: turning.rotation() },
  };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // storage may be refused altogether: then a reload forgets them
  }
}

/** Puts back what was picked when the page was left, if it is still the same turn and the same is asked. */
function restore() {
  /** @type {Drafts | null} */
  let drafts = null;
  try {
    drafts = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    // see `save`
  }
  if (drafts === null || drafts.turn !== compose.turn()) return;
  for (const [name, form] of forms()) {
    const draft = drafts.forms[name];
    if (draft !== undefined) compose.fill(form, draft);
  }
  compose.refreshAll();
  const preview = drafts.preview?.version === version() ? drafts.preview : undefined;
  // Before its place is sought: of each place only one rotation is shown.
  if (preview !== undefined) turning.rotate(preview.rotation);
  // On a phone the form may lie in a sheet.
  resume(drafts.open, drafts.armed, Object.keys(drafts.forms).length > 0 ? drafts.tab : "", preview?.place ?? "");
}

/** Keeps the drafts of this page for the next one, and takes over those of the last. */
export function keep() {
  restore();
  // A phone that drops a page in the background does not say that it is left.
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && save());
  addEventListener("pagehide", save);
}
