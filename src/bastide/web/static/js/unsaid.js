/** Lines of chat that the table has refused while the reader was writing the next one: kept above the field. */

/**
 * Shows a line with the reason of its refusal until the reader sends it again or discards it.
 * @param {string} words
 * @param {string} reason
 * @param {HTMLInputElement} field the chat's
 * @param {() => void} again sends the line
 */
export function keep(words, reason, field, again) {
  const list = document.getElementById("unsaid");
  const template = document.getElementById("unsaid-line");
  if (list === null || !(template instanceof HTMLTemplateElement)) return;
  const line = template.content.firstElementChild?.cloneNode(true);
  if (!(line instanceof HTMLElement)) return;
  for (const [name, text] of [["words", words], ["reason", reason]]) {
    for (const part of line.querySelectorAll(`[data-unsaid="${name}"]`)) part.textContent = text ?? "";
  }
  line.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button === null) return;
    line.remove();
    list.toggleAttribute("hidden", list.childElementCount === 0);
    field.focus();
    if (button.hasAttribute("data-again")) again();
  });
  list.append(line);
  list.removeAttribute("hidden");
  line.scrollIntoView({ block: "nearest" });
}
