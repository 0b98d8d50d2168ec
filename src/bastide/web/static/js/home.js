/** The front page: refreshes its lists of tables while the page is visible. */

import { Idiomorph } from "../vendor/idiomorph.esm.js";
import "./page.js";

const EVERY = 12_000;

async function refresh() {
  if (document.visibilityState !== "visible") return;
  try {
    const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const list of document.querySelectorAll(".list")) {
      const heading = list.getAttribute("aria-labelledby") ?? "";
      const next = fresh.querySelector(`.list[aria-labelledby="${CSS.escape(heading)}"]`);
      if (next && !next.isEqualNode(list)) Idiomorph.morph(list, next, { morphStyle: "outerHTML" });
    }
  } catch {
    // no network: the lists stay as they are until the next time
  }
}

setInterval(() => void refresh(), EVERY);
document.addEventListener("visibilitychange", () => void refresh());
