/** What every page has: theme, language, sound, motion, a phone's means. Loaded everywhere; the table loads more. */

import { isMeans, showMeans, toggle, uses } from "./means.js";
import { applyKinds, applyMotion, applyTheme, follows, isDark, isKind, isOn, mayMove, remember, remembered, setMotion, turnOver } from "./settings.js";
import { isMuted, play, setMuted, setVolume, volume, wakeOnTouch } from "./sound.js";

/** Shows the state of each setting on its buttons. */
export function showSettings() {
  for (const button of document.querySelectorAll("[data-setting]")) {
    const value = button.getAttribute("data-value");
    const setting = button.getAttribute("data-setting");
    if (setting === "theme") button.setAttribute("aria-pressed", String(value === null ? isDark() : (value === "dark") === isDark()));
    if (setting === "sound") button.setAttribute("aria-pressed", String(!isMuted()));
    if (setting === "motion") button.setAttribute("aria-pressed", String(mayMove()));
    if (setting === "follow") button.setAttribute("aria-pressed", String(follows()));
    if (isKind(setting)) button.setAttribute("aria-pressed", String(isOn(setting)));
    if (isMeans(setting)) button.setAttribute("aria-pressed", String(uses(setting)));
    if (setting === "volume" && button instanceof HTMLInputElement) button.value = String(volume());
    if (setting === "language") button.setAttribute("aria-pressed", String(value === document.documentElement.lang));
  }
}

/** @param {string} language */
function speak(language) {
  const address = new URL(location.href);
  address.searchParams.set("lang", language);
  location.assign(address);
}

/** @param {Element} button */
function set(button) {
  const value = button.getAttribute("data-value");
  const setting = button.getAttribute("data-setting");
  if (setting === "theme") applyTheme(value === "dark" || (value === null && !isDark()) ? "dark" : "light");
  if (setting === "sound") {
    setMuted(value === null ? !isMuted() : value === "off");
    play("place");
  }
  if (setting === "motion") setMotion(!mayMove());
  if (setting === "follow") remember("follow", follows() ? "off" : "on");
  if (setting === "language" && value !== null) speak(value);
  if (isKind(setting)) turnOver(setting);
  if (isMeans(setting)) toggle(setting);
  showSettings();
  document.dispatchEvent(new Event("bastide:set"));
}

/** Converts the times on the page to the reader's time zone; the server writes UTC. */
function sayMinutes() {
  const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  for (const time of document.querySelectorAll("time[data-minute]")) {
    const at = new Date(time.getAttribute("datetime") ?? "");
    time.textContent = at.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  }
}

const theme = remembered("theme");
if (theme === "light" || theme === "dark") applyTheme(theme);
applyMotion();
applyKinds();
showMeans();
wakeOnTouch();
showSettings();
sayMinutes();
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-setting]") : null;
  // The link works without scripts; its URL selects the same setting.
  if (button !== null && !(button instanceof HTMLAnchorElement)) set(button);
});
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.getAttribute("data-setting") !== "volume") return;
  setVolume(Number(target.value));
  play("place");
});
