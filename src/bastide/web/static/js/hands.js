/** Commands to the server, and its refusals. */

import { open } from "./forms.js";
import { arm } from "./places.js";
import { say, text } from "./say.js";
import { play } from "./sound.js";
import * as unsaid from "./unsaid.js";

/** @typedef {import("./socket.js").Line} Line */
/** @typedef {import("./socket.js").Command} Command */
/** @typedef {import("./socket.js").Reply} Reply */

/**
 * Shows why something is not possible, in the page's popover.
 * @param {string} message
 * @param {string} [rule]
 */
export function explain(message, rule = "") {
  const box = document.getElementById("whynot");
  if (box === null) {
    say(message);
    return;
  }
  for (const part of box.querySelectorAll("[data-why-text]")) part.textContent = message;
  for (const part of box.querySelectorAll("[data-why-rule]")) {
    part.textContent = rule;
    part.toggleAttribute("hidden", rule === "");
    if (part instanceof HTMLAnchorElement) part.href = `/rules/${encodeURIComponent(rule)}`;
  }
  if (!box.matches(":popover-open")) box.showPopover();
}

/**
 * @param {Element} [from] the element that sends a move
 * @returns {Pick<Command, "before">} what must be played before it: the withdrawal of an own offer that is out
 */
function before(from) {
  const first = document.querySelector("[data-before]")?.getAttribute("data-before");
  return !first || from?.closest("[data-alone]") ? {} : { before: first };
}

/** Sends commands and handles their answers. */
export class Hands {
  /** @type {Line} */
  #connection;
  /** @type {string} the last command sent, and its version */
  #sent = "";

  /** @param {Line} connection */
  constructor(connection) {
    this.#connection = connection;
  }

  /** @returns {number} the version of the table that a move is based on */
  get version() {
    return this.#connection.version;
  }

  /**
   * @param {Command["do"]} what
   * @param {Omit<Command, "id" | "do">} [fields]
   * @returns {Promise<Reply>}
   */
  async command(what, fields = {}) {
    if (this.#connection.state !== "open") say(text("No connection: this will be sent once it is back."));
    const reply = await this.#connection.send(what, fields);
    if (reply.type === "refused") {
      if (what !== "why") play("refused");
      explain(reply.fault.message, reply.fault.rule);
      if (reply.fault.rule) document.dispatchEvent(new Event("bastide:refused"));
    }
    return reply;
  }

  /**
   * Detects a second click that arrives before the page shows the result of the first.
   * @param {string} what
   * @returns {boolean} whether it was already sent for the version that the page shows
   */
  #again(what) {
    const sent = `${this.version} ${what}`;
    const again = sent === this.#sent;
    this.#sent = sent;
    return again;
  }

  /**
   * Undoes the last move, or makes it again.
   * @param {"undo" | "redo"} what
   */
  async correct(what) {
    if (this.#again(what)) return;
    const reply = await this.command(what, { version: this.version });
    if (reply.type === "refused") this.#sent = "";
  }

  /**
   * @param {string} notation
   * @param {Element} [from] the element that sends it
   * @param {string} [then] a form to open once the move is accepted
   */
  async play(notation, from, then = "") {
    if (this.#again(notation)) return;
    arm("");
    open("");
    const menu = document.querySelector("[data-menu]:popover-open");
    if (menu instanceof HTMLElement) menu.hidePopover();
    const waiting = document.querySelector(`[data-notation="${CSS.escape(notation)}"]`);
    waiting?.setAttribute("data-sent", "");
    const reply = await this.command("play", { text: notation, ...before(from), version: this.version });
    waiting?.removeAttribute("data-sent");
    if (reply.type === "refused") this.#sent = "";
    if (reply.type === "ack" && then !== "") open(then);
  }

  /**
   * Sends several moves in turn, each once the one before is accepted.
   * @param {string[]} notations
   * @returns {Promise<boolean>} whether all were accepted
   */
  async playAll(notations) {
    if (this.#again(notations.join())) return true;
    let version = this.version;
    let first = before();
    for (const notation of notations) {
      const reply = await this.command("play", { text: notation, ...first, version });
      first = {};
      if (reply.type === "refused") {
        this.#sent = "";
        return false;
      }
      version = reply.version;
    }
    return true;
  }

  /** @param {string} what a verb or a notation */
  async why(what) {
    const reply = await this.command("why", { text: what });
    if (reply.type === "ack") say(text("This is possible now."));
  }

  /** @param {HTMLFormElement} form the chat's */
  async chat(form) {
    const field = form.elements.namedItem("text");
    if (!(field instanceof HTMLInputElement) || !field.value.trim()) return;
    const words = field.value.trim();
    field.value = "";
    await this.#speak(words, field);
  }

  /**
   * @param {string} words go back to the field if they are refused, or beside it if the next line has been begun
   * @param {HTMLInputElement} field
   */
  async #speak(words, field) {
    const reply = await this.command("chat", { text: words });
    if (reply.type !== "refused") return;
    if (field.value === "") field.value = words;
    else unsaid.keep(words, reply.fault.message, field, () => void this.#speak(words, field));
  }
}
