/**
 * Pictures of the board as bitmaps. A browser keeps each SVG image as a document of its own and draws it again at every
 * step of a zoom; hundreds of them make a board slow. Here each picture is drawn once for each size at which it is seen.
 *
 * An `<image data-art="URL">` comes without `href`; this module sets it. `data-most` is the most pixels of its bitmap.
 */

import { drawing } from "./drawings.js";

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

/** @type {Map<string, Promise<string>>} the URL of a bitmap, by its size and picture */
const bitmaps = new Map();
/** @type {WeakMap<Element, {address: string, key: string}>} the picture that an image shows, or soon will */
const shown = new WeakMap();

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
  if (now?.address !== address) image.removeAttribute("href");
  shown.set(image, { address, key });
  let bitmap = bitmaps.get(key);
  if (bitmap === undefined) {
    bitmap = draw(address, side);
    bitmaps.set(key, bitmap);
  }
  try {
    const url = await bitmap;
    if (shown.get(image)?.key === key) image.setAttribute("href", url);
  } catch {
    // Try again with the next change of the page, for example once the line is back.
    bitmaps.delete(key);
    if (shown.get(image)?.key === key) shown.delete(image);
  }
}

/** @param {Set<string>} used forgets the oldest of all other bitmaps */
async function forget(used) {
  const spare = [...bitmaps.keys()].filter((key) => !used.has(key));
  for (const key of spare.slice(0, Math.max(0, spare.length - SPARE))) {
    const bitmap = bitmaps.get(key);
    bitmaps.delete(key);
    const url = await bitmap?.catch(() => "");
    if (url?.startsWith("blob:")) URL.revokeObjectURL(url);
  }
}

/** Shows the pictures of all images, as sharp as they are seen now. */
export function show() {
  const wanted = [...document.querySelectorAll("image[data-art]")].map((image) => ({
    image,
    address: image.getAttribute("data-art") ?? "",
    side: needed(image),
  }));
  for (const { image, address, side } of wanted) void fill(image, address, side);
  void forget(new Set(wanted.map(({ address, side }) => `${side} ${address}`)));
}
