/** The sheet of a phone with hand and actions: folded by a swipe down, shown again by a swipe up; its bar does both. */

import { PHONE } from "./shown.js";

const body = document.body;
/** So many pixels make a swipe, and so much longer than across it must be. */
const FAR = 36;
const STEEP = 1.5;
/** So many times as wide as high is a wide board; by how much it must grow for the sheet to be folded at first. */
const WIDE = 1.6;
const GAIN = 1.2;

/** @param {boolean} lowered whether only the bar of the sheet is shown */
function lower(lowered) {
  if (body.hasAttribute("data-lowered") === lowered) return;
  body.toggleAttribute("data-lowered", lowered);
  document.querySelector("[data-grab]")?.setAttribute("aria-expanded", String(!lowered));
}

/** Shows the whole sheet. */
export function raise() {
  lower(false);
}

/** Whether `makeRoom` has seen a board. */
let made = false;

/** Folds the sheet at first if it keeps a wide board much smaller than the window's width: on low windows. */
export function makeRoom() {
  const land = document.getElementById("land");
  const [, , width, height] = (land?.getAttribute("data-box") ?? "0 0 0 0").split(" ").map(Number);
  if (made || !land || !width || !height || !matchMedia(PHONE).matches) return;
  made = true;
  const room = innerWidth / land.getBoundingClientRect().width;
  if (matchMedia("(orientation: portrait)").matches && width > WIDE * height && room > GAIN) lower(true);
}

/** Listens to the bar of the sheet, to swipes over it, and to tabs, which show the whole sheet. */
export function listen() {
  const foot = document.querySelector(".foot");
  /** @type {{x: number, y: number} | undefined} */
  let from;
  let swiped = false;
  foot?.addEventListener("pointerdown", (event) => {
    swiped = false;
    const touched = event instanceof PointerEvent && event.pointerType === "touch" && matchMedia(PHONE).matches;
    const scrolls = event.target instanceof Element && event.target.closest(".spots") !== null;
    from = touched && !scrolls ? { x: event.clientX, y: event.clientY } : undefined;
  });
  foot?.addEventListener("pointerup", (event) => {
    if (from === undefined || !(event instanceof PointerEvent)) return;
    const [across, down] = [Math.abs(event.clientX - from.x), event.clientY - from.y];
    from = undefined;
    swiped = Math.abs(down) > FAR && Math.abs(down) > STEEP * across;
    if (swiped) lower(down > 0);
  });
  // Capture: a swipe that ends on a button presses nothing.
  foot?.addEventListener("click", (event) => {
    if (swiped) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.target instanceof Element && event.target.closest("[data-grab]")) lower(!body.hasAttribute("data-lowered"));
    swiped = false;
  }, { capture: true });
  document.addEventListener("bastide:tab", raise);
}
