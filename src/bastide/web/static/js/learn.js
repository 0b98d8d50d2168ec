/** The list of lessons: how far this browser has come in each. */

import "./page.js";
import { text } from "./say.js";
import { remembered } from "./settings.js";

for (const card of document.querySelectorAll("[data-lesson]")) {
  const mark = card.querySelector("[data-progress]");
  try {
    const found = JSON.parse(remembered(`lesson.${card.getAttribute("data-lesson")}`) ?? "{}");
    const begun = Array.isArray(found.done) && found.done.length > 0;
    if (mark === null || !begun) continue;
    mark.textContent = found.step >= found.of ? text("done") : text("step {step} of {of}").replace("{step}", String(found.step + 1)).replace("{of}", String(found.of));
    mark.toggleAttribute("hidden", false);
  } catch {
    // nothing that this page has written
  }
}
