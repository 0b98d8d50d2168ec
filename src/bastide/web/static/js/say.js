/** The few words that the script says itself; the server writes them into the page in its language. */

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
 * Says a sentence to everybody: read aloud by a screen reader, and shown for a moment.
 * @param {string} sentence
 */
export function say(sentence) {
  const region = document.getElementById("said");
  if (region === null) return;
  clearTimeout(timer);
  // The same words twice are two messages: only a change is read aloud.
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
  region.toggleAttribute("data-shown", true);
  timer = setTimeout(() => region.toggleAttribute("data-shown", false), 4000);
}
