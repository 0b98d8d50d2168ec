/**
 * Animations after a change: dice tumble, pieces drop, cards fly (`cards.js`). Changes are detected from the page itself and from
 * the events for this reader, so animations never reveal more than the page. They are off if the reader or the system asks so.
 */

import * as cards from "./cards.js";
import { mayMove } from "./settings.js";
import { play } from "./sound.js";

/**
 * What the page showed before a change.
 * @typedef {object} Scene
 * @property {string} roll
 * @property {string} lit
 * @property {Set<string>} pieces
 * @property {string} robber
 * @property {boolean} mine
 * @property {boolean} over
 */

const TUMBLE = 600;
const DROP = 220;

/** @returns {Scene} */
export function scene() {
  return {
    roll: document.querySelector("#dice .throw")?.textContent ?? "",
    lit: [...document.querySelectorAll("#lit .yielded")].map((token) => token.getAttribute("transform")).join(),
    pieces: new Set(pieces().map(pieceKey)),
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
  if (cards.show(events)) play("card");
  if (now.mine && !before.mine) play("turn");
  if (now.over && !before.over) play("win");
}
