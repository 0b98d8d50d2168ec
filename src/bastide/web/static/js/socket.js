/**
 * The line to the table: one WebSocket that comes back by itself, and commands that are resent until answered.
 *
 * A command keeps its id over every resend, so that the table applies it once. Whenever the line opens, the table is told
 * the last version and the panels that this page has, and answers with what followed and what differs.
 */

/**
 * One request, as `bastide.server.common.model.Command` reads it.
 * @typedef {object} Command
 * @property {string} id
 * @property {"play"|"undo"|"chat"|"sit"|"leave"|"bot"|"open"|"lock"|"unlock"|"host"|"stand-in"|"back"|"start"|"why"|"seen"|"ping"|"rematch"|"pause"|"resume"} do
 * @property {string} [text]
 * @property {number} [seat]
 * @property {number} [version]
 */

/**
 * @typedef {object} Fault
 * @property {string} code
 * @property {string} message
 * @property {string} [rule]
 */

/** @typedef {{type: "ack", id: string, version: number}} Ack */
/** @typedef {{type: "refused", id: string, fault: Fault, version: number}} Refused */
/** @typedef {Ack | Refused} Reply */

/**
 * @typedef {object} Panels
 * @property {"panels"} type
 * @property {number} version
 * @property {Record<string, string>} panels
 * @property {Record<string, unknown>[]} events
 * @property {boolean} whole
 * @property {import("./clock.js").Clocks | null} [clock]
 */

/** @typedef {"connecting" | "open" | "lost" | "closed"} LineState */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 15_000;
const PING_PATIENCE = 8_000;
/** The table closes with a code from here on when coming back is useless: no such table, or no right to look at it. */
const FINAL_CODE = 4400;

/** @returns {string} an id that no other command has; `crypto.randomUUID` would need a secure context */
export function freshId() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
}

/** The line of one page. Tells `onpanels` of frames and `onstate` of the connection. */
export class Line {
  /** @type {(frame: Panels) => void} */
  onpanels = () => {};
  /** @type {() => string} the panels that this page has, as the table reads them */
  have = () => "";
  /** @type {() => string} the panels at which nobody looks on this page now: they are not sent */
  unseen = () => "";
  /** @type {(fault: Fault) => void} what the table has to say although nothing was asked */
  onfault = () => {};
  /** @type {(state: LineState, lag: number) => void} */
  onstate = () => {};

  /** @type {LineState} */
  state = "connecting";
  /** The last version of the table that this page shows. */
  version = 0;
  /** Milliseconds there and back, as the last ping measured it. */
  lag = 0;

  /** @type {WebSocket | undefined} */
  #socket;
  /** @type {Map<string, {command: Command, answer: (reply: Reply) => void}>} */
  #waiting = new Map();
  /** @type {URL} */
  #address;
  #failures = 0;
  /** @type {number | undefined} */
  #retry;
  /** @type {number | undefined} */
  #pingTimer;

  /**
   * @param {string} path where the table listens, with its query
   * @param {number} version what the page already shows
   */
  constructor(path, version) {
    this.#address = new URL(path, location.href);
    this.#address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.version = version;
    window.addEventListener("online", () => this.#now());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#now());
  }

  /** Opens the line; it stays open, or comes back, until the page is left. */
  open() {
    this.#address.searchParams.set("seen", String(this.version));
    this.#address.searchParams.set("have", this.have());
    this.#address.searchParams.set("unseen", this.unseen());
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => this.#read(String(event.data)));
    socket.addEventListener("close", (event) => this.#closed(event));
  }

  /**
   * Sends a command and gives the table's answer, however often the line breaks in between.
   * @param {Command["do"]} what
   * @param {Omit<Command, "id" | "do">} [fields]
   * @returns {Promise<Reply>}
   */
  send(what, fields = {}) {
    const command = { id: freshId(), do: what, ...fields };
    return new Promise((answer) => {
      this.#waiting.set(command.id, { command, answer });
      this.#write(command);
    });
  }

  /** Says anew at which panels nobody looks. Nothing is to be sent again: a line that opens says it itself. */
  look() {
    this.#write({ id: freshId(), do: "seen", version: this.version, text: this.unseen() });
  }

  /** @param {Command} command */
  #write(command) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  #opened() {
    this.#failures = 0;
    for (const { command } of this.#waiting.values()) this.#write(command);
    // Somebody may have looked elsewhere while it was opening.
    if (this.unseen() !== this.#address.searchParams.get("unseen")) this.look();
    this.#tell("open");
    this.#ping();
  }

  /** @param {string} text */
  #read(text) {
    /** @type {Panels | Ack | Refused} */
    const frame = JSON.parse(text);
    if (frame.type === "panels") {
      // A frame that was on its way when a newer one was rendered shows nothing new.
      if (frame.version < this.version && !frame.whole) return;
      this.version = frame.version;
      this.onpanels(frame);
      return;
    }
    if (frame.id === "" && frame.type === "refused") this.onfault(frame.fault);
    const waiting = this.#waiting.get(frame.id);
    this.#waiting.delete(frame.id);
    waiting?.answer(frame);
  }

  /** @param {CloseEvent} event */
  #closed(event) {
    clearTimeout(this.#pingTimer);
    if (event.code >= FINAL_CODE) {
      this.#tell("closed");
      return;
    }
    this.#tell("lost");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures);
    this.#failures += 1;
    // Pages that lost the same server come back spread over time.
    this.#retry = setTimeout(() => this.open(), wait * (0.5 + Math.random() / 2));
  }

  /** Somebody looks, or the network is back: no reason to wait longer. */
  #now() {
    if (this.state !== "lost" || this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#retry);
    this.open();
  }

  #ping() {
    const socket = this.#socket;
    this.#pingTimer = setTimeout(async () => {
      const began = performance.now();
      const silence = setTimeout(() => socket?.close(), PING_PATIENCE);
      await this.send("ping");
      clearTimeout(silence);
      if (socket !== this.#socket || socket?.readyState !== WebSocket.OPEN) return;
      this.lag = Math.round(performance.now() - began);
      this.#tell("open");
      this.#ping();
    }, PING_EVERY);
  }

  /** @param {LineState} state */
  #tell(state) {
    this.state = state;
    this.onstate(state, this.lag);
  }
}
