/**
 * What a click, a tap, Enter or Space does. docs/handles.md documents every handle: mouse, keyboard, screen reader and
 * tests use the same ones.
 */

import * as about from "./about.js";
import { beside } from "./beside.js";
import * as compose from "./compose.js";
import * as first from "./first.js";
import { close, open, openTrade, showForms, showTab, tab } from "./forms.js";
import { copied, share } from "./means.js";
import { arm, armed, choose, placeOf, places, showArmed, targetsOf, tip, turnChosen } from "./places.js";
import * as hint from "./hint.js";
import { say, text } from "./say.js";
import { isShown } from "./shown.js";
import * as turning from "./turning.js";

/** @typedef {import("./hands.js").Hands} Hands */
/** @typedef {import("./socket.js").Command} Command */

const body = document.body;
/** @type {boolean} whether the last press was a touch */
let finger = false;

/**
 * Opens a form again, without moving the focus, unless something else is open or armed.
 * @param {string} form
 */
export function reopen(form) {
  const there = document.querySelector(`form[data-form="${CSS.escape(form)}"]`);
  if (there !== null && armed() === "" && body.dataset["open"] === undefined) open(form);
}

/**
 * Shows again what was open, armed, previewed and on the screen before a reload, as far as it is there.
 * @param {string} form
 * @param {string} verb
 * @param {string} sheet
 * @param {string} place
 */
export function resume(form, verb, sheet, place) {
  const there = document.querySelector(`#tabs [data-tab="${CSS.escape(sheet)}"]`);
  const asked = document.querySelector("#choice[data-live]") !== null;
  if (there !== null && isShown(there) && !asked && body.dataset["tab"] !== sheet) tab(sheet);
  if (verb !== "" && targetsOf(verb).length > 0) arm(verb);
  else if (form !== "") reopen(form);
  const target = document.querySelector(`#targets [data-notation="${CSS.escape(place)}"]`);
  if (place !== "" && target !== null && isShown(target)) choose(target);
}

/**
 * Opens the menu of this name beside a place, or shows the places of the verb of this name.
 * @param {string} name
 * @param {Element} place
 */
function showMenu(name, place) {
  const menu = document.querySelector(`[data-menu="${CSS.escape(name)}"]`);
  if (!(menu instanceof HTMLElement)) {
    arm(name);
    const first = finger ? undefined : targetsOf(name)[0];
    if (first instanceof SVGElement) first.focus({ preventScroll: true });
    return;
  }
  arm("");
  open("");
  tip(null);
  menu.showPopover();
  beside(menu, place);
  const row = menu.querySelector("button");
  if (row instanceof HTMLElement) row.focus({ preventScroll: true });
}

/**
 * Closes or disarms one thing.
 * @returns {boolean} false if nothing was open or armed
 */
export function back() {
  const popover = document.querySelector("[popover]:popover-open");
  if (popover instanceof HTMLElement) popover.hidePopover();
  else if (places.chosen !== undefined) choose(undefined);
  else if (armed() !== "") arm("");
  else if (body.dataset["open"] !== undefined) close(body.dataset["open"]);
  else if (hint.close() || first.close()) return true;
  else if (body.dataset["drawer"] !== undefined) delete body.dataset["drawer"];
  else return false;
  return true;
}

/**
 * Reapplies the page's own state after panels were replaced.
 * @returns {void}
 */
export function refresh() {
  const verb = armed();
  if (verb !== "" && document.querySelector(`#targets [data-verb="${CSS.escape(verb)}"]`) === null) arm("");
  showArmed();
  showForms();
  turning.refresh();
  hint.refresh();
  showTab();
  if (places.chosen !== undefined) choose(places.chosen.isConnected ? places.chosen : undefined);
  const form = body.dataset["open"];
  if (form !== undefined) {
    const there = document.querySelector(`form[data-form="${CSS.escape(form)}"], #${CSS.escape(form)}`);
    // A trade that is over gives its place back to the panels that it hides.
    const idle = there?.matches("#offer:has(> .empty)") ?? true;
    open(idle || there?.closest("[hidden]") ? "" : form);
  }
  compose.refreshAll();
  if (places.tipped !== undefined && !places.tipped.isConnected) tip(null);
}

/** @param {Event} event */
function showTip(event) {
  if (places.chosen !== undefined) return;
  const target = event.target instanceof Element ? event.target.closest("[data-tip]") : null;
  const leaves = event.type === "pointerout" || event.type === "focusout";
  // The page moves the focus to a place by itself: only a reader at the keyboard asked for its tip.
  if (event.type === "focusin" && target?.matches(":focus-visible") !== true) return;
  if (target !== null && !(event instanceof PointerEvent && event.pointerType === "touch")) tip(leaves ? null : target);
}

/**
 * Chooses a place of which several are needed, or leaves it again; sends all once there are enough.
 * @param {Element} place
 * @param {Hands} hands
 */
async function chooseTogether(place, hands) {
  choose(undefined);
  place.setAttribute("aria-pressed", String(place.toggleAttribute("data-chosen")));
  const picked = [...document.querySelectorAll("#targets [data-together][data-chosen]")];
  if (picked.length < Number(place.getAttribute("data-together"))) return;
  const rank = (/** @type {Element} */ one) => Number(one.getAttribute("data-rank"));
  const accepted = await hands.playAll(picked.sort((a, b) => rank(a) - rank(b)).map((one) => one.getAttribute("data-notation") ?? ""));
  if (accepted) return;
  for (const one of picked) {
    one.removeAttribute("data-chosen");
    one.setAttribute("aria-pressed", "false");
  }
}

/** @type {Record<string, (button: Element, hands: Hands) => void>} handles, in order of precedence */
const HANDLES = {
  "data-why": (button, hands) => {
    // If the reason is part of the page, the browser opens its popover.
    if (button.hasAttribute("popovertarget")) {
      document.dispatchEvent(new Event("bastide:refused"));
      return;
    }
    const what = button.getAttribute("data-why") ?? "";
    // Taking back is no move of the game: its refusal says why not.
    if (what === "undo") void hands.correct(what);
    else void hands.why(what);
  },
  "data-together": (button, hands) => {
    if (finger && button !== places.chosen) choose(button);
    else void chooseTogether(button, hands);
  },
  "data-notation": (button, hands) => {
    // A finger covers its target: the first tap previews the piece, the second places it.
    if (finger && button.closest("#targets") !== null && button !== places.chosen) choose(button);
    else if (finger && button === places.chosen && turning.turnable(button)) turnChosen(90);
    else void hands.play(button.getAttribute("data-notation") ?? "", button, button.getAttribute("data-then") ?? "");
  },
  "data-choose": (button, hands) => {
    const place = placeOf(button.getAttribute("data-choose") ?? "");
    if (place === undefined) return;
    if (place === places.chosen) {
      void hands.play(place.getAttribute("data-notation") ?? "");
      return;
    }
    place.dispatchEvent(new Event("bastide:sought", { bubbles: true }));
    choose(place);
  },
  "data-opens": (button) => showMenu(button.getAttribute("data-opens") ?? "", button),
  "data-tick": (_, hands) => {
    if (places.chosen?.hasAttribute("data-together")) void chooseTogether(places.chosen, hands);
    else if (places.chosen !== undefined) void hands.play(places.chosen.getAttribute("data-notation") ?? "");
  },
  "data-turn-by": (button) => {
    const by = Number(button.getAttribute("data-turn-by"));
    if (places.chosen !== undefined) turnChosen(by);
    else turning.turn(by);
  },
  "data-verb": (button) => {
    const verb = button.getAttribute("data-verb") ?? "";
    const menu = button.closest("[data-menu]");
    if (menu instanceof HTMLElement) menu.hidePopover();
    open("");
    arm(verb === armed() ? "" : verb);
    // Shown by the prompt.
    say(armed() === "" ? "" : text("Places: {n}").replace("{n}", String(targetsOf(verb).length)), false);
  },
  "data-form": (button) => {
    const form = button.getAttribute("data-form") ?? "";
    arm("");
    open(body.dataset["open"] === form ? "" : form);
    const there = document.querySelector(`form[data-form="${CSS.escape(form)}"]`);
    const first = [...(there?.querySelectorAll("button:not([aria-disabled=true], [data-close])") ?? [])].find(isShown);
    if (body.dataset["open"] === form && first instanceof HTMLElement) first.focus();
  },
  "data-do": (button, hands) => {
    const seat = button.getAttribute("data-seat");
    const what = /** @type {Command["do"]} */ (button.getAttribute("data-do"));
    if (what === "hint") {
      void hint.toggle(hands);
      return;
    }
    if (what === "undo" || what === "redo") {
      void hands.correct(what);
      return;
    }
    void hands.command(what, {
      ...(seat === null ? {} : { seat: Number(seat) }),
      ...(button.hasAttribute("data-text") ? { text: button.getAttribute("data-text") ?? "" } : {}),
      // A vote about what the reader no longer sees is refused.
      ...(what === "vote" ? { version: hands.version } : {}),
    });
  },
  "data-hint": (button) => hint.show(button.getAttribute("data-hint") ?? ""),
  "data-close": (button) => {
    const popover = button.closest("[popover]");
    if (popover instanceof HTMLElement) popover.hidePopover();
    else close(body.dataset["open"] ?? "");
  },
  "data-tab": (button) => tab(button.getAttribute("data-tab") ?? ""),
  "data-drawer": (button) => {
    const drawer = button.getAttribute("data-drawer") ?? "";
    if (body.dataset["drawer"] === drawer) delete body.dataset["drawer"];
    else body.dataset["drawer"] = drawer;
    button.setAttribute("aria-expanded", String(body.dataset["drawer"] === drawer));
  },
  "data-about": (button) => void about.show(button.getAttribute("data-about") ?? ""),
  "data-copy": (button) => void copy(button),
};

/** @returns {boolean} whether places to choose are shown on the board */
function shows() {
  return armed() !== "" || document.querySelector("#targets[data-forced]") !== null;
}

/** @param {Element} button copies what it names, or hands it to the share sheet with its words */
async function copy(button) {
  const source = document.querySelector(button.getAttribute("data-copy") ?? "");
  const value = source instanceof HTMLInputElement ? source.value : (source?.textContent?.trim() ?? "");
  const words = button.getAttribute("data-share");
  const url = new URL(value, location.href).href;
  if (words !== null && (await share(words, url))) return;
  if (await copied(words === null ? value : `${words}\n${url}`)) {
    say(text("Copied."));
    return;
  }
  // Select the text so that the user can copy it.
  if (source instanceof HTMLInputElement) source.select();
  say(text("Copy the marked text."));
}

/**
 * Listens to clicks, taps and submitted forms.
 * @param {Hands} hands
 */
export function listen(hands) {
  document.addEventListener("pointerdown", (event) => (finger = event.pointerType === "touch"), { capture: true });
  document.addEventListener("keydown", () => (finger = false), { capture: true });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target === null || compose.click(target, (words) => void hands.play(words), openTrade)) return;
    const selector = Object.keys(HANDLES).map((name) => `[${name}]`).join(", ");
    const handle = target.closest(selector);
    if (handle === null || handle === body || handle instanceof HTMLFormElement) {
      // Touch has no hover: a tap on an element with a tip shows the tip.
      const told = finger ? target.closest("#lit [data-tip]") : null;
      if (told !== null && places.chosen === undefined) tip(told === places.tipped ? null : told);
      // A tap outside the places cancels the preview.
      if (places.chosen !== undefined && target.closest("#stage, [data-stage]")) choose(undefined);
      // A place that was missed tells its hexes itself.
      else if (target.closest("#stage") && !shows()) about.at(event.clientX, event.clientY);
      return;
    }
    // A tile that is still blank is not played by eye, nor a figure on it; a reader at the keyboard is told what it is.
    if (body.hasAttribute("data-blank") && event.detail > 0 && handle.matches("#targets *, [data-choose], [data-tick]")) return;
    const refused = handle.getAttribute("aria-disabled") === "true";
    const name = Object.keys(HANDLES).find((key) => handle.hasAttribute(key) && (key === "data-why") === refused);
    // After the first click of a double click, "roll" may have become "end turn": ignore the second.
    if (name === "data-notation" && event.detail > 1 && !finger) return;
    const armedByKey = event.detail === 0;
    if (name !== undefined) HANDLES[name]?.(handle, hands);
    if (name === "data-verb" && armedByKey) {
      const first = targetsOf(armed())[0];
      if (first instanceof SVGElement) first.focus({ preventScroll: true });
    }
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form instanceof HTMLFormElement && form.matches("form[data-form]")) event.preventDefault();
    else if (form instanceof HTMLFormElement && form.getAttribute("data-do") === "chat") {
      // The browser submits the form for taking a seat itself: the response sets the seat's cookie.
      event.preventDefault();
      void hands.chat(form);
    }
  });
  for (const name of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(name, showTip);
  // A tip must not stay where its place was: the one of a previewed place follows, any other goes.
  document.addEventListener("bastide:moved", () => places.chosen === undefined && tip(null));
  // No tip lies over a sheet that has opened.
  document.addEventListener("bastide:tab", () => (body.dataset["tab"] === "build" ? places.chosen ?? tip(null) : choose(undefined)));
  document.addEventListener("bastide:rest", () => places.chosen !== undefined && choose(places.chosen));
  // A counter-offer that is opened or closed takes cards of the hand, or none.
  document.addEventListener("toggle", (event) => event.target instanceof HTMLDetailsElement && event.target.matches(".counter") && compose.refreshAll(), { capture: true });
  turning.listen();
}
