/**
 * Fetches drawings of tiles before they are seen: the other rotations of the drawn tile at once, and little by little those
 * of the kinds that are left in the stack. The drawn tile itself comes with the panel of the player who places it.
 */

import { fetchAhead, take } from "./drawings.js";

/** The most drawings of kinds in the stack: all of the base game, 80 kB. */
const MOST = 192;
/** How many of them are fetched each time, and the milliseconds between. */
const TOGETHER = 8;
const EVERY = 1000;
/** Milliseconds after the page was opened in which the line is left to what is seen. */
const FIRST = 4000;
/** Rotations, in quarters. */
const TURNS = [0, 1, 2, 3];

let fetched = 0;
let begun = false;
/** @type {string | undefined} the version for which the tile was drawn */
let drawn;

/**
 * @param {string} address of the ground or the whole of a tile, or of what stands on it
 * @param {number} turns
 * @returns {string[]} the URLs of both parts in that rotation
 */
function parts(address, turns) {
  const [, begin, number = ""] = /^(\/art\/tile\/\d+\/[\w.]+\/)\d\/\w+(-\d)?\.svg$/.exec(address) ?? [];
  return begin === undefined ? [] : [`${begin}${turns}/ground.svg`, `${begin}${turns}/standing${number}.svg`];
}

/** Fetches the rotations of a tile that was drawn just now, and begins with the stack unless the reader saves data. */
export function refresh() {
  const line = /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection;
  if (!begun && document.getElementById("stack-kinds") !== null && line?.saveData !== true) {
    begun = true;
    setTimeout(some, FIRST);
  }
  const tile = document.querySelector(".drawn-tile[data-drawn]");
  const version = tile?.getAttribute("data-drawn") ?? undefined;
  if (version === drawn) return;
  drawn = version;
  take();
  const images = [...(tile?.querySelectorAll("image[data-art]") ?? [])];
  const address = images.at(-1)?.getAttribute("data-art") ?? "";
  const fits = new Set([...document.querySelectorAll("#targets [data-turned]")].map((one) => Number(one.getAttribute("data-turned")) / 90));
  for (const turns of TURNS) if (fits.has(turns)) parts(address, turns).forEach(fetchAhead);
}

/** @returns {string[]} the whole pictures of the kinds that are left, the most frequent first */
function kinds() {
  const rows = [...document.querySelectorAll("#stack-kinds [data-rows='bank'] > li")];
  const left = (/** @type {Element} */ row) => Number(row.querySelector("b")?.textContent?.slice(1));
  return rows.sort((a, b) => left(b) - left(a)).map((row) => row.querySelector("img")?.getAttribute("src") ?? "");
}

function some() {
  if (fetched >= MOST) return;
  let now = 0;
  const all = document.hidden ? [] : kinds();
  for (const turns of TURNS) {
    for (const kind of all) {
      for (const part of now < TOGETHER ? parts(kind, turns) : []) if (fetchAhead(part)) now += 1;
    }
  }
  fetched += now;
  if (all.length === 0 || now > 0) setTimeout(some, EVERY);
}
