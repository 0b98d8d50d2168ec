/**
 * The phone's sheet with all players' figures: the server sends it only while it is open.
 *
 * When it is opened, its content is stale (`data-stale`) and hidden until a fresh frame arrives. If the connection is down
 * or slow, the stale content is shown with the time at which it was last current.
 */

import { text } from "./say.js";

/** The id of the sheet's panel. */
export const SHEET = "players";
/** How long an opened sheet waits for a fresh frame, in milliseconds. */
const PATIENCE = 1500;

/** The state of the sheet; the connection takes `unseen` from it. */
export class Sheet {
  /** When the content was last known to be current. */
  #known = new Date();
  #down = false;
  #late = false;
  /** @type {number | undefined} */
  #wait;

  /** @returns {Element | null} */
  get #panel() {
    return document.getElementById(SHEET);
  }

  get #up() {
    return document.body.dataset["tab"] === SHEET;
  }

  get #stale() {
    return this.#panel?.hasAttribute("data-stale") ?? false;
  }

  /** @returns {string} the panels that are off screen; an empty sheet is requested once */
  unseen() {
    return this.#up || document.querySelector(`[data-rows="${SHEET}"] > *`) === null ? "" : SHEET;
  }

  /** The sheet was opened or closed. */
  turned() {
    if (!this.#up) this.#age();
    clearTimeout(this.#wait);
    this.#late = false;
    if (this.#up && this.#stale) this.#wait = setTimeout(() => this.#tarries(), PATIENCE);
    this.#date();
  }

  /**
   * A frame was shown.
   * @param {boolean} came whether the frame contained the sheet
   */
  shown(came) {
    if (came) this.#panel?.removeAttribute("data-stale");
    if (!this.#stale) this.#known = new Date();
    if (!this.#up) this.#age();
    this.#date();
  }

  /** @param {boolean} down whether the connection is down */
  connection(down) {
    if (down && !this.#down && !this.#stale) this.#known = new Date();
    this.#down = down;
    // When the connection reopens, its first frame brings fresh content.
    if (down) this.#date();
  }

  #tarries() {
    this.#late = this.#stale;
    this.#date();
  }

  /** Marks the content as stale. */
  #age() {
    if (!this.#stale && this.unseen() !== "") {
      if (!this.#down) this.#known = new Date();
      this.#panel?.setAttribute("data-stale", "");
    }
  }

  /** Shows the time of the content if it is not current. */
  #date() {
    const old = this.#down || (this.#late && this.#stale);
    const said = this.#panel?.querySelector(".as-of") ?? document.createElement("p");
    if (!old || !this.#up) {
      said.remove();
      return;
    }
    const time = this.#known.toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });
    said.className = "as-of";
    said.textContent = text("No connection: as it stood at {time}.").replace("{time}", time);
    if (!said.isConnected) this.#panel?.querySelector(".panel-head")?.after(said);
  }
}
