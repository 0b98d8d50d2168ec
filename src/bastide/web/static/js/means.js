/**
 * The means of a phone: its share sheet, vibration, a screen that stays on. Each is a setting, and is shown only where
 * the browser has it.
 */

import { isTouch, remember, remembered } from "./settings.js";

/** @typedef {"share" | "vibrate" | "awake"} Means */

/** @type {Record<Means, () => boolean>} whether this browser has it; a desktop's browser may vibrate, the desktop cannot */
const HAS = {
  share: () => typeof navigator.share === "function",
  vibrate: () => typeof navigator.vibrate === "function" && isTouch(),
  awake: () => "wakeLock" in navigator,
};
const ALL = /** @type {Means[]} */ (Object.keys(HAS));

/** Two short knocks, in milliseconds: on, off, on. */
const KNOCKS = [60, 90, 60];

/**
 * @param {string | null} name
 * @returns {name is Means}
 */
export function isMeans(name) {
  return name !== null && Object.hasOwn(HAS, name);
}

/**
 * @param {Means} name
 * @returns {boolean} whether the browser has it and the reader has not switched it off
 */
export function uses(name) {
  return HAS[name]() && remembered(name) !== "off";
}

/** @param {Means} name switches it on or off */
export function toggle(name) {
  remember(name, uses(name) ? "off" : "on");
}

/** Says on the root which means there are: style sheets hide the settings and buttons of the others. */
export function showMeans() {
  document.documentElement.dataset["can"] = ALL.filter((name) => HAS[name]()).join(" ");
}

/** Vibrates, once the reader has touched the page: before, browsers refuse it. */
export function knock() {
  if (uses("vibrate") && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(KNOCKS);
}

/**
 * @param {string} words
 * @param {string} url
 * @returns {Promise<boolean>} whether the share sheet took it, or the reader closed the sheet
 */
export async function share(words, url) {
  if (!uses("share")) return false;
  try {
    await navigator.share({ title: document.title, text: words, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/**
 * Copies text, also where there is no clipboard to write to: it needs a secure context, which a server at home is not.
 * @param {string} value
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copied(value) {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return copiedByHand(value);
  }
}

/**
 * @param {string} value
 * @returns {boolean} whether the browser copied it from a field, as by its menu
 */
function copiedByHand(value) {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.className = "vh";
  field.value = value;
  // Outside of an open popover nothing takes the focus on some phones.
  (document.querySelector(":popover-open") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}

/** @type {WakeLockSentinel | undefined} what keeps the screen on */
let lock;
let asked = false;

/**
 * Keeps the screen on while the reader thinks, or lets it go.
 * @param {boolean} thinks whether the game waits for the reader
 */
export async function keepAwake(thinks) {
  const wanted = thinks && uses("awake") && document.visibilityState === "visible";
  if (!wanted) {
    asked = false;
    await lock?.release();
    lock = undefined;
    return;
  }
  if (asked) return;
  asked = true;
  try {
    const got = await navigator.wakeLock.request("screen");
    // The browser lets it go by itself once the page is hidden; a low battery may do so at any time.
    got.addEventListener("release", () => {
      if (lock === got) [lock, asked] = [undefined, false];
    });
    if (asked && lock === undefined) lock = got;
    else await got.release();
  } catch {
    // A low battery refuses it; it is asked for again at the next turn.
  }
}
