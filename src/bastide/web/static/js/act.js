/**
 * What a click, a tap, Enter or Space does. docs/handles.md documents every handle: mouse, keyboard, screen reader and
 * tests use the same ones.
 */

import * as compose from "./compose.js";
import { press } from "./keys.js";
import { say, text } from "./say.js";
import { isShown } from "./shown.js";
import { play } from "./sound.js";
import * as turning from "./turning.js";
import * as unsaid from "./unsaid.js";

/** @typedef {import("./socket.js").Line} Line */
/** @typedef {import("./socket.js").Command} Command */
/** @typedef {import("./socket.js").Reply} Reply */

const body = document.body;
/** How far from its place a box may stand, in pixels between their middles. */
const NEAR_ENOUGH = 260;
/** As bad as covering the prompt, which says what to do and has the buttons for it: covering so many places. */
const PROMPT = 10;
/** Worse still: covering the place itself. */
const OWN = 100;
const SHOWN_WITHOUT_OPENING = "#offer[data-live], #choice[data-live]";

/** @type {Element | undefined} the place tapped once on a touch screen: previewed, not yet built */
let chosen;
/** @type {boolean} whether the last press was a touch */
let finger = false;

/** @returns {string} the verb whose places are shown, or "" */
export function armed() {
  return body.dataset["armed"] ?? "";
}

/** @param {string} verb "" for none */
function arm(verb) {
  const before = armed();
  const from = document.activeElement?.closest("#targets [data-verb]");
  if (verb === "") delete body.dataset["armed"];
  else body.dataset["armed"] = verb;
  showArmed();
  choose(undefined);
  if (verb !== "") showHand();
  document.dispatchEvent(new Event("bastide:armed"));
  // Hiding a focused place would lose the focus: return it to the button that showed the places.
  if (from && !isShown(from)) {
    const button = [...document.querySelectorAll(`button[data-verb="${CSS.escape(before)}"]`)].find(isShown);
    if (before !== "" && button instanceof HTMLElement) button.focus({ preventScroll: true });
  }
}

/** Shows the places of the armed verb, or the family's default places while no verb is armed. */
function showPlaces() {
  const first = document.getElementById("targets")?.getAttribute("data-first") ?? "";
  const verb = armed() || first;
  for (const target of document.querySelectorAll("#targets [data-verb]")) {
    target.toggleAttribute("data-shown", verb !== "" && target.getAttribute("data-verb") === verb);
  }
  for (const words of document.querySelectorAll("#prompt [data-when]")) {
    words.toggleAttribute("data-shown", armed() !== "" && words.getAttribute("data-when") === armed());
  }
}

function showArmed() {
  showPlaces();
  for (const button of document.querySelectorAll('button[data-verb]:not([data-verb=""])')) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-verb") === armed()));
  }
}

/** @param {string} form "" for none */
function open(form) {
  if (form === "") delete body.dataset["open"];
  else body.dataset["open"] = form;
  showForms();
  compose.refreshAll();
}

/**
 * Opens a form again, without moving the focus, unless something else is open or armed.
 * @param {string} form
 */
export function reopen(form) {
  const there = document.querySelector(`form[data-form="${CSS.escape(form)}"]`);
  if (there !== null && armed() === "" && body.dataset["open"] === undefined) open(form);
}

/** @returns {string} the notation of the place that was tapped once, or "" */
export function previewed() {
  return chosen?.getAttribute("data-notation") ?? "";
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

/** @param {string} form opens it, on a phone by its tab */
function openTrade(form) {
  const sheet = document.querySelector('#tabs [data-tab="trade"]');
  if (sheet === null || !isShown(sheet)) open(form);
  else if (body.dataset["tab"] !== "trade") tab("trade");
}

/**
 * On a phone, opens the tab with the hand: a choice has come up, or places are shown that another sheet would cover.
 * Nobody is interrupted in typing.
 */
export function showHand() {
  const hand = document.querySelector('#tabs [data-tab="build"]');
  const typing = document.activeElement instanceof HTMLInputElement;
  if (hand !== null && isShown(hand) && body.dataset["tab"] !== "build" && !typing) tab("build");
}

function showForms() {
  const form = body.dataset["open"] ?? "";
  for (const button of document.querySelectorAll("button[data-form]")) {
    button.setAttribute("aria-expanded", String(button.getAttribute("data-form") === form));
  }
  for (const shown of document.querySelectorAll("#choice form[data-form]")) {
    shown.toggleAttribute("data-shown", shown.getAttribute("data-form") === form);
  }
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
 * Positions a box beside a place, within the window: off the place if there is room, and where it covers as few other
 * places as possible.
 * @param {HTMLElement} box
 * @param {Element} place
 */
function beside(box, place) {
  const at = place.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const [x, y] = [at.left + at.width / 2 - size.width / 2, at.top + at.height / 2 - size.height / 2];
  const places = [...document.querySelectorAll("#targets .target")].filter((one) => one !== place && isShown(one)).map((one) => one.getBoundingClientRect());
  const prompt = [...document.querySelectorAll("#prompt")].filter(isShown).map((one) => one.getBoundingClientRect());
  /** @param {DOMRect} other */
  const around = (other) => /** @type {[number, number][]} */ ([[other.right + 12, y], [other.left - 12 - size.width, y], [x, other.top - 12 - size.height], [x, other.bottom + 12]]);
  /** @param {[number, number]} spot the nearest one in the window */
  const inside = ([left, top]) => /** @type {[number, number]} */ ([Math.max(8, Math.min(left, innerWidth - size.width - 8)), Math.max(8, Math.min(top, innerHeight - size.height - 8))]);
  const spots = [at, ...places, ...prompt].flatMap(around).map(inside);
  /** @param {[number, number]} spot how bad it is to stand there: by what the box covers */
  const covers = ([left, top]) => {
    const over = (/** @type {DOMRect} */ other) => left < other.right && left + size.width > other.left && top < other.bottom && top + size.height > other.top;
    return places.filter(over).length + PROMPT * prompt.filter(over).length + (over(at) ? OWN : 0);
  };
  /** @param {[number, number]} spot */
  const far = ([left, top]) => Math.hypot(left - x, top - y);
  const near = spots.filter((spot) => far(spot) < NEAR_ENOUGH).map((spot) => ({ spot, covers: covers(spot), far: far(spot) }));
  const [left, top] = near.sort((a, b) => a.covers - b.covers || a.far - b.far)[0]?.spot ?? inside([at.right + 12, y]);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}

/** @param {Element | undefined} target */
function choose(target) {
  chosen?.classList.remove("chosen");
  chosen = target;
  chosen?.classList.add("chosen");
  body.toggleAttribute("data-chosen", chosen !== undefined);
  tip(chosen ?? null);
}

/** @param {string} form closes it; a focus inside it returns to the button that opened it */
function close(form) {
  const inside = document.activeElement?.closest(`form[data-form="${CSS.escape(form)}"], #${CSS.escape(form)}`);
  open("");
  if (!inside || (document.activeElement && document.activeElement !== body && isShown(document.activeElement))) return;
  const button = [...document.querySelectorAll(`button[data-form="${CSS.escape(form)}"]`)].find(isShown);
  if (button instanceof HTMLElement) button.focus({ preventScroll: true });
}

/**
 * Closes or disarms one thing.
 * @returns {boolean} false if nothing was open or armed
 */
export function back() {
  const popover = document.querySelector("[popover]:popover-open");
  if (popover instanceof HTMLElement) popover.hidePopover();
  else if (chosen !== undefined) choose(undefined);
  else if (armed() !== "") arm("");
  else if (body.dataset["open"] !== undefined) close(body.dataset["open"]);
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
  showTab();
  if (chosen !== undefined) choose(chosen.isConnected ? chosen : undefined);
  const form = body.dataset["open"];
  if (form !== undefined) {
    const there = document.querySelector(`form[data-form="${CSS.escape(form)}"], #${CSS.escape(form)}`);
    // A trade that is over gives its place back to the panels that it hides.
    const idle = there?.matches("#offer:has(> .empty)") ?? true;
    open(idle || there?.closest("[hidden]") ? "" : form);
  }
  compose.refreshAll();
  if (tipped !== undefined && !tipped.isConnected) tip(null);
}

// Tips beside a place of the board.

/** @type {Element | undefined} */
let tipped;

/** @param {Element | null} target */
function tip(target) {
  const box = document.getElementById("tip");
  const html = target?.getAttribute("data-tip");
  tipped = html ? (target ?? undefined) : undefined;
  if (box === null) return;
  box.toggleAttribute("hidden", !html);
  if (!html || target === null) return;
  box.innerHTML = html; // written and escaped by the server
  beside(box, target);
}

/** @param {Event} event */
function showTip(event) {
  if (chosen !== undefined) return;
  const target = event.target instanceof Element ? event.target.closest("[data-tip]") : null;
  const leaves = event.type === "pointerout" || event.type === "focusout";
  // The page moves the focus to a place by itself: only a reader at the keyboard asked for its tip.
  if (event.type === "focusin" && target?.matches(":focus-visible") !== true) return;
  if (target !== null && !(event instanceof PointerEvent && event.pointerType === "touch")) tip(leaves ? null : target);
}

// Commands.

/**
 * Shows why something is not possible, in the page's popover.
 * @param {string} message
 * @param {string} [rule]
 */
export function explain(message, rule = "") {
  const box = document.getElementById("whynot");
  if (box === null) {
    say(message);
    return;
  }
  for (const part of box.querySelectorAll("[data-why-text]")) part.textContent = message;
  for (const part of box.querySelectorAll("[data-why-rule]")) {
    part.textContent = rule;
    part.toggleAttribute("hidden", rule === "");
    if (part instanceof HTMLAnchorElement) part.href = `/rules/${encodeURIComponent(rule)}`;
  }
  if (!box.matches(":popover-open")) box.showPopover();
}

/** Sends commands and handles their answers. */
export class Hands {
  /** @type {Line} */
  #connection;
  /** @type {string} the last command sent, and its version */
  #sent = "";

  /** @param {Line} connection */
  constructor(connection) {
    this.#connection = connection;
  }

  /** @returns {number} the version of the table that a move is based on */
  get version() {
    return this.#connection.version;
  }

  /**
   * @param {Command["do"]} what
   * @param {Omit<Command, "id" | "do">} [fields]
   * @returns {Promise<Reply>}
   */
  async command(what, fields = {}) {
    if (this.#connection.state !== "open") say(text("No connection: this will be sent once it is back."));
    const reply = await this.#connection.send(what, fields);
    if (reply.type === "refused") {
      if (what !== "why") play("refused");
      explain(reply.fault.message, reply.fault.rule);
    }
    return reply;
  }

  /**
   * Detects a second click that arrives before the page shows the result of the first.
   * @param {string} what
   * @returns {boolean} whether it was already sent for the version that the page shows
   */
  #again(what) {
    const sent = `${this.version} ${what}`;
    const again = sent === this.#sent;
    this.#sent = sent;
    return again;
  }

  /**
   * Undoes the last move, or makes it again.
   * @param {"undo" | "redo"} what
   */
  async correct(what) {
    if (this.#again(what)) return;
    const reply = await this.command(what, { version: this.version });
    if (reply.type === "refused") this.#sent = "";
  }

  /**
   * @param {string} notation
   * @param {string} [then] a form to open once the move is accepted
   */
  async play(notation, then = "") {
    if (this.#again(notation)) return;
    arm("");
    open("");
    const menu = document.querySelector("[data-menu]:popover-open");
    if (menu instanceof HTMLElement) menu.hidePopover();
    const waiting = document.querySelector(`[data-notation="${CSS.escape(notation)}"]`);
    waiting?.setAttribute("data-sent", "");
    const reply = await this.command("play", { text: notation, version: this.version });
    waiting?.removeAttribute("data-sent");
    if (reply.type === "refused") this.#sent = "";
    if (reply.type === "ack" && then !== "") open(then);
  }

  /**
   * Sends several moves in turn, each once the one before is accepted.
   * @param {string[]} notations
   * @returns {Promise<boolean>} whether all were accepted
   */
  async playAll(notations) {
    if (this.#again(notations.join())) return true;
    let version = this.version;
    for (const notation of notations) {
      const reply = await this.command("play", { text: notation, version });
      if (reply.type === "refused") {
        this.#sent = "";
        return false;
      }
      version = reply.version;
    }
    return true;
  }

  /** @param {string} what a verb or a notation */
  async why(what) {
    const reply = await this.command("why", { text: what });
    if (reply.type === "ack") say(text("This is possible now."));
  }

  /** @param {HTMLFormElement} form the chat's */
  async chat(form) {
    const field = form.elements.namedItem("text");
    if (!(field instanceof HTMLInputElement) || !field.value.trim()) return;
    const words = field.value.trim();
    field.value = "";
    await this.#speak(words, field);
  }

  /**
   * @param {string} words go back to the field if they are refused, or beside it if the next line has been begun
   * @param {HTMLInputElement} field
   */
  async #speak(words, field) {
    const reply = await this.command("chat", { text: words });
    if (reply.type !== "refused") return;
    if (field.value === "") field.value = words;
    else unsaid.keep(words, reply.fault.message, field, () => void this.#speak(words, field));
  }
}

/**
 * Rotates the tile previewed at the tapped place; confirming places it in that rotation.
 * @param {number} by
 */
function turnChosen(by) {
  const place = chosen?.closest("[data-cell]") ?? null;
  if (place === null) return;
  turning.turn(by, place);
  choose(turning.shownAt(place));
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
    if (button.hasAttribute("popovertarget")) return;
    const what = button.getAttribute("data-why") ?? "";
    // Taking back is no move of the game: its refusal says why not.
    if (what === "undo") void hands.correct(what);
    else void hands.why(what);
  },
  "data-together": (button, hands) => {
    if (finger && button !== chosen) choose(button);
    else void chooseTogether(button, hands);
  },
  "data-notation": (button, hands) => {
    // A finger covers its target: the first tap previews the piece, the second places it.
    if (finger && button.closest("#targets") !== null && button !== chosen) choose(button);
    else if (finger && button === chosen && turning.turnable(button)) turnChosen(90);
    else void hands.play(button.getAttribute("data-notation") ?? "", button.getAttribute("data-then") ?? "");
  },
  "data-opens": (button) => showMenu(button.getAttribute("data-opens") ?? "", button),
  "data-tick": (_, hands) => {
    if (chosen?.hasAttribute("data-together")) void chooseTogether(chosen, hands);
    else if (chosen !== undefined) void hands.play(chosen.getAttribute("data-notation") ?? "");
  },
  "data-turn-by": (button) => {
    const by = Number(button.getAttribute("data-turn-by"));
    if (chosen !== undefined) turnChosen(by);
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
  "data-copy": (button) => void copy(button.getAttribute("data-copy") ?? ""),
};

/**
 * @param {string} verb
 * @returns {Element[]}
 */
function targetsOf(verb) {
  return [...document.querySelectorAll(`#targets [data-notation][data-verb="${CSS.escape(verb)}"]`)];
}

/** @param {string} name */
export function tab(name) {
  // On a phone, a second tap on the active tab closes its sheet.
  if (body.dataset["tab"] === name && name !== "build") name = "build";
  body.dataset["tab"] = name;
  showTab();
  compose.refreshAll();
  document.dispatchEvent(new Event("bastide:tab"));
}

/** The server sends the tabs in their initial state; the page keeps track of the active one. */
function showTab() {
  const name = body.dataset["tab"];
  if (name === undefined) return;
  for (const button of document.querySelectorAll("button[data-tab]")) {
    const own = button.getAttribute("data-tab");
    // On a wide page, unlike on a phone, the log is shown whenever the chat is not.
    if (button.getAttribute("role") === "tab") button.setAttribute("aria-selected", String((own === "chat") === (name === "chat")));
    else button.setAttribute("aria-pressed", String(own === name));
  }
  for (const panel of document.querySelectorAll("[data-sheet]")) {
    panel.toggleAttribute("data-up", (panel.getAttribute("data-sheet") ?? "").split(" ").includes(name));
  }
}

/** @param {string} selector */
async function copy(selector) {
  const source = document.querySelector(selector);
  const value = source instanceof HTMLInputElement ? source.value : (source?.textContent?.trim() ?? "");
  try {
    await navigator.clipboard.writeText(value);
    say(text("Copied."));
  } catch {
    // The clipboard needs a secure context: without one, select the text so that the user can copy it.
    if (source instanceof HTMLInputElement) source.select();
    say(text("Copy the marked text."));
  }
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
      if (told !== null && chosen === undefined) tip(told === tipped ? null : told);
      // A tap outside the places cancels the preview.
      if (chosen !== undefined && target.closest("#stage, [data-stage]")) choose(undefined);
      return;
    }
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
  document.addEventListener("bastide:moved", () => chosen === undefined && tip(null));
  document.addEventListener("bastide:rest", () => chosen !== undefined && choose(chosen));
  // A counter-offer that is opened or closed takes cards of the hand, or none.
  document.addEventListener("toggle", (event) => event.target instanceof HTMLDetailsElement && event.target.matches(".counter") && compose.refreshAll(), { capture: true });
  turning.listen();
}

/** @returns {boolean} whether a form of goods is shown, whether the user opened it or the game requires it */
export function composing() {
  return body.dataset["open"] !== undefined || document.querySelector(SHOWN_WITHOUT_OPENING) !== null;
}
