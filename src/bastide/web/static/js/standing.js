/**
 * The standing answer to offers: "ask" me, refuse the "bots", refuse "all". This browser keeps it until it is changed.
 *
 * A refusal is sent after a random delay in the range of a bot's answers, whatever the hand holds
 * (docs/decisions/0042).
 */

import { mayMove, remember, remembered } from "./settings.js";

/** @typedef {import("./socket.js").Line} Line */

const ANSWERS = ["ask", "bots", "all"];

/** @returns {string} */
function standing() {
  const kept = remembered("offers") ?? "";
  return ANSWERS.includes(kept) ? kept : "ask";
}

/** The offers that wait for this reader's answer, and the timer of an automatic refusal. */
export class Standing {
  /** @type {Line} */
  #connection;
  /** The offer for which the timer runs or a refusal was sent. */
  #offer = "";
  /** The offer whose time is shown. */
  #timed = "";
  /** @type {number | undefined} */
  #timer;

  /** @param {Line} connection */
  constructor(connection) {
    this.#connection = connection;
    document.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-setting=offers]") : null;
      if (button === null) return;
      remember("offers", button.getAttribute("data-value") ?? "ask");
      const popover = button.closest("[popover]");
      if (popover instanceof HTMLElement) popover.hidePopover();
      this.refresh();
    });
  }

  /** Shows the answer on its buttons, and refuses an offer to which it applies. */
  refresh() {
    const answer = standing();
    document.body.dataset["offers"] = answer;
    for (const button of document.querySelectorAll("[data-setting=offers]")) {
      button.setAttribute("aria-pressed", String(button.getAttribute("data-value") === answer));
    }
    const panel = document.getElementById("offer");
    const offer = panel?.getAttribute("data-offer") ?? "";
    const applies = offer !== "" && (answer === "all" || (answer === "bots" && panel?.getAttribute("data-by") === "bot"));
    document.body.toggleAttribute("data-refusing", applies);
    this.#count(offer);
    if (applies && offer === this.#offer) return;
    clearTimeout(this.#timer);
    this.#offer = applies ? offer : "";
    if (!applies) return;
    const [low = 0, high = 0] = (panel?.getAttribute("data-delay") ?? "").split(" ").map(Number);
    this.#timer = setTimeout(() => this.#refuse(offer), 1000 * (low + (high - low) * Math.random()));
  }

  /** @param {string} offer */
  #refuse(offer) {
    const panel = document.getElementById("offer");
    const refusal = panel?.getAttribute("data-refuse");
    if (!refusal || panel?.getAttribute("data-offer") !== offer) return;
    void this.#connection.send("play", { text: refusal, version: this.#connection.version });
  }

  /** @param {string} offer shows how its time runs out, from when it was first seen */
  #count(offer) {
    if (offer === this.#timed) return;
    this.#timed = offer;
    const bar = document.querySelector("#offer [data-runs]");
    if (!bar || !mayMove()) return;
    const duration = 1000 * Number(bar.getAttribute("data-runs"));
    bar.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration, fill: "forwards" });
  }
}
