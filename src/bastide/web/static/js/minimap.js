/**
 * A small map of a growing board, shown while only a part of the board is: tiles, cities, roads, figures, open places, and
 * a frame around what is seen. A click shows that part; Enter, Space and `0` show the whole board.
 */

/** The longer side of the map in pixels: wide windows, phones. */
const SIDE = 150;
const SIDE_PHONE = 92;
/** The side of a tile in the board's units, and a little more, so that no seam shows. */
const SQUARE = 101;
const COLORS = { land: "#9FB45F", city: "#B4694A", road: "#F2E8CA", monastery: "#55636e", open: "#B4690F", moved: "#FFF8E6" };

/** Draws the map, and moves the board where it is clicked. */
export class Minimap {
  #zoom;
  #svg;
  /** @type {HTMLElement | null} */
  #button = document.getElementById("minimap");
  #canvas = this.#button?.querySelector("canvas") ?? null;
  #frame = this.#button?.querySelector("i") ?? null;
  /** @type {[number, number, number, number]} the map's part of the board: x, y, width, height */
  #box = [0, 0, 1, 1];
  /** What was drawn last. */
  #drawn = "";

  /**
   * @param {import("./zoom.js").Zoom} zoom
   * @param {SVGSVGElement} svg
   */
  constructor(zoom, svg) {
    this.#zoom = zoom;
    this.#svg = svg;
    this.#button?.addEventListener("click", (event) => this.#click(event));
  }

  /** Shows the map while the board is zoomed in. */
  draw() {
    const land = this.#svg.querySelector("#land");
    if (this.#button === null || land === null) return;
    this.#button.hidden = !this.#zoom.zoomed || !land.hasAttribute("data-grows");
    if (this.#button.hidden) return;
    const [x = 0, y = 0, width = 1, height = 1] = (land.getAttribute("data-box") ?? "").split(" ").map(Number);
    this.#box = [x, y, width, height];
    const version = document.body.dataset["version"] ?? "";
    if (version !== this.#drawn) this.#paint(land);
    this.#drawn = version;
    this.#mark();
  }

  /** Moves the frame to what is seen. */
  #mark() {
    const whole = this.#svg.getScreenCTM();
    if (this.#frame === null || whole === null) return;
    const seen = this.#zoom.window;
    const corner = new DOMPoint(seen.left, seen.top).matrixTransform(whole.inverse());
    const end = new DOMPoint(seen.right, seen.bottom).matrixTransform(whole.inverse());
    const share = (/** @type {number} */ value, /** @type {number} */ at, /** @type {number} */ of) => `${(100 * Math.min(1, Math.max(0, (value - at) / of))).toFixed(1)}%`;
    const [x, y, width, height] = this.#box;
    this.#frame.style.left = share(corner.x, x, width);
    this.#frame.style.top = share(corner.y, y, height);
    this.#frame.style.right = share(x + width, end.x, width);
    this.#frame.style.bottom = share(y + height, end.y, height);
  }

  /** @param {Element} land */
  #paint(land) {
    const canvas = this.#canvas;
    const pen = canvas?.getContext("2d");
    if (!canvas || !pen) return;
    const [x, y, width, height] = this.#box;
    const css = (Math.min(innerWidth, innerHeight) < 700 ? SIDE_PHONE : SIDE) / Math.max(width, height);
    canvas.style.width = `${Math.round(width * css)}px`;
    canvas.style.height = `${Math.round(height * css)}px`;
    canvas.width = Math.round(width * css * devicePixelRatio);
    canvas.height = Math.round(height * css * devicePixelRatio);
    const scale = css * devicePixelRatio;
    pen.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
    pen.fillStyle = COLORS.land;
    for (const tile of land.querySelectorAll("rect.edge")) pen.fillRect(Number(tile.getAttribute("x")), Number(tile.getAttribute("y")), SQUARE, SQUARE);
    for (const kind of /** @type {const} */ (["city", "road", "monastery"])) {
      pen.fillStyle = COLORS[kind];
      for (const part of this.#svg.querySelectorAll(`#lit .${kind} use`)) this.#part(pen, part);
    }
    for (const [name, color] of /** @type {const} */ ([["#targets .target:first-child .bed", COLORS.open], ["#pieces .moved", COLORS.moved]])) {
      pen.strokeStyle = color;
      pen.lineWidth = 1.5 / css;
      for (const rect of this.#svg.querySelectorAll(name)) {
        const at = (/** @type {string} */ attribute) => Number(rect.getAttribute(attribute));
        pen.strokeRect(at("x"), at("y"), at("width"), at("height"));
      }
    }
    pen.lineWidth = 2.5 / css;
    for (const mark of this.#svg.querySelectorAll("#pieces .recent")) {
      const [column = 0, row = 0] = (mark.getAttribute("data-place") ?? "").split(",").map(Number);
      pen.strokeStyle = getComputedStyle(mark).getPropertyValue("--c") || COLORS.moved;
      pen.strokeRect(column * (SQUARE - 1), row * (SQUARE - 1), SQUARE, SQUARE);
    }
    pen.strokeStyle = "#2B2720";
    pen.lineWidth = 0.8 / css;
    for (const figure of this.#svg.querySelectorAll("#pieces .stands")) {
      const [, dx = "0", dy = "0"] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(figure.getAttribute("transform") ?? "") ?? [];
      pen.fillStyle = getComputedStyle(figure.querySelector(".figure") ?? figure).getPropertyValue("--c") || "#fff";
      pen.beginPath();
      pen.arc(Number(dx), Number(dy), 2.6 / css, 0, 2 * Math.PI);
      pen.fill();
      pen.stroke();
    }
  }

  /**
   * Fills the outline of one section.
   * @param {CanvasRenderingContext2D} pen
   * @param {Element} part
   */
  #part(pen, part) {
    const shape = document.getElementById((part.getAttribute("href") ?? "").slice(1))?.getAttribute("d");
    if (!shape || !(part instanceof SVGGraphicsElement)) return;
    pen.save();
    for (const holder of [part.closest("#lit > g"), part]) {
      const matrix = holder instanceof SVGGraphicsElement ? holder.transform.baseVal.consolidate()?.matrix : undefined;
      if (matrix) pen.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
    }
    pen.fill(new Path2D(shape), "evenodd");
    pen.restore();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const whole = this.#svg.getScreenCTM();
    if (event.detail === 0 || this.#canvas === null || whole === null) return; // the keyboard: the whole board
    event.stopPropagation();
    const map = this.#canvas.getBoundingClientRect();
    const [x, y, width, height] = this.#box;
    const place = new DOMPoint(x + (width * (event.clientX - map.left)) / map.width, y + (height * (event.clientY - map.top)) / map.height).matrixTransform(whole);
    const seen = this.#zoom.window;
    this.#zoom.pan(seen.left + seen.width / 2 - place.x, seen.top + seen.height / 2 - place.y);
  }
}
