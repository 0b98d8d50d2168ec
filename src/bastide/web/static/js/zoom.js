/**
 * Pan and zoom of the board by one CSS transform on a wrapper: nothing is redrawn, so it stays smooth.
 *
 * Wheel, pinch, `+` and `-` zoom; dragging and the arrow keys pan once zoomed in; a double tap or `0` shows the whole
 * board again. A place that gets the focus outside the free part of the window is moved there.
 */

const MOST = 4;
/** The least size of a growing board, and how far beyond its land a view may reach, as a share of the window. */
const LOOSE = 0.5;
const BEYOND = 0.25;
/** A smaller change of size is not worth a move. */
const LEAST = 1.15;
/** Where a place that was hidden is moved to, as a share of the window's height: above the panels of a phone. */
const MIDDLE = 0.4;
/** How far a pointer may move, in pixels, before a press becomes a drag. */
const SLIP = 6;
/** Milliseconds without a change after which the board is drawn sharp at its new size. */
const REST = 160;
/** Milliseconds that a move of the page itself takes. */
const GLIDE = 380;

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
  /** The transform that the sheet has. */
  #drawn = "";
  /** @type {number | undefined} */
  #resting;

  /** @type {() => void} */
  #whole;
  /** Whether the page has zoomed in by itself. */
  #byItself = false;
  /** The places that it came near to: it does so once, so that the reader may then look at something else. */
  #near = "";
  /** Whether the reader has chosen what is seen. */
  #held = false;
  /** The largest size to which the board can be enlarged, if it is more than usual. */
  reach = MOST;
  /** Whether the board grows: the view may then show less than fits, and reach beyond the land a little. */
  loose = false;

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
    for (const name of ["focusin", "bastide:sought"]) frame.addEventListener(name, (event) => this.#follow(event));
    addEventListener("resize", () => {
      this.reset();
      this.release();
    });
  }

  /** @returns {boolean} */
  get zoomed() {
    return this.#scale > 1.001;
  }

  /** @returns {boolean} whether the reader has chosen what is seen */
  get held() {
    return this.#held;
  }

  /** Lets the page choose again what is seen. */
  release() {
    this.#held = false;
    this.#frame.removeAttribute("data-held");
  }

  #hold() {
    this.#held = true;
    this.#frame.setAttribute("data-held", "");
  }

  /** @returns {number} */
  get #most() {
    return Math.max(MOST, this.reach);
  }

  /** @returns {DOMRect} the board's window */
  get window() {
    return this.#frame.getBoundingClientRect();
  }

  /** @returns {{scale: number, x: number, y: number}} how the board is enlarged and moved */
  get view() {
    return { scale: this.#scale, x: this.#x, y: this.#y };
  }

  /**
   * Enlarges and moves the board by itself. Whether the reader has chosen what is seen, the caller asks (`held`).
   * @param {{scale: number, x: number, y: number}} view
   * @param {{scale: number, x: number, y: number}} [from] where the move starts, to show it
   */
  show(view, from) {
    this.place(view);
    if (from !== undefined) this.#glide(from);
  }

  /**
   * Sets what is seen, whoever has chosen it: after the board was fitted anew, or where the reader asks for a part of it.
   * @param {{scale: number, x: number, y: number}} view
   */
  place(view) {
    this.#scale = Math.min(this.#most, Math.max(this.loose ? LOOSE : 1, view.scale));
    [this.#x, this.#y] = [view.x, view.y];
    this.#show();
  }

  /**
   * Shows a part that the reader asks for.
   * @param {{scale: number, x: number, y: number}} view
   * @param {boolean} moving whether to show the move
   */
  look(view, moving) {
    const from = this.view;
    this.#hold();
    this.place(view);
    if (moving) this.#glide(from);
  }

  /** @param {{scale: number, x: number, y: number}} from where the move to the present view starts */
  #glide(from) {
    const before = { transform: `translate(${from.x}px, ${from.y}px) scale(${from.scale})` };
    const after = { transform: this.#sheet.style.transform || "none" };
    this.#sheet.animate([before, after], { duration: GLIDE, easing: "cubic-bezier(.3, 0, .2, 1)" });
  }

  /**
   * Zooms in on places that are too small to hit or to read, as far as all of them stay in the part of the window that the
   * whole board takes. On a board that is zoomed in already, moves to the places if none of them is seen, to one of them if
   * they are far apart. Without places, shows the whole board again if it was this that zoomed in.
   * @param {Element[]} places
   * @param {number} factor how much larger they should be
   * @param {boolean} moving whether to show the move
   */
  among(places, factor, moving) {
    const boxes = places.map((place) => place.getBoundingClientRect()).filter((box) => box.width > 0);
    const names = places.map((place) => place.getAttribute("data-notation")).join();
    const from = this.view;
    if (boxes.length === 0) {
      this.#near = "";
      if (!this.#byItself) return;
      this.#reset();
      if (moving) this.#glide(from);
      return;
    }
    if (this.#near === names) return;
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
    if (this.zoomed) {
      this.#near = names;
      const seen = () => places.some((place) => !this.#hides(place.getBoundingClientRect()));
      if (!seen()) this.#center((left + right) / 2, (top + bottom) / 2);
      if (!seen()) this.#centerNearest(places);
      return;
    }
    if (factor <= 1) return;
    const free = this.#sheet.querySelector("#land")?.getBoundingClientRect() ?? this.#frame.getBoundingClientRect();
    const scale = Math.min(factor, free.width / (right - left), free.height / (bottom - top));
    if (scale < LEAST) return;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    this.#by(scale, x, y);
    this.#pan((free.left + free.right) / 2 - x, (free.top + free.bottom) / 2 - y);
    this.#byItself = true;
    this.#near = names;
    if (moving) this.#glide(from);
  }

  /**
   * Moves the board, as far as it is zoomed in.
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.#hold();
    this.#pan(dx, dy);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  #pan(dx, dy) {
    this.#x += dx;
    this.#y += dy;
    this.#show();
  }

  /**
   * A place that the keyboard or a lesson comes to is moved to the middle if it lies under a panel or outside the window.
   * @param {Event} event
   */
  #follow(event) {
    const place = event.target instanceof Element ? event.target : null;
    if ((!this.zoomed && !this.loose) || place === null || place === this.#frame) return;
    for (const move of this.#sheet.getAnimations()) move.finish();
    const box = place.getBoundingClientRect();
    if (this.#hides(box)) this.#center(box.left + box.width / 2, box.top + box.height / 2);
  }

  /**
   * @param {DOMRect} box
   * @returns {boolean} whether its middle lies under a panel or outside the window
   */
  #hides(box) {
    const above = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return above === null || !this.#frame.contains(above);
  }

  /**
   * Moves what is at this point to the middle.
   * @param {number} x
   * @param {number} y
   */
  #center(x, y) {
    const whole = this.#frame.getBoundingClientRect();
    this.#pan(whole.left + whole.width / 2 - x, whole.top + whole.height * MIDDLE - y);
  }

  /** @param {Element[]} places the one that is nearest to the middle is moved there */
  #centerNearest(places) {
    const whole = this.#frame.getBoundingClientRect();
    const middles = places.map((place) => place.getBoundingClientRect()).map((box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 }));
    /** @param {{x: number, y: number}} at */
    const far = ({ x, y }) => Math.hypot(x - whole.left - whole.width / 2, y - whole.top - whole.height * MIDDLE);
    const nearest = middles.sort((a, b) => far(a) - far(b))[0];
    if (nearest !== undefined) this.#center(nearest.x, nearest.y);
  }

  /** Shows the whole board again. */
  reset() {
    if (this.loose) this.release();
    else this.#hold();
    this.#reset();
  }

  #reset() {
    this.#byItself = false;
    this.#whole();
    [this.#scale, this.#x, this.#y] = [1, 0, 0];
    this.#show();
  }

  /**
   * @param {number} factor
   * @param {number} [clientX] the fixed point; by default the centre
   * @param {number} [clientY]
   */
  by(factor, clientX, clientY) {
    this.#hold();
    this.#by(factor, clientX, clientY);
  }

  /**
   * @param {number} factor
   * @param {number} [clientX]
   * @param {number} [clientY]
   */
  #by(factor, clientX, clientY) {
    const box = this.#frame.getBoundingClientRect();
    const px = (clientX ?? box.left + box.width / 2) - box.left;
    const py = (clientY ?? box.top + box.height / 2) - box.top;
    const scale = Math.min(this.#most, Math.max(Math.min(1, this.#scale), this.#scale * factor));
    this.#x = px - ((px - this.#x) * scale) / this.#scale;
    this.#y = py - ((py - this.#y) * scale) / this.#scale;
    this.#scale = scale;
    this.#show();
  }

  #show() {
    const box = this.#frame.getBoundingClientRect();
    // The sheet always covers its frame: no empty space at the edges.
    const [beyondX, beyondY] = this.loose ? [box.width * BEYOND, box.height * BEYOND] : [0, 0];
    this.#x = Math.min(beyondX, Math.max(box.width * (1 - this.#scale) - beyondX, this.#x));
    this.#y = Math.min(beyondY, Math.max(box.height * (1 - this.#scale) - beyondY, this.#y));
    const whole = this.#scale === 1 && this.#x === 0 && this.#y === 0;
    const transform = this.zoomed || !whole ? `translate(${this.#x}px, ${this.#y}px) scale(${this.#scale})` : "";
    if (this.#drawn !== transform) document.dispatchEvent(new Event("bastide:moved"));
    this.#drawn = transform;
    this.#sheet.style.transform = transform;
    // While it moves, the browser only shifts and stretches what it has drawn.
    this.#sheet.style.willChange = "transform";
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#rest(), REST);
    this.#frame.toggleAttribute("data-zoomed", this.zoomed);
  }

  /** Has the board drawn sharp at its new size. A layer keeps the size at which it was made, so that it gets a new one. */
  #rest() {
    this.#sheet.style.willChange = "";
    document.dispatchEvent(new Event("bastide:rest"));
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        this.#sheet.style.willChange = this.zoomed ? "transform" : "";
      }),
    );
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
      this.pan(dx * share, dy * share);
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
