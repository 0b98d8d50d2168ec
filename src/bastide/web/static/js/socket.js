/**
 * The connection to the table: a WebSocket that reconnects by itself, and commands that are resent until answered.
 *
 * A command keeps its id when it is resent, so that the table applies it once. On each connect the page sends its version
 * and the hashes of its panels; the server answers with the later events and the panels that differ.
 */

/**
 * One request, as `bastide.server.common.model.Command` reads it.
 * @typedef {object} Command
 * @property {string} id
 * @property {"play"|"undo"|"redo"|"chat"|"sit"|"leave"|"bot"|"open"|"lock"|"unlock"|"color"|"emblem"|"ready"|"unready"|"host"|"stand-in"|"back"|"here"|"vote"|"start"|"why"|"hint"|"seen"|"ping"|"rematch"|"pause"|"resume"|"show-code"|"hide-code"} do
 * @property {string} [text]
 * @property {string} [before]
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

/**
 * What a page needs of its line to the game, whether it is a socket or the requests of a lesson.
 * @typedef {Pick<Connection, "send" | "look" | "open" | "onpanels" | "have" | "unseen" | "watched" | "onfault" | "onstate" | "state" | "version">} Line
 */

/** @typedef {"connecting" | "open" | "silent" | "lost" | "closed"} ConnectionState `silent`: open, but a ping is overdue */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** Between two pings while somebody looks at a game or a waiting room: with `SILENCE`, a broken line shows within 3 s. */
const PING_WATCHED = 1_300;
const PING_EVERY = 15_000;
/** A ping that is not answered for so long shows that the line may be broken; */
const SILENCE = 1_400;
/** after so long it is closed, and opened again. */
const PING_PATIENCE = 8_000;
/** From this close code on, reconnecting is useless: there is no such table, or this page may not see it. */
const FINAL_CODE = 4400;

/** @returns {string} a random command id; `crypto.randomUUID` would need a secure context */
export function freshId() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
}

/** The connection of one page. Calls `onpanels` with frames and `onstate` with changes of its state. */
export class Connection {
  /** @type {(frame: Panels) => void} */
  onpanels = () => {};
  /** @type {() => string} the ids and hashes of the page's panels, as the server parses them */
  have = () => "";
  /** @type {() => string} the panels that are off screen: the server does not send them */
  unseen = () => "";
  /** @type {() => boolean} whether somebody waits here for what happens: a broken line must then show at once */
  watched = () => false;
  /** @type {(fault: Fault) => void} a refusal that answers no pending command */
  onfault = () => {};
  /** @type {(state: ConnectionState) => void} */
  onstate = () => {};

  /** @type {ConnectionState} */
  state = "connecting";
  /** The version of the table that the page shows. */
  version = 0;

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
   * @param {string} path the path of the table's socket, with its query
   * @param {number} version the version that the page shows
   */
  constructor(path, version) {
    this.#address = new URL(path, location.href);
    this.#address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.version = version;
    window.addEventListener("online", () => this.#now());
    window.addEventListener("offline", () => this.#hush());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#now());
  }

  /** Opens the connection; it is reopened until the page is left. */
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
   * Sends a command, resending it after every reconnect, and returns the table's answer.
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

  /** Sends the list of off-screen panels. It is never resent: opening the connection sends it anyway. */
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
    // The list may have changed while the connection was opening.
    if (this.unseen() !== this.#address.searchParams.get("unseen")) this.look();
    this.#tell("open");
    this.#ping();
  }

  /** @param {string} text */
  #read(text) {
    /** @type {Panels | Ack | Refused} */
    const frame = JSON.parse(text);
    if (this.state === "silent") this.#tell("open");
    if (frame.type === "panels") {
      // The page already shows a newer frame.
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
    // Jitter: pages that lost the same server do not all reconnect at once.
    this.#retry = setTimeout(() => this.open(), wait * (0.5 + Math.random() / 2));
  }

  /** The page is visible again, or the network is back: reconnect, or check the line, now. */
  #now() {
    if (this.state === "lost" && this.#socket?.readyState === WebSocket.CLOSED) {
      clearTimeout(this.#retry);
      this.open();
    } else if (this.#socket?.readyState === WebSocket.OPEN) this.#ping(0);
  }

  /** An answer is overdue, or the browser has no network: show it, but wait whether the line comes back by itself. */
  #hush() {
    if (this.state === "open" && this.#socket?.readyState === WebSocket.OPEN) this.#tell("silent");
  }

  /** @param {number} [wait] */
  #ping(wait = this.watched() && document.visibilityState === "visible" ? PING_WATCHED : PING_EVERY) {
    const socket = this.#socket;
    clearTimeout(this.#pingTimer);
    this.#pingTimer = setTimeout(async () => {
      const overdue = setTimeout(() => socket === this.#socket && this.#hush(), SILENCE);
      const broken = setTimeout(() => socket?.close(), PING_PATIENCE);
      await this.send("ping");
      clearTimeout(overdue);
      clearTimeout(broken);
      if (socket !== this.#socket || socket?.readyState !== WebSocket.OPEN) return;
      this.#tell("open");
      this.#ping();
    }, wait);
  }

  /** @param {ConnectionState} state */
  #tell(state) {
    this.state = state;
    this.onstate(state);
  }
}
