/** The form for a new table: updates the sentence and the map with every change. The form also works without scripts. */

import "./page.js";

/**
 * Why something does not go with what is chosen: in a few words, in a sentence, and the words of the swap.
 * @typedef {[string, string, string]} Barred
 */

/**
 * The server's preview of a form.
 * @typedef {object} Preview
 * @property {string} what what is played in the first place
 * @property {string[]} added the expansions that are ticked beside it
 * @property {string[]} brought the expansions that the number of players brings
 * @property {number} players
 * @property {string[]} offered the expansions that may be ticked
 * @property {Record<string, Barred>} barred the expansions that may not
 * @property {Record<string, Barred>} numbers the numbers of players that are not possible
 * @property {string[]} told what was left out of the form, with the reasons
 * @property {string} sentence
 * @property {string} brief the game in a few words
 * @property {string} short what the closed part is set to
 * @property {Record<string, string>} stations the goals of the campaign's games
 * @property {string} name
 * @property {number} open
 * @property {string} [picture] absent where nothing is dealt
 * @property {number} [usual_goal] absent where a game has no goal
 * @property {string} [goal_note]
 */

const DEALS = 2 ** 31 - 1;
/** Between the last change and the question, in milliseconds. */
const PAUSE = 180;
/** After a failure, and at most after many: in milliseconds. */
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 30_000;
/** After so many milliseconds without an answer the page says that it waits. */
const PATIENCE = 3000;
const HOUR = 3600;

/** @type {number | undefined} */
let due;
/** @type {AbortController | undefined} */
let asking;
/** The form as it was last asked about. */
let asked = "";
/** The picture that the form asks for, which may still be loading; empty until the server has named it. */
let wanted = "";
/** The expansion or number of players that is to take the place of what bars it. */
let swap = "";
let failures = 0;
/** Before this time the server is not asked again. */
let earliest = 0;
/** Resolved unless a button is being pressed: if a button moves during a press, its click is lost. */
let released = Promise.resolve();

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {string}
 */
function value(form, name) {
  return String(new FormData(form).get(name) ?? "");
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {boolean} whether this expansion is played
 */
function plays(form, name) {
  const brought = form.querySelector(`[data-brought="${name}"]:not([hidden])`) !== null;
  return value(form, "what") === name || value(form, `module_${name}`) === "on" || brought;
}

/**
 * The expansions of the later games of a series.
 * @param {HTMLFormElement} form
 * @returns {string[]}
 */
function laterGames(form) {
  const series = value(form, "series");
  if (value(form, "what") === "campaign") return form.querySelector("[data-chapters]")?.getAttribute("data-chapters")?.split(" ") ?? [];
  if (series !== "evening") return [];
  return [...form.querySelectorAll('[data-series="evening"] select')].map((one) => value(form, one.getAttribute("name") ?? ""));
}

/**
 * Shows one chair per player, with its purpose.
 * @param {HTMLFormElement} form
 */
function showChairs(form) {
  const players = Number(value(form, "players"));
  for (const card of form.querySelectorAll("[data-seat]")) {
    const seat = card.getAttribute("data-seat");
    card.toggleAttribute("hidden", Number(seat) >= players);
    for (const note of card.querySelectorAll("[data-note]")) {
      note.toggleAttribute("hidden", note.getAttribute("data-note") !== value(form, `seat${seat}`));
    }
  }
  for (const option of form.querySelectorAll('[name="first"] option')) {
    const seat = option.getAttribute("value") ?? "";
    option.toggleAttribute("hidden", seat !== "roll" && Number(seat) >= players);
    option.toggleAttribute("disabled", seat !== "roll" && Number(seat) >= players);
  }
  for (const part of form.querySelectorAll("[data-only]")) {
    part.toggleAttribute("hidden", part.getAttribute("data-only") !== value(form, "layout"));
  }
  for (const part of form.querySelectorAll("[data-module]")) {
    part.toggleAttribute("hidden", !plays(form, part.getAttribute("data-module") ?? ""));
  }
  const later = laterGames(form);
  for (const part of form.querySelectorAll("[data-played]")) {
    const name = part.getAttribute("data-played") ?? "";
    part.toggleAttribute("hidden", !plays(form, name) && !later.includes(name));
  }
  for (const part of form.querySelectorAll("[data-without]")) {
    const names = part.getAttribute("data-without")?.split(" ") ?? [];
    part.toggleAttribute("hidden", names.some((name) => plays(form, name)));
  }
  for (const part of form.querySelectorAll("[data-clocks]")) {
    part.toggleAttribute("hidden", !part.getAttribute("data-clocks")?.split(" ").includes(value(form, "clock")));
  }
  const what = value(form, "what");
  for (const part of form.querySelectorAll("[data-what]")) part.toggleAttribute("hidden", part.getAttribute("data-what") !== what);
  for (const part of form.querySelectorAll("[data-what-not], [data-chapters]")) {
    part.toggleAttribute("hidden", (part.getAttribute("data-what-not") ?? "campaign") === what);
  }
  form.querySelector("[data-duel]")?.toggleAttribute("hidden", players !== 2 || what === "campaign");
  for (const part of form.querySelectorAll("[data-series]")) {
    part.toggleAttribute("hidden", part.getAttribute("data-series") !== value(form, "series"));
  }
  const nickname = form.querySelector('[name="nickname"]');
  if (!(nickname instanceof HTMLInputElement)) return;
  const you = form.querySelector('[name="first"] option[value="0"]');
  if (you) you.textContent = nickname.value.trim() || nickname.placeholder;
}

/**
 * What was chosen before does not stay beside a game that has it already, or that is played alone.
 * @param {HTMLFormElement} form
 */
function showFirst(form) {
  const what = value(form, "what");
  const alone = form.querySelector(`[data-card="${what}"]`) === null;
  for (const box of form.querySelectorAll(`[data-card="${what}"] input${alone ? ", [data-first] input" : ""}`)) {
    if (box instanceof HTMLInputElement) box.checked = false;
  }
}

/**
 * Shows what goes with the chosen game, and why the rest does not; ticks what the server has settled.
 * @param {HTMLFormElement} form
 * @param {Preview} preview
 */
function showChoices(form, { what, added, brought, players, offered, barred, numbers, told }) {
  for (const note of form.querySelectorAll("[data-brought]")) {
    note.toggleAttribute("hidden", !brought.includes(note.getAttribute("data-brought") ?? ""));
  }
  for (const card of form.querySelectorAll("[data-card]")) {
    const name = card.getAttribute("data-card") ?? "";
    card.toggleAttribute("hidden", !offered.includes(name));
    const box = card.querySelector("input");
    if (box) box.checked = added.includes(name);
  }
  for (const choice of form.querySelectorAll('[name="what"], [name="players"]')) {
    if (!(choice instanceof HTMLInputElement)) continue;
    choice.checked = choice.value === (choice.name === "what" ? what : String(players));
    if (choice.name === "what") continue;
    const reason = numbers[choice.value]?.[0];
    choice.disabled = reason !== undefined;
    choice.parentElement?.setAttribute("title", reason ?? "");
  }
  showWhy(form, "modules", barred);
  showWhy(form, "numbers", numbers);
  form.querySelector("[data-with]")?.toggleAttribute("hidden", offered.length === 0 && Object.keys(barred).length === 0);
  const note = document.getElementById("told");
  if (note) note.textContent = told.join(" · ");
  showChairs(form);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} which
 * @param {Record<string, Barred>} barred
 */
function showWhy(form, which, barred) {
  const list = form.querySelector(`[data-why="${which}"]`);
  list?.toggleAttribute("hidden", Object.keys(barred).length === 0);
  for (const row of list?.querySelectorAll("[data-other]") ?? []) {
    const found = barred[row.getAttribute("data-other") ?? ""];
    row.toggleAttribute("hidden", !found);
    const [reason, why, offer] = found ?? ["", "", ""];
    for (const [part, text] of /** @type {const} */ ([["[data-reason]", reason], ["[data-because]", why], ["button", offer]])) {
      const element = row.querySelector(part);
      if (element) element.textContent = text;
    }
    row.querySelector("button")?.toggleAttribute("hidden", offer === "");
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {Preview} preview
 */
function show(form, preview) {
  showChoices(form, preview);
  asked = String(new URLSearchParams(entries(form)));
  for (const [id, text] of /** @type {const} */ ([["sentence", preview.sentence], ["brief", preview.brief], ["short", preview.short]])) {
    const element = document.getElementById(id);
    if (element && element.textContent !== text) element.textContent = text;
  }
  for (const [name, goal] of Object.entries(preview.stations)) {
    const station = form.querySelector(`[data-station="${name}"]`);
    if (station) station.textContent = goal;
  }
  for (const note of form.querySelectorAll("[data-note-make]")) {
    note.toggleAttribute("hidden", (note.getAttribute("data-note-make") === "open") !== preview.open > 0);
  }
  showGoal(form, preview);
  const name = form.querySelector('[name="name"]');
  if (name instanceof HTMLInputElement) name.placeholder = preview.name;
  const map = document.getElementById("map");
  if (map instanceof HTMLImageElement && preview.picture) showMap(form, map, preview.picture);
  else upToDate();
}

/**
 * The old map stays, faded, until the new one arrives.
 * @param {HTMLFormElement} form
 * @param {HTMLImageElement} map
 * @param {string} picture
 */
function showMap(form, map, picture) {
  wanted = picture;
  if (map.getAttribute("src") === picture) {
    map.removeAttribute("data-old");
    upToDate();
    return;
  }
  map.toggleAttribute("data-old", true);
  const next = new Image();
  // Unless the form has changed meanwhile.
  next.onload = () => {
    if (wanted !== picture) return;
    map.src = picture;
    map.removeAttribute("data-old");
    upToDate();
  };
  next.onerror = () => wanted === picture && askLater(form);
  next.src = picture;
}

/** The sentence and the map show what is chosen. */
function upToDate() {
  failures = 0;
  document.getElementById("sentence")?.removeAttribute("data-old");
  for (const note of document.querySelectorAll("[data-late]")) note.toggleAttribute("hidden", true);
}

/**
 * Says that the sentence and the map do not show what is chosen.
 * @param {"again" | "never"} which whether the server is asked again
 */
function tellLate(which) {
  for (const id of ["sentence", "map"]) document.getElementById(id)?.toggleAttribute("data-old", true);
  for (const note of document.querySelectorAll("[data-late]")) note.toggleAttribute("hidden", note.getAttribute("data-late") !== which);
}

/**
 * Asks again after a failure.
 * @param {HTMLFormElement} form
 * @param {number} [wait] in milliseconds: as the server demands, or else longer after each failure
 */
function askLater(form, wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures)) {
  failures += 1;
  earliest = performance.now() + wait;
  tellLate("again");
  clearTimeout(due);
  due = setTimeout(() => void ask(form), wait);
}

/**
 * @param {HTMLFormElement} form
 * @param {Response} refusal
 */
function refused(form, refusal) {
  void refusal.body?.cancel();
  const seconds = Number(refusal.headers.get("retry-after"));
  // After other refusals the same form would be refused again.
  if (refusal.status !== 429 && refusal.status < 500) tellLate("never");
  else askLater(form, seconds > 0 ? 1000 * Math.min(seconds, HOUR) : undefined);
}

/**
 * Modules set the goal and add to it; a goal that somebody has chosen stays.
 * @param {HTMLFormElement} form
 * @param {Preview} preview
 */
function showGoal(form, preview) {
  const [goal, usual, note] = ['[name="goal"]', '[name="usual_goal"]', "[data-goal] small"].map((part) => form.querySelector(part));
  if (!(goal instanceof HTMLInputElement && usual instanceof HTMLInputElement) || preview.usual_goal === undefined) return;
  if (goal.value === usual.value) goal.value = String(preview.usual_goal);
  usual.value = String(preview.usual_goal);
  if (note) note.textContent = preview.goal_note ?? "";
}

/** @param {HTMLFormElement} form */
async function ask(form) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const body = new URLSearchParams(entries(form));
  asked = String(body);
  if (swap) body.set("swap", swap);
  wanted = ""; // an answer may have come since the change
  const slow = setTimeout(() => signal.aborted || tellLate("again"), PATIENCE);
  /** @type {Preview} */
  let preview;
  try {
    const answer = await fetch(form.dataset["preview"] ?? "/create/preview", { method: "POST", body, signal });
    if (!answer.ok) {
      if (!signal.aborted) refused(form, answer);
      return;
    }
    preview = await answer.json();
  } catch {
    if (!signal.aborted) askLater(form);
    return;
  } finally {
    clearTimeout(slow);
  }
  await released;
  if (signal.aborted) return;
  swap = "";
  show(form, preview);
}

/**
 * @param {HTMLFormElement} form
 * @returns {[string, string][]}
 */
function entries(form) {
  return [...new FormData(form)].map(([name, entry]) => [name, String(entry)]);
}

/** @param {HTMLFormElement} form */
function changed(form) {
  showChairs(form);
  asking?.abort(); // its answer would take the change back
  wanted = "";
  clearTimeout(due);
  due = setTimeout(() => void ask(form), Math.max(PAUSE, earliest - performance.now()));
}

/**
 * @param {HTMLFormElement} form
 * @returns {boolean} whether a field is not as the server wrote it
 */
function touched(form) {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options];
      // Where the server has chosen none, the browser chooses the first.
      const written = options.filter((option) => option.defaultSelected).at(-1) ?? options.find((option) => !option.disabled);
      return written !== undefined && !written.selected;
    }
    if (!(field instanceof HTMLInputElement)) return false;
    return ["checkbox", "radio"].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });
}

/**
 * Shows what was chosen before this script was there, by the reader or by the browser, which fills a form again after
 * a reload.
 * @param {HTMLFormElement} form
 */
function catchUp(form) {
  if (touched(form) && asked !== String(new URLSearchParams(entries(form)))) changed(form);
}

/**
 * @param {HTMLFormElement} form
 * @param {Element} button
 */
function nudge(form, button) {
  const field = button.parentElement?.querySelector("input");
  if (!field) return;
  if (button.getAttribute("data-nudge") === "1") field.stepUp();
  else field.stepDown();
  changed(form);
}

/**
 * A public table has other times: they take the place of those among friends, and the other way round, unless somebody
 * has chosen.
 * @param {HTMLFormElement} form
 */
function showUsual(form) {
  /** @type {Record<string, Record<string, string>>} */
  const usual = JSON.parse(form.querySelector("[data-usual]")?.getAttribute("data-usual") ?? "{}");
  const open = value(form, "public") === "public";
  const [now, before] = [usual[open ? "public" : "private"], usual[open ? "private" : "public"]];
  for (const [name, chosen] of Object.entries(now ?? {})) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof RadioNodeList || field instanceof HTMLSelectElement)) continue;
    if (field.value === before?.[name]) field.value = chosen;
  }
}

/** Waits until the press is over: its click is dispatched before the next task. */
function hold() {
  released = new Promise((resolve) => {
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(resolve), { once: true });
  });
}

/** @param {HTMLFormElement} form */
function dealAnew(form) {
  const deal = form.elements.namedItem("deal");
  if (deal instanceof HTMLInputElement) deal.value = String(1 + Math.floor(Math.random() * DEALS));
  const layout = form.querySelector('[name="layout"][value="spiral"]');
  // The beginners' board is fixed: dealing again switches to a random one.
  if (value(form, "layout") === "beginner" && value(form, "harbors") === "fixed" && layout instanceof HTMLInputElement) layout.checked = true;
  changed(form);
}

const form = document.getElementById("making");
if (form instanceof HTMLFormElement) {
  form.addEventListener("input", ({ target }) => {
    const name = target instanceof Element ? target.getAttribute("name") : "";
    if (name === "public") showUsual(form);
    if (name === "what") showFirst(form);
    changed(form);
  });
  for (const button of form.querySelectorAll("button")) button.addEventListener("pointerdown", hold);
  form.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest("[data-nudge]");
    if (button) nudge(form, button);
    if (target?.closest("[data-deal]")) {
      event.preventDefault();
      dealAnew(form);
    }
    const offer = target?.closest('[name="swap"]');
    if (offer) {
      event.preventDefault();
      swap = offer.getAttribute("value") ?? "";
      changed(form);
      // The row goes away: what is chosen instead is told beside the button that makes the table.
      if (event.detail === 0) offer.closest("details")?.querySelector("summary")?.focus();
    }
    const barred = target?.closest(".choices")?.querySelector("details");
    if (barred && target?.closest("label")?.querySelector("input:disabled")) barred.open = true;
    const unfold = target?.closest("[data-unfold]");
    if (unfold) unfold.setAttribute("aria-expanded", String(unfold.getAttribute("aria-expanded") === "false"));
  });
  // A field in a closed fold cannot say what is wrong with it.
  form.addEventListener("invalid", (event) => event.target instanceof Element && event.target.closest("details")?.setAttribute("open", ""), true);
  showChairs(form);
  catchUp(form);
  // Some browsers fill the form only once the page is loaded.
  addEventListener("pageshow", () => catchUp(form));
  addEventListener("online", () => {
    if (failures === 0) return;
    earliest = 0;
    changed(form);
  });
}
