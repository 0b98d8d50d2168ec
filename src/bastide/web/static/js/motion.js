/**
 * Animations after a change: dice tumble, pieces drop, cards fly from the hexes to the hand. Changes are detected from the page
 * itself, so animations never reveal more than the page. They are off if the system asks for reduced motion.
 */

import { mayMove } from "./settings.js";
import { play } from "./sound.js";

/**
 * What the page showed before a change.
 * @typedef {object} Scene
 * @property {string} roll
 * @property {string} lit
 * @property {Set<string>} pieces
 * @property {Map<string, number>} hand
 * @property {string} robber
 * @property {boolean} mine
 * @property {boolean} over
 */

const FLIGHT = 420;
const STAGGER = 40;
const TUMBLE = 600;
const DROP = 220;

/** @returns {Map<string, number>} */
function hand() {
  return new Map(
    [...document.querySelectorAll("#hand [data-good]")].map((slot) => [
      slot.getAttribute("data-good") ?? "",
      Number(slot.getAttribute("data-count") ?? slot.querySelector("[data-count]")?.textContent ?? 0),
    ]),
  );
}

/** @returns {Scene} */
export function scene() {
  return {
    roll: document.querySelector("#dice .throw")?.textContent ?? "",
    lit: [...document.querySelectorAll("#lit .yielded")].map((token) => token.getAttribute("transform")).join(),
    pieces: new Set(pieces().map(pieceKey)),
    hand: hand(),
    robber: document.querySelector("#pieces .robber")?.getAttribute("transform") ?? "",
    mine: document.querySelector('#actions[data-turn="mine"]') !== null,
    over: document.querySelector('#head[data-stage="over"]') !== null,
  };
}

/** @returns {Element[]} every piece on the board: a group with its place, around its drawing */
function pieces() {
  return [...document.querySelectorAll("#pieces > g[transform]")];
}

/**
 * @param {Element} piece
 * @returns {string}
 */
function pieceKey(piece) {
  return `${piece.getAttribute("transform")} ${piece.querySelector("use")?.getAttribute("href")}`;
}

/** Animates two dice that fall, roll and come to rest. */
function tumble() {
  document.querySelectorAll("#dice .pair > *").forEach((die, i) => {
    die.animate(
      [
        { transform: `translateY(-18px) rotate(${i ? 150 : -200}deg)`, opacity: 0.3 },
        { transform: `translateY(3px) rotate(${i ? -24 : 30}deg)`, opacity: 1, offset: 0.6 },
        { transform: `translateY(-4px) rotate(${i ? 8 : -10}deg)`, offset: 0.8 },
        { transform: "none" },
      ],
      { duration: TUMBLE, easing: "cubic-bezier(.3, 0, .2, 1)" },
    );
  });
}

/** @param {Element} piece */
function drop(piece) {
  // The animation is added to the piece's own transform, which holds its position.
  piece.querySelector("use")?.animate(
    [{ translate: "0 -10px", opacity: 0.2 }, { translate: "0 .4px", opacity: 1, offset: 0.8 }, { translate: "0 0" }],
    { duration: DROP, easing: "cubic-bezier(.2, .8, .2, 1)" },
  );
}

/**
 * @param {string} good
 * @param {number} count
 * @param {number} start how many cards fly before these ones
 */
function fly(good, count, start) {
  const slot = document.querySelector(`#hand [data-good="${CSS.escape(good)}"]`);
  const sources = document.querySelectorAll("#lit .yielded");
  const art = slot?.querySelector("svg");
  if (!slot || !art || sources.length === 0) return;
  const to = slot.getBoundingClientRect();
  for (let i = 0; i < Math.min(count, 6); i += 1) {
    const from = /** @type {Element} */ (sources[i % sources.length]).getBoundingClientRect();
    const card = document.createElement("div");
    card.className = "flying";
    card.setAttribute("aria-hidden", "true");
    card.append(art.cloneNode(true));
    card.style.cssText = `position:fixed;left:${to.left}px;top:${to.top}px;width:${to.width}px;height:${to.height}px;pointer-events:none;z-index:9`;
    document.body.append(card);
    const dx = from.left + from.width / 2 - to.left - to.width / 2;
    const dy = from.top + from.height / 2 - to.top - to.height / 2;
    const flight = card.animate(
      [{ transform: `translate(${dx}px, ${dy}px) scale(.45)`, opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none", opacity: 1 }],
      { duration: FLIGHT, delay: (start + i) * STAGGER, easing: "cubic-bezier(.3, 0, .2, 1)", fill: "backwards" },
    );
    flight.onfinish = flight.oncancel = () => card.remove();
  }
}

/**
 * Animates what changed since `before`, with sounds.
 * @param {Scene} before
 * @param {Record<string, unknown>[]} [events] the events, if the server sends them
 */
export function since(before, events = []) {
  const now = scene();
  const moving = mayMove();
  // Two equal rolls in a row look the same on the page: only the events tell that dice were rolled.
  const rolled = events.some((event) => event["kind"] === "roll") || now.roll !== before.roll || now.lit !== before.lit;
  if (rolled && now.roll !== "") {
    play("roll");
    if (moving) tumble();
  }
  const placed = pieces().filter((piece) => !before.pieces.has(pieceKey(piece)));
  // Many changes at once mean that the page was disconnected: do not animate them.
  if (placed.length > 0 && placed.length <= 3) {
    play(now.robber === before.robber ? "place" : "robber");
    if (moving) placed.forEach(drop);
  }
  let flown = 0;
  for (const [good, count] of now.hand) {
    const gained = count - (before.hand.get(good) ?? count);
    if (gained > 0 && moving) fly(good, gained, flown);
    flown += Math.max(0, gained);
  }
  if (flown > 0) play("card");
  if (now.mine && !before.mine) play("turn");
  if (now.over && !before.over) play("win");
}
