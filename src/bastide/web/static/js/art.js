/**
 * Pictures of the board as bitmaps. A browser keeps each SVG image as a document of its own and draws it again at every
 * step of a zoom; hundreds of them make a board slow. Here each picture is drawn once for each size at which it is seen.
 *
 * An `<image data-art="URL">` comes without `href`; this module sets it. `data-most` is the most pixels of its bitmap.
 */

import { drawing, take } from "./drawings.js";

/** Pixels along the shorter side of a bitmap; a picture outside the window has the first. */
const SIDES = [128, 256, 512, 1024];
/** The most that a picture has, if it does not say so itself. */
const MOST = 512;
/** How far a bitmap may be stretched. */
const STRETCH = 1.2;
/** Bitmaps that are drawn at the same time. */
const AT_ONCE = 4;
/** How many unused bitmaps are kept. */
const SPARE = 16;
/** Pictures of tiles that are still blank: of the drawn one and of those on the board. */
const BLANK = ".drawn-tile image[data-art]:not([href], [data-missing]), #land image[data-art^='/art/tile/']:not([href], [data-missing])";
/** Milliseconds after which a tile that is still blank keeps nobody from playing. */
const LONGEST = 10_000;

/** @type {Map<string, Promise<string>>} the URL of a bitmap, by its size and picture */
const bitmaps = new Map();
/** @type {WeakMap<Element, {address: string, key: string}>} the picture that an image shows, or soon will */
const shown = new WeakMap();
/** @type {Map<string, string>} the URL of the newest bitmap of each picture, in any size */
const newest = new Map();
/** @type {number | undefined} */
let blankSince;

/** @type {(() => void)[]} */
const queue = [];
let free = AT_ONCE;

/** @returns {Promise<void>} */
async function turn() {
  if (free > 0) free -= 1;
  else await new Promise((next) => queue.push(() => next(undefined)));
}

function done() {
  const next = queue.shift();
  if (next === undefined) free += 1;
  else next();
}

/**
 * @param {string} address
 * @param {number} side
 * @returns {Promise<string>} the URL of the bitmap
 */
async function draw(address, side) {
  const svg = await drawing(address);
  await turn();
  const local = svg === "" ? "" : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  const picture = new Image();
  try {
    picture.src = local || address;
    await picture.decode();
    const scale = side / Math.min(picture.naturalWidth, picture.naturalHeight);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.naturalWidth * scale);
    canvas.height = Math.round(picture.naturalHeight * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    /** @type {Blob | null} */
    const blob = await new Promise((made) => canvas.toBlob(made, "image/webp", 0.92));
    // Its memory goes now, not when garbage is collected.
    canvas.width = 0;
    return blob === null ? address : URL.createObjectURL(blob);
  } finally {
    // The document of the drawing goes now, not when garbage is collected.
    picture.removeAttribute("src");
    done();
  }
}

/**
 * @param {Element} image
 * @returns {number} the side of the bitmap that it needs now
 */
function needed(image) {
  const box = image.getBoundingClientRect();
  const seen = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
  const pixels = seen ? Math.min(box.width, box.height) * devicePixelRatio : 0;
  const most = Number(image.getAttribute("data-most") ?? MOST);
  return SIDES.find((side) => side * STRETCH >= pixels || side >= most) ?? MOST;
}

/**
 * @param {Element} image
 * @param {string} address
 * @param {number} side
 */
async function fill(image, address, side) {
  const key = `${side} ${address}`;
  const now = shown.get(image);
  if (now?.key === key) return;
  // Another size of the same picture serves until this one is drawn.
  const near = newest.get(address);
  if (near !== undefined && now?.address !== address) image.setAttribute("href", near);
  else if (now?.address !== address) image.removeAttribute("href");
  shown.set(image, { address, key });
  let bitmap = bitmaps.get(key);
  if (bitmap === undefined) {
    bitmap = draw(address, side);
    bitmaps.set(key, bitmap);
  }
  try {
    const url = await bitmap;
    if (url.startsWith("blob:") && bitmaps.get(key) === bitmap) newest.set(address, url);
    if (shown.get(image)?.key === key) image.setAttribute("href", url);
    image.removeAttribute("data-missing");
  } catch {
    image.setAttribute("data-missing", "");
    // Try again with the next change of the page, for example once the line is back.
    bitmaps.delete(key);
    if (shown.get(image)?.key === key) shown.delete(image);
  }
  markBlank();
}

/** Marks the page while a tile is blank: no place is shown then. */
function markBlank() {
  const blank = document.querySelector(BLANK) !== null;
  if (!blank) blankSince = undefined;
  else if (blankSince === undefined) {
    blankSince = performance.now();
    setTimeout(markBlank, LONGEST + 1);
  }
  document.body.toggleAttribute("data-blank", blankSince !== undefined && performance.now() - blankSince < LONGEST);
}

/** @param {Set<string>} used forgets the oldest of all other bitmaps */
async function forget(used) {
  const spare = [...bitmaps.keys()].filter((key) => !used.has(key));
  for (const key of spare.slice(0, Math.max(0, spare.length - SPARE))) {
    const bitmap = bitmaps.get(key);
    bitmaps.delete(key);
    const url = await bitmap?.catch(() => "");
    const address = key.slice(key.indexOf(" ") + 1);
    if (newest.get(address) === url) newest.delete(address);
    if (url?.startsWith("blob:")) URL.revokeObjectURL(url);
  }
}

/** Shows the pictures of all images, as sharp as they are seen now. */
export function show() {
  take();
  const wanted = [...document.querySelectorAll("image[data-art]")].map((image) => ({
    image,
    address: image.getAttribute("data-art") ?? "",
    side: needed(image),
  }));
  for (const { image, address, side } of wanted) void fill(image, address, side);
  markBlank();
  void forget(new Set(wanted.map(({ address, side }) => `${side} ${address}`)));
}
