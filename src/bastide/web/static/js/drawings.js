/**
 * The drawings of tiles and of what grows between them, fetched over one socket: each without the symbols that it shares with others. If there is no
 * such connection, a picture is fetched by its own URL.
 */

import { withHouses } from "./houses.js";

/** Milliseconds for which requests are put together. */
const TOGETHER = 20;
/** After so long without an answer, pictures are fetched by their URLs. */
const PATIENCE = 60_000;
/** Which drawings the socket has. */
const DRAWN = /\/(?:\d\/(ground|standing)|(growth)\/\d+\/)[^/]*\.svg$/;
/** @type {Record<string, string>} the boxes of drawings, as `bastide.view.carcassonne.tiles` has them */
const BOXES = { ground: "0 0 480 480", standing: "-24 -72 528 576", growth: "-160 -160 320 320" };

/** @type {Map<string, Promise<string>>} the drawings as they were sent: a fraction of the documents */
const known = new Map();
/** @type {Map<string, (svg: string) => void>} */
const waiting = new Map();
/** @type {WebSocket | undefined} */
let socket;
/** @type {Record<string, string> | undefined} the symbols of drawings by name, and under "" what they share */
let symbols;
/** @type {(() => void)[]} what waits for the symbols */
let unsigned = [];
/** Whether this connection has sent the symbols, which come first. */
let greeted = false;
/** @type {string[]} */
let unsent = [];

/** Answers everything that waits with nothing. */
function giveUp() {
  for (const [address, answer] of waiting) {
    known.delete(address);
    answer("");
  }
  waiting.clear();
  unsent = [];
  sign();
}

function sign() {
  for (const next of unsigned) next();
  unsigned = [];
}

/**
 * @param {string} svg
 * @param {Record<string, string>} all
 * @returns {string} the definitions of the symbols that a drawing refers to, also those within others
 */
function used(svg, all) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const open = [svg];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    for (const [, name = ""] of text.matchAll(/href="#([\w-]+)"/g)) {
      const symbol = all[name];
      if (symbol === undefined || found.has(name)) continue;
      found.set(name, `<g id="${name}">${symbol}</g>`);
      open.push(symbol);
    }
  }
  return (all[""] ?? "") + [...found.values()].join("");
}

/** @param {MessageEvent} event */
function read(event) {
  const text = String(event.data);
  if (!greeted) {
    greeted = true;
    symbols = JSON.parse(text);
    sign();
    return;
  }
  const end = text.indexOf("\n");
  const [address, inner] = [text.slice(0, end), text.slice(end + 1)];
  waiting.get(address)?.(inner);
  waiting.delete(address);
}

/**
 * @param {string} address
 * @param {string} inner a drawing as it was sent
 * @returns {string} the document
 */
function complete(address, inner) {
  if (inner === "" || symbols === undefined) return "";
  const [, part, growth] = DRAWN.exec(address) ?? [];
  const box = BOXES[part ?? growth ?? ""] ?? "";
  const [, , width, height] = box.split(" ");
  const frame = `xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width}" height="${height}"`;
  const svg = withHouses(inner);
  return `<svg ${frame}><defs>${used(svg, symbols)}</defs>${svg}</svg>`;
}

function send() {
  if (unsent.length === 0 && unsigned.length === 0) return;
  if (socket === undefined || socket.readyState > WebSocket.OPEN) {
    greeted = false;
    const address = new URL("/art/pictures", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(address);
    socket.addEventListener("open", send);
    socket.addEventListener("message", read);
    socket.addEventListener("close", giveUp);
  } else if (socket.readyState === WebSocket.OPEN && unsent.length > 0) {
    socket.send(unsent.join("\n"));
    unsent = [];
  }
}

/**
 * @param {string} address
 * @returns {Promise<string>} the drawing as it was sent
 */
function sent(address) {
  let found = known.get(address);
  if (found === undefined) {
    found = new Promise((answer) => {
      waiting.set(address, answer);
      setTimeout(() => waiting.delete(address) && answer(""), PATIENCE);
    });
    known.set(address, found);
    if (unsent.push(address) === 1) setTimeout(send, TOGETHER);
  }
  return found;
}

/** Takes the drawings that came with the panels. */
export function take() {
  for (const one of document.querySelectorAll("[data-drawing]")) {
    const address = one.getAttribute("data-drawing") ?? "";
    const svg = one.textContent ?? "";
    if (!known.has(address)) known.set(address, Promise.resolve(svg));
    waiting.get(address)?.(svg);
    waiting.delete(address);
  }
}

/**
 * @param {string} address the URL of a picture
 * @returns {boolean} whether its drawing was asked for now
 */
export function fetchAhead(address) {
  if (!DRAWN.test(address) || known.has(address)) return false;
  void sent(address);
  return true;
}

/**
 * @param {string} address the URL of a picture
 * @returns {Promise<string>} the document, or "" if it must be fetched by its URL
 */
export async function drawing(address) {
  if (!DRAWN.test(address)) return "";
  const inner = await sent(address);
  if (inner !== "" && symbols === undefined) {
    await new Promise((next) => {
      unsigned.push(() => next(undefined));
      send();
      setTimeout(next, PATIENCE);
    });
  }
  return complete(address, inner);
}
