/**
 * The sheet of a phone with every figure of every player: it is sent only while it is up.
 *
 * What stands there when it is opened is of some time before (`data-stale`), and not shown: what is fresh comes at once. Where
 * that cannot come, because the line is down or slow, what stands there is shown with the time at which it was known to hold.
 */

import { text } from "./say.js";

/** Its panel. */
export const SHEET = "players";
/** How long a sheet that was opened waits for what is fresh, in milliseconds. */
const PATIENCE = 1500;

/** The sheet as the page keeps it; the line asks it what is `unseen`. */
export class Sheet {
  /** When what stands there was last known to hold. */
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

  /** @returns {string} the panels at which nobody looks now; a sheet with nobody in it is to be sent once */
  unseen() {
    return this.#up || document.querySelector(`[data-rows="${SHEET}"] > *`) === null ? "" : SHEET;
  }

  /** It was opened or put away. */
  turned() {
    if (!this.#up) this.#age();
    clearTimeout(this.#wait);
    this.#late = false;
    if (this.#up && this.#stale) this.#wait = setTimeout(() => this.#tarries(), PATIENCE);
    this.#date();
  }

  /**
   * A frame was shown.
   * @param {boolean} came whether the sheet was in it
   */
  shown(came) {
    if (came) this.#panel?.removeAttribute("data-stale");
    if (!this.#stale) this.#known = new Date();
    if (!this.#up) this.#age();
    this.#date();
  }

  /** @param {boolean} down whether the line is down now */
  line(down) {
    if (down && !this.#down && !this.#stale) this.#known = new Date();
    this.#down = down;
    // A line that opens brings what is fresh with its first frame.
    if (down) this.#date();
  }

  #tarries() {
    this.#late = this.#stale;
    this.#date();
  }

  /** From now on what stands there is of some time before. */
  #age() {
    if (!this.#stale && this.unseen() !== "") {
      if (!this.#down) this.#known = new Date();
      this.#panel?.setAttribute("data-stale", "");
    }
  }

  /** Says of which time the sheet is, where that is not now. */
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
