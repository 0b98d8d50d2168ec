/** Texts of the scripts: the server writes their translations into the page. */

/** @type {Record<string, string> | undefined} */
let words;

/**
 * @param {string} english also the key
 * @returns {string}
 */
export function text(english) {
  words ??= JSON.parse(document.querySelector('meta[name="words"]')?.getAttribute("content") || "{}");
  return words?.[english] ?? english;
}

/** @type {number | undefined} */
let timer;

/**
 * Announces a sentence: a screen reader reads it aloud, and the page shows it for a moment.
 * @param {string} sentence
 * @param {boolean} [shown] false where the page shows it in another place
 */
export function say(sentence, shown = true) {
  const region = document.getElementById("said");
  if (region === null) return;
  clearTimeout(timer);
  // Screen readers announce only changes: clear the text first, so that a repeated message is read again.
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
  region.toggleAttribute("data-shown", shown);
  timer = setTimeout(() => region.toggleAttribute("data-shown", false), 4000);
}
