/**
 * What a change brings, by ear: the new lines of the log, and what is asked of the reader now, are announced together. Nothing
 * else of the game is a live region, so that a screen reader says each thing once, and also where no log is shown.
 */

/** The most lines that are announced at once: a page that comes back says how it ended. */
const MOST = 12;

const region = document.getElementById("heard");
/** @type {string[]} the texts of what was announced last: the prompt, and the effects of cards */
let before = [];
/** The decision of which the last line tells; with an undo it is an earlier one. */
let last = -1;

/**
 * @param {Element | null | undefined} element
 * @returns {string} its text as a sentence
 */
function sentence(element) {
  const words = element?.textContent?.replace(/[ \t\n]+/g, " ").trim() ?? "";
  return words === "" || /[.!?…:]$/.test(words) ? words : `${words}.`;
}

/** @returns {string[]} what is asked of the reader, and what is to be read out once it changes */
function standing() {
  const asked = [...document.querySelectorAll("#prompt.mine > .ask:not([aria-live])")];
  return [...document.querySelectorAll("[data-heard]"), ...asked].map(sentence);
}

/** Begins: what the page shows already is not announced. */
export function begin() {
  before = standing();
  last = Math.max(-1, ...lines().map(decision));
}

/** @returns {Element[]} */
function lines() {
  return [...document.querySelectorAll("#log .line[data-version]")];
}

/** @param {Element} line */
function decision(line) {
  return Number(line.getAttribute("data-version"));
}

/** Announces what a change has brought. */
export function hear() {
  const fresh = lines().filter((line) => decision(line) > last).slice(-MOST);
  const now = standing();
  const said = [...fresh.map((line) => sentence(line.querySelector(":scope > span"))), ...now.filter((one) => !before.includes(one))];
  begin();
  if (region !== null && said.length > 0) region.textContent = said.join(" ");
}
