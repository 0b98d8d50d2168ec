/** The page of a table: connects a line to the game, the panels, the user's actions and the board. */

import * as act from "./act.js";
import * as ahead from "./ahead.js";
import * as art from "./art.js";
import * as brief from "./brief.js";
import * as call from "./call.js";
import * as chat from "./chat.js";
import * as clock from "./clock.js";
import * as compose from "./compose.js";
import * as dock from "./dock.js";
import * as drafts from "./drafts.js";
import * as ear from "./ear.js";
import * as first from "./first.js";
import { fit, fitAfloat, keepFitting } from "./fit.js";
import { fold, keepFolding } from "./fold.js";
import { Follower } from "./follow.js";
import { composing, showHand } from "./forms.js";
import { Hands, explain } from "./hands.js";
import * as keys from "./keys.js";
import * as manners from "./manners.js";
import * as morph from "./morph.js";
import * as motion from "./motion.js";
import { showSettings } from "./page.js";
import { say, text } from "./say.js";
import { mayMove } from "./settings.js";
import { SHEET, Sheet } from "./sheet.js";
import { isShown } from "./shown.js";
import { Standing } from "./standing.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./socket.js").Panels} Panels */
/** @typedef {import("./socket.js").ConnectionState} ConnectionState */
/** @typedef {import("./socket.js").Line} Line */

const body = document.body;
const table = body.dataset["table"] ?? location.pathname.split("/")[2] ?? "";
const sheet = new Sheet();

/** @type {Line} what connects this page to the game; set by `begin` */
let connection;
/** @type {Standing} */
let standing;

/** Completes links to share: the server writes only their path. */
function showLinks() {
  for (const field of document.querySelectorAll("input[data-link]")) {
    if (field instanceof HTMLInputElement) field.value = new URL(field.value, location.href).href;
  }
}

/** Counts what waits for the reader. */
function showUnread() {
  call.refresh(chat.refresh(table));
}

function refresh() {
  act.refresh();
  ahead.refresh();
  fold();
  showLinks();
  showSettings();
  standing.refresh();
  showUnread();
  clock.countDown();
  body.toggleAttribute("data-composing", composing());
  brief.offer();
  first.refresh();
  manners.refresh();
}

/** The off-screen panels that the server was last told about. */
let told = sheet.unseen();

/** Sends the list of off-screen panels if it has changed. */
function look() {
  if (told === sheet.unseen()) return;
  told = sheet.unseen();
  connection.look();
}

/** The drawing of the board. */
const stage = document.getElementById("land")?.closest("svg");

/** What is asked of the reader now. */
const CHOICE = "#choice[data-live]";

/** @returns {string} whether the table waits, plays or is over */
const stageOf = () => document.getElementById("head")?.getAttribute("data-stage") ?? "";

/** @param {Panels} frame */
function show(frame) {
  const [before, stood] = [motion.scene(), stageOf()];
  const asked = document.querySelector(CHOICE) !== null;
  const waited = document.querySelector('#offer[data-live] [data-notation="withdraw"]') !== null;
  // What was composed stays for a further offer, unless the trade was made.
  if (frame.events?.some((event) => event["kind"] === "trade")) compose.forget();
  morph.show(frame.panels, frame.whole, refresh);
  // What comes is another page: a long summary that was scrolled leaves it at its top.
  if (stageOf() !== stood) for (const one of [document.documentElement, body]) one.scrollTop = 0;
  sheet.shown(SHEET in frame.panels);
  look();
  ear.hear();
  body.dataset["version"] = String(frame.version);
  if (!asked && document.querySelector(CHOICE) !== null) {
    dock.raise();
    showHand();
  }
  if (waited && frame.events?.some((event) => event["kind"] === "offer_off")) act.reopen("offer");
  clock.show(frame.clock);
  // A page that comes back shows what there is, not how it came about.
  motion.since(before, frame.whole ? [] : frame.events);
  if ("land" in frame.panels || "rail" in frame.panels || "tabs" in frame.panels) fit();
  else fitAfloat();
  if (document.querySelector(CHOICE) === null) dock.makeRoom();
  comeNear();
  const events = frame.whole ? [] : (frame.events ?? []);
  first.see(events);
  manners.see(events);
}

/** @type {Zoom | undefined} */
let zoom;
/** @type {Follower | undefined} the view of a board that grows */
let follower;

/** The radius of a hex, in pixels, at which its places can be hit and its pieces told apart. */
const READABLE = 42;

/**
 * Follows what happens on a board that grows; on a map whose hexes are small, zooms in on the places that are shown, and
 * on one that is zoomed in already, does not leave them out of sight.
 */
function comeNear() {
  const near = stage?.hasAttribute("data-small") || zoom?.zoomed;
  const asked = near && (body.dataset["armed"] !== undefined || document.querySelector("#targets[data-forced]") !== null);
  const places = asked ? [...document.querySelectorAll("#targets .target")].filter(isShown) : [];
  zoom?.among(places, READABLE / parseFloat(stage?.style.getPropertyValue("--radius") ?? ""), mayMove());
  follower?.follow();
}

/** @param {ConnectionState} state */
function showConnection(state) {
  const before = body.dataset["link"];
  body.dataset["link"] = state === "open" ? "up" : "down";
  sheet.connection(state !== "open");
  // The strip above the page shows it: it is only read aloud.
  const strip = document.querySelector(".offline");
  if (strip && state === "closed") strip.textContent = text("This table is closed to you, or gone. Reload the page to see why.");
  if (state === "closed" || (state !== "open" && before === "up")) say(strip?.textContent ?? "", false);
  if (state === "open" && before === "down") say(text("Connected again."), false);
}

/**
 * Starts the page.
 * @param {Line} line what connects it to the game
 */
export function begin(line) {
  connection = line;
  standing = new Standing(line);
  line.onpanels = show;
  line.have = () => morph.have(body.dataset["have"] ?? "");
  line.unseen = () => sheet.unseen();
  line.watched = () => document.querySelector('#head[data-stage="playing"], #head[data-stage="waiting"]') !== null;
  line.onfault = (/** @type {import("./socket.js").Fault} */ fault) => explain(fault.message, fault.rule);
  line.onstate = showConnection;
  act.listen(new Hands(line));
  keys.listen(act.back, () => zoom);
  brief.listen();
  first.listen();
  dock.listen();
  document.addEventListener("bastide:tab", () => {
    sheet.turned();
    look();
    showUnread();
    fit();
  });
  document.addEventListener("bastide:rest", art.show);
  document.addEventListener("bastide:walls", fit);
  document.addEventListener("visibilitychange", showUnread);
  document.addEventListener("bastide:set", showUnread);
  document.addEventListener("bastide:armed", () => {
    fit(); // on a phone, a sheet may have given way
    comeNear();
  });
  const frame = stage?.parentElement?.parentElement;
  if (stage?.parentElement && frame) {
    const board = new Zoom(frame, stage.parentElement, fit);
    zoom = board;
    follower = new Follower(board, stage, frame);
    document.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-zoom]") : null;
      const way = button?.getAttribute("data-zoom");
      if (way === "in") board.by(1.4);
      if (way === "out") board.by(1 / 1.4);
      if (way === "fit") board.reset();
    });
  }
  const nickname = document.getElementById("nickname");
  const lastName = body.dataset["nickname"];
  // Unless somebody has begun to type.
  if (nickname instanceof HTMLInputElement && lastName && nickname.value === nickname.defaultValue) nickname.value = lastName;
  keepFolding();
  keepFitting();
  body.dataset["link"] = "up"; // until proven otherwise: a page just loaded is fresh
  refresh();
  if (document.querySelector(CHOICE) === null) dock.makeRoom();
  comeNear();
  drafts.keep();
  art.show();
  ear.begin();
  line.open();
}
