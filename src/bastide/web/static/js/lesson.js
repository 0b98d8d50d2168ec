/**
 * The page of a lesson: the table's own page, with a line that asks the server for each move.
 *
 * The server keeps nothing: the page sends the moves made so far with each request, and this browser remembers them.
 */

import { begin } from "./at_table.js";
import * as lit from "./lit.js";
import { say } from "./say.js";
import { mayMove, remember, remembered } from "./settings.js";

/** @typedef {import("./socket.js").Command} Command */
/** @typedef {import("./socket.js").Reply} Reply */
/** @typedef {import("./socket.js").Panels} Panels */
/** @typedef {import("./socket.js").Fault} Fault */

/**
 * What the server answers, as `bastide.web.learn.LessonReply` writes it.
 * @typedef {object} LessonReply
 * @property {string[]} done the moves made now
 * @property {number} step
 * @property {number} of
 * @property {Omit<Panels, "type">[]} frames
 * @property {string} [missed] what is said to a legal move that misses the point
 * @property {Fault} [fault]
 */

/** How long each decision of the others is shown, in milliseconds; without motion it is shorter, but still one at a time. */
const PACE = 1200;
const STILL = 500;

const body = document.body;
const name = body.dataset["lesson"] ?? "";

/** @returns {string[]} the moves that this browser remembers */
function stored() {
  try {
    const found = JSON.parse(remembered(`lesson.${name}`) ?? "{}");
    return Array.isArray(found.done) ? found.done.filter((/** @type {unknown} */ text) => typeof text === "string") : [];
  } catch {
    return [];
  }
}

/** A line to a lesson, with the same face as a socket. */
class Lesson {
  /** @type {(frame: Panels) => void} */
  onpanels = () => {};
  have = () => "";
  unseen = () => "";
  watched = () => false;
  /** @type {(fault: Fault) => void} */
  onfault = () => {};
  /** @type {(state: import("./socket.js").ConnectionState) => void} */
  onstate = () => {};
  /** @type {import("./socket.js").ConnectionState} */
  state = "open";
  /** Counts answers, not decisions: the same wrong move may be tried twice. */
  version = 0;

  /** @type {string[]} */
  #done = [];
  /** @type {Map<string, string>} the HTML of each panel as it was shown last */
  #shown = new Map();
  /** The end of what is being shown. */
  #playing = Promise.resolve();
  #hurried = false;

  /** Shows where this browser stopped, if it has been here before. */
  open() {
    const done = stored();
    this.onstate("open");
    if (done.length > 0) void this.ask("seen", "", done);
    else lit.show();
  }

  look() {}

  /**
   * @param {Command["do"]} what
   * @param {Omit<Command, "id" | "do">} [fields]
   * @returns {Promise<Reply>}
   */
  async send(what, fields = {}) {
    if (what !== "play" && what !== "why") return this.#ack();
    const reply = await this.ask(what, fields.text ?? "");
    if (reply?.fault) return { type: "refused", id: "", fault: reply.fault, version: this.version };
    return this.#ack();
  }

  /**
   * Asks the server, and shows its answer.
   * @param {string} what play, why, back, skip, seen or again
   * @param {string} [text]
   * @param {string[]} [done]
   * @returns {Promise<LessonReply | undefined>}
   */
  async ask(what, text = "", done) {
    // Who goes on does not wait for what is still being shown.
    this.#hurried = true;
    await this.#playing;
    this.#hurried = false;
    /** @type {LessonReply} */
    let reply;
    try {
      const answer = await fetch(`/learn/${encodeURIComponent(name)}?lang=${document.documentElement.lang}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ do: what, text, done: done ?? this.#done }),
      });
      const found = await answer.json();
      if (!answer.ok) {
        this.onstate("lost");
        return { done: this.#done, step: 0, of: 0, frames: [], fault: found };
      }
      reply = found;
    } catch {
      this.state = "lost";
      this.onstate("lost");
      return undefined;
    }
    if (this.state !== "open") {
      this.state = "open";
      this.onstate("open");
    }
    this.version += 1;
    this.#done = reply.done;
    if (what !== "why") remember(`lesson.${name}`, JSON.stringify({ done: reply.done, step: reply.step, of: reply.of }));
    if (reply.missed) this.#miss(reply.missed);
    this.#playing = this.#show(reply.frames);
    return reply;
  }

  /** @param {string} words */
  #miss(words) {
    const line = document.querySelector("#prompt [data-missed]");
    if (line === null) return;
    line.textContent = words;
    line.toggleAttribute("hidden", false);
    say(words, false);
  }

  /** @param {Omit<Panels, "type">[]} frames one after the other, so that a newcomer sees what the others do */
  async #show(frames) {
    for (const [number, frame] of frames.entries()) {
      /** @type {Record<string, string>} */
      const panels = {};
      for (const [id, html] of Object.entries(frame.panels)) {
        // Rows that are not in a whole frame are gone.
        if (frame.whole || this.#shown.get(id) !== html) panels[id] = html;
        this.#shown.set(id, html);
      }
      this.onpanels({ ...frame, type: "panels", panels, version: this.version });
      lit.show();
      if (number < frames.length - 1 && !this.#hurried) await this.#rest();
    }
  }

  /** @returns {Promise<void>} after the pause between two decisions, or at once when the reader goes on */
  #rest() {
    const until = performance.now() + (mayMove() ? PACE : STILL);
    return new Promise((done) => {
      const look = () => (this.#hurried || performance.now() >= until ? done() : void setTimeout(look, 50));
      look();
    });
  }

  /** @returns {Reply} */
  #ack() {
    return { type: "ack", id: "", version: this.version };
  }
}

const line = new Lesson();
begin(line);
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-guide]") : null;
  if (button !== null) void line.ask(button.getAttribute("data-guide") ?? "");
});
