/**
 * Pan and zoom of the board by one CSS transform on a wrapper: nothing is redrawn, so it stays smooth.
 *
 * Wheel and pinch zoom around the pointer. Dragging pans once zoomed in. A double tap or `0` shows the whole board again.
 */

const MOST = 4;
/** An element of at least this share of the requested width is large enough. */
const LARGE = 0.38;
/** How far a pointer may move, in pixels, before a press becomes a drag. */
const SLIP = 6;

/** The board's window: `frame` clips, `sheet` moves. */
export class Zoom {
  /** @type {HTMLElement} */
  #frame;
  /** @type {HTMLElement | SVGElement} */
  #sheet;
  #scale = 1;
  #x = 0;
  #y = 0;
  /** @type {Map<number, {x: number, y: number}>} */
  #fingers = new Map();
  #travelled = 0;
  #lastTap = 0;

  /** @type {() => void} */
  #whole;

  /**
   * @param {HTMLElement} frame
   * @param {HTMLElement | SVGElement} sheet
   * @param {() => void} [whole] called when the whole board is shown again
   */
  constructor(frame, sheet, whole = () => {}) {
    this.#whole = whole;
    this.#frame = frame;
    this.#sheet = sheet;
    sheet.style.transformOrigin = "0 0";
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      frame.addEventListener(name, (event) => this.#up(event));
    }
    // Capture: a drag that ends on a target must not build there.
    frame.addEventListener("click", (event) => this.#swallowDrag(event), { capture: true });
    addEventListener("resize", () => this.reset());
  }

  /** @returns {boolean} */
  get zoomed() {
    return this.#scale > 1.001;
  }

  /**
   * Zooms in on an element that is too small to hit, keeping it in place.
   * @param {Element} what
   * @param {number} width its requested width in pixels
   * @returns {boolean} false if it is large enough, or the user has already zoomed
   */
  near(what, width) {
    const box = what.getBoundingClientRect();
    if (this.zoomed || box.width === 0 || box.width > width * LARGE) return false;
    this.by(width / box.width, box.left + box.width / 2, box.top + box.height / 2);
    return true;
  }

  /** Shows the whole board again. */
  reset() {
    [this.#scale, this.#x, this.#y] = [1, 0, 0];
    this.#show();
    this.#whole();
  }

  /**
   * @param {number} factor
   * @param {number} [clientX] the fixed point; by default the centre
   * @param {number} [clientY]
   */
  by(factor, clientX, clientY) {
    const box = this.#frame.getBoundingClientRect();
    const px = (clientX ?? box.left + box.width / 2) - box.left;
    const py = (clientY ?? box.top + box.height / 2) - box.top;
    const scale = Math.min(MOST, Math.max(1, this.#scale * factor));
    this.#x = px - ((px - this.#x) * scale) / this.#scale;
    this.#y = py - ((py - this.#y) * scale) / this.#scale;
    this.#scale = scale;
    this.#show();
  }

  #show() {
    const box = this.#frame.getBoundingClientRect();
    // The sheet always covers its frame: no empty space at the edges.
    this.#x = Math.min(0, Math.max(box.width * (1 - this.#scale), this.#x));
    this.#y = Math.min(0, Math.max(box.height * (1 - this.#scale), this.#y));
    this.#sheet.style.transform = this.zoomed ? `translate(${this.#x}px, ${this.#y}px) scale(${this.#scale})` : "";
    this.#sheet.style.willChange = this.zoomed ? "transform" : "";
    this.#frame.toggleAttribute("data-zoomed", this.zoomed);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (event.deltaY === 0) return;
    event.preventDefault();
    this.by(Math.exp(-Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 120) * 0.0022), event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    if (this.#fingers.size === 0) this.#travelled = 0;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (before === undefined) return;
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    this.#travelled += Math.abs(dx) + Math.abs(dy);
    if (other !== undefined) {
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (was > 0) this.by(is / was, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
    }
    if (this.zoomed && (this.#travelled > SLIP || other !== undefined)) {
      const share = other === undefined ? 1 : 0.5;
      this.#x += dx * share;
      this.#y += dy * share;
      this.#show();
    }
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#fingers.delete(event.pointerId) || event.type !== "pointerup" || event.pointerType !== "touch") return;
    if (this.#travelled > SLIP || this.#fingers.size > 0) return;
    const onTarget = event.target instanceof Element && event.target.closest(".target, [data-notation]") !== null;
    if (!onTarget && event.timeStamp - this.#lastTap < 320) {
      if (this.zoomed) this.reset();
      else this.by(2, event.clientX, event.clientY);
    }
    this.#lastTap = event.timeStamp;
  }

  /** @param {MouseEvent} event */
  #swallowDrag(event) {
    if (event.detail !== 0 && this.#travelled > SLIP && this.zoomed) {
      event.preventDefault();
      event.stopPropagation();
    }
    this.#travelled = 0;
  }
}
