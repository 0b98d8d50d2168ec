/**
 * Pictures of the board as bitmaps. A browser keeps each SVG image as a document of its own and draws it again at every
 * step of a zoom; hundreds of them make a board slow. Here each picture is drawn once for each size at which it is seen.
 *
 * An `<image data-art="URL">` comes without `href`; this module sets it.
 */

import { drawing, sheet } from "./drawings.js";

/** Pixels along the shorter side of a bitmap; a picture outside the window has the first. */
const SIDES = [128, 256, 512];
/** How far a bitmap may be stretched. */
const STRETCH = 1.2;
/** Drawings that make one document. */
const TOGETHER = 12;
/** Pixels between them. */
const GAP = 4;
/** How many unused bitmaps are kept. */
const SPARE = 48;

/** @type {Map<string, Promise<string>>} the URL of a bitmap, by its size and picture */
const bitmaps = new Map();
/** @type {WeakMap<Element, {address: string, key: string}>} the picture that an image shows, or soon will */
const shown = new WeakMap();

/** @typedef {{drawing: import("./drawings.js").Drawing, side: number, done: (url: string) => void, failed: (why: unknown) => void}} Wanted */

/** @type {Wanted[]} drawings that wait for the next document */
let queue = [];
let busy = false;

/**
 * @param {string} address
 * @param {number} side
 * @returns {Promise<string>} the URL of the bitmap
 */
async function draw(address, side) {
  const found = await drawing(address);
  if (found === undefined) {
    return (await bitmapsOf(address, (picture) => {
      const scale = side / Math.min(picture.naturalWidth, picture.naturalHeight);
      return [[0, picture.naturalWidth, picture.naturalHeight, scale]];
    }))[0] ?? address;
  }
  const made = new Promise((/** @type {(url: string) => void} */ done, failed) => queue.push({ drawing: found, side, done, failed }));
  void work();
  return made;
}

/** Draws all that waits, several to a document. */
async function work() {
  if (busy) return;
  busy = true;
  // What is asked for at the same time comes together.
  await Promise.resolve();
  while (queue.length > 0) {
    const some = queue.slice(0, TOGETHER);
    queue = queue.slice(TOGETHER);
    let x = 0;
    const parts = some.map(({ drawing, side }) => {
      const scale = side / Math.min(drawing.width, drawing.height);
      const part = { drawing, x, width: Math.round(drawing.width * scale), height: Math.round(drawing.height * scale) };
      x += part.width + GAP;
      return part;
    });
    try {
      const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sheet(parts))}`;
      const urls = await bitmapsOf(address, () => parts.map((part) => [part.x, part.width, part.height, 1]));
      some.forEach(({ done }, number) => done(urls[number] ?? ""));
    } catch (why) {
      for (const { failed } of some) failed(why);
    }
  }
  busy = false;
}

/**
 * @param {string} address of a picture
 * @param {(picture: HTMLImageElement) => [number, number, number, number][]} cuts the parts of it: where each begins, its
 *   width and height, and how much it is enlarged
 * @returns {Promise<string[]>} the URLs of their bitmaps
 */
async function bitmapsOf(address, cuts) {
  const picture = new Image();
  try {
    picture.src = address;
    await picture.decode();
    return await Promise.all(cuts(picture).map(async ([x, width, height, scale]) => {
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.getContext("2d")?.drawImage(picture, x, 0, width, height, 0, 0, canvas.width, canvas.height);
      /** @type {Blob | null} */
      const blob = await new Promise((made) => canvas.toBlob(made, "image/webp", 0.92));
      // Its memory goes now, not when garbage is collected.
      canvas.width = 0;
      if (blob === null) throw new Error("no bitmap");
      return URL.createObjectURL(blob);
    }));
  } finally {
    // So does the document of the drawing.
    picture.removeAttribute("src");
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
  return SIDES.find((side) => side * STRETCH >= pixels) ?? 512;
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
