/**
 * Settings of this browser: theme, sound, motion, refusing all trades. The theme is also stored in a cookie, so that the server
 * renders the page with it from the first paint.
 */

const YEAR = 31_536_000;

/** @typedef {"auto" | "light" | "dark"} Theme */

/**
 * @param {string} name
 * @returns {string | null}
 */
export function remembered(name) {
  try {
    return localStorage.getItem(`bastide.${name}`);
  } catch {
    return null; // storage may be refused altogether; a choice then lasts as long as the page
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`bastide.${name}`, value);
  } catch {
    // see `remembered`
  }
}

/** @param {Theme} theme */
export function applyTheme(theme) {
  document.documentElement.dataset["theme"] = theme;
  document.cookie = `bastide_theme=${theme}; path=/; max-age=${YEAR}; samesite=lax`;
}

/** @returns {boolean} whether the dark theme is active */
export function isDark() {
  const theme = document.documentElement.dataset["theme"];
  return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** @returns {boolean} whether animations are allowed: as the reader has chosen, otherwise as the system asks */
export function mayMove() {
  const chosen = remembered("motion");
  return chosen === null ? !matchMedia("(prefers-reduced-motion: reduce)").matches : chosen === "on";
}

/** @param {boolean} on */
export function setMotion(on) {
  remember("motion", on ? "on" : "off");
  applyMotion();
}

/** Stops the animations of the style sheets too, if the reader has chosen so. */
export function applyMotion() {
  document.documentElement.toggleAttribute("data-still", remembered("motion") === "off");
}

/** @returns {boolean} whether the view of a growing board follows what happens: only if the reader has chosen so */
export function follows() {
  return remembered("follow") === "on";
}

/** Settings of which nothing is remembered until somebody turns them off. */
const KINDS = ["first", "manners"];

/**
 * @param {string | null} name
 * @returns {name is string} whether this is such a setting
 */
export function isKind(name) {
  return name !== null && KINDS.includes(name);
}

/**
 * @param {string} name
 * @returns {boolean} whether it is on
 */
export function isOn(name) {
  return remembered(`on.${name}`) !== "off";
}

/** @param {string} name */
export function turnOver(name) {
  remember(`on.${name}`, isOn(name) ? "off" : "on");
  applyKinds();
}

/** Lets the style sheets know which of them are off. */
export function applyKinds() {
  document.documentElement.dataset["off"] = KINDS.filter((name) => !isOn(name)).join(" ");
}

/** @returns {boolean} whether the primary pointer is touch, not a mouse */
export function isTouch() {
  return matchMedia("(pointer: coarse)").matches;
}
