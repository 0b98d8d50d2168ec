/** The page of a table: connects the socket, the panels, the user's actions and the board. */

import * as act from "./act.js";
import * as chat from "./chat.js";
import * as clock from "./clock.js";
import { composing } from "./act.js";
import { fit, keepFitting } from "./fit.js";
import { fold, keepFolding } from "./fold.js";
import * as keys from "./keys.js";
import * as morph from "./morph.js";
import * as motion from "./motion.js";
import { showSettings } from "./page.js";
import { say, text } from "./say.js";
import { SHEET, Sheet } from "./sheet.js";
import { Connection } from "./socket.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./socket.js").Panels} Panels */
/** @typedef {import("./socket.js").ConnectionState} ConnectionState */

const body = document.body;
const table = body.dataset["table"] ?? location.pathname.split("/")[2] ?? "";
const language = document.documentElement.lang || "en";
const connection = new Connection(`/ws/${encodeURIComponent(table)}?lang=${encodeURIComponent(language)}`, Number(body.dataset["version"] ?? 0));
const hands = new act.Hands(connection);
const sheet = new Sheet();

/** @type {string | undefined} the turn for which all offers are refused automatically */
let refusedTurn;
/** @type {string | undefined} the offer that was refused automatically */
let answered;

/** Refuses offers automatically ("not trading now") until the end of the turn. */
function answerOffers() {
  const offer = document.getElementById("offer");
  const turn = offer?.getAttribute("data-turn") ?? "";
  if (refusedTurn !== undefined && refusedTurn !== turn) refusedTurn = undefined;
  for (const button of document.querySelectorAll("[data-setting=notrade]")) {
    button.setAttribute("aria-pressed", String(refusedTurn !== undefined));
  }
  const refusal = offer?.getAttribute("data-refuse");
  if (!refusal) answered = undefined;
  else if (refusedTurn !== undefined && answered !== refusal) {
    answered = refusal;
    void hands.play(refusal);
  }
}

/** Completes links to share: the server writes only their path. */
function showLinks() {
  for (const field of document.querySelectorAll("input[data-link]")) {
    if (field instanceof HTMLInputElement) field.value = new URL(field.value, location.href).href;
  }
}

function refresh() {
  act.refresh();
  fold();
  showLinks();
  chat.refresh(table);
  showSettings();
  answerOffers();
  body.toggleAttribute("data-composing", composing());
}

/** The off-screen panels that the server was last told about. */
let told = sheet.unseen();

/** Sends the list of off-screen panels if it has changed. */
function look() {
  if (told === sheet.unseen()) return;
  told = sheet.unseen();
  connection.look();
}

/** @param {Panels} frame */
function show(frame) {
  const before = motion.scene();
  morph.show(frame.panels, frame.whole, refresh);
  sheet.shown(SHEET in frame.panels);
  look();
  body.dataset["version"] = String(frame.version);
  clock.show(frame.clock);
  motion.since(before, frame.events);
  if ("land" in frame.panels || "rail" in frame.panels || "tabs" in frame.panels) fit();
  comeNear();
}

/** The width of a tile, in pixels, while a figure is placed on it. */
const NEAR = 110;
/** @type {Zoom | undefined} */
let zoom;
/** @type {string | undefined} the tile zoomed in on */
let nearTo;

/** On a large board, zooms in on the tile where a figure may be placed, and back out afterwards. */
function comeNear() {
  const tile = document.querySelector("#targets .claiming");
  const place = tile === null ? undefined : `${tile.getAttribute("x")},${tile.getAttribute("y")}`;
  if (place === nearTo) return;
  if (nearTo !== undefined) zoom?.reset();
  nearTo = tile !== null && zoom?.near(tile, NEAR) ? place : undefined;
}

/**
 * @param {ConnectionState} state
 * @param {number} lag
 */
function showConnection(state, lag) {
  const before = body.dataset["link"];
  body.dataset["link"] = state === "open" ? "up" : "down";
  sheet.connection(state !== "open");
  for (const shown of document.querySelectorAll("[data-lag]")) shown.textContent = lag > 0 ? `${lag} ms` : "";
  if (state === "lost" && before === "up") say(text("The connection is lost; reconnecting."));
  if (state === "open" && before === "down") say(text("Connected again."));
  if (state === "closed") say(text("This table is closed to you, or gone. Reload the page to see why."));
}

connection.onpanels = show;
connection.have = () => morph.have(body.dataset["have"] ?? "");
connection.unseen = () => sheet.unseen();
connection.onfault = (/** @type {import("./socket.js").Fault} */ fault) => act.explain(fault.message, fault.rule);
connection.onstate = showConnection;

act.listen(hands);
keys.listen(act.back);
document.addEventListener("bastide:tab", () => {
  sheet.turned();
  look();
  chat.refresh(table);
  fit();
});
document.addEventListener("visibilitychange", () => chat.refresh(table));
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-setting=notrade]") : null;
  if (button === null) return;
  refusedTurn = refusedTurn === undefined ? (document.getElementById("offer")?.getAttribute("data-turn") ?? "") : undefined;
  answerOffers();
});

const stage = document.getElementById("land")?.closest("svg");
const frame = stage?.parentElement?.parentElement;
if (stage?.parentElement && frame) {
  const board = new Zoom(frame, stage.parentElement, fit);
  zoom = board;
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-zoom]") : null;
    const way = button?.getAttribute("data-zoom");
    if (way === "in") board.by(1.4);
    if (way === "out") board.by(1 / 1.4);
    if (way === "fit") board.reset();
  });
}
keepFolding();
keepFitting();
comeNear();
body.dataset["link"] = "up"; // until proven otherwise: a page just loaded is fresh
refresh();
connection.open();
