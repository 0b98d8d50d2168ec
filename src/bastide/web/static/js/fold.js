/**
 * Folds the panels of expansions beside the board where a column has no room for all of them: those of the lowest priority
 * first. What the reader has folded or opened stays so as long as there is room for it; what was opened last comes last.
 *
 * A panel is a `<details>` in `.folds`, with `data-priority`. Style sheets set `--folds` to 0 where panels stand in sheets.
 */

/** @type {Map<string, {open: boolean, at: number}>} what the reader has done, by the panel's id, and in which order */
const chosen = new Map();
let clock = 0;

/**
 * @param {Element} column
 * @returns {boolean} whether its panels are higher than the room for them
 */
function overflows(column) {
  return column.scrollHeight > column.clientHeight + 1;
}

/**
 * @param {HTMLDetailsElement} panel
 * @returns {number[]} when it is folded, compared with others: those with the lowest numbers first
 */
function rank(panel) {
  const at = panel.contains(document.activeElement) ? Infinity : (chosen.get(panel.id)?.at ?? 0);
  return [at, Number(panel.dataset["priority"] ?? 0)];
}

/** @param {Element} column one of the lists of panels */
function settle(column) {
  if (!(column instanceof HTMLElement) || column.getClientRects().length === 0) return;
  const all = [...column.children].filter((panel) => panel instanceof HTMLDetailsElement);
  const may = all.filter((panel) => chosen.get(panel.id)?.open ?? true);
  for (const panel of all) {
    panel.open = may.includes(panel);
    panel.removeAttribute("data-tight");
  }
  column.removeAttribute("data-crowded");
  if (getComputedStyle(column).getPropertyValue("--folds").trim() !== "1") return;
  const order = may
    .map((panel) => ({ panel, rank: rank(panel) }))
    .sort((a, b) => (a.rank[0] ?? 0) - (b.rank[0] ?? 0) || (a.rank[1] ?? 0) - (b.rank[1] ?? 0))
    .map(({ panel }) => panel)
    .filter((panel) => panel.getClientRects().length > 0);
  const last = order.pop();
  for (const panel of order) {
    if (!overflows(column)) return;
    panel.open = false;
  }
  if (last === undefined || !overflows(column)) return;
  last.setAttribute("data-tight", ""); // its content scrolls
  if (!overflows(column)) return;
  last.removeAttribute("data-tight");
  // What the reader has opened stays open: then the column itself scrolls.
  last.open = chosen.has(last.id);
  column.toggleAttribute("data-crowded", overflows(column));
}

/** Folds and opens panels anew: they, the window or their neighbours have changed. */
export function fold() {
  for (const column of document.querySelectorAll(".folds")) settle(column);
}

/** Folds now, whenever a column or a neighbour changes its size, and when the reader folds or opens a panel. */
export function keepFolding() {
  let due = 0;
  const later = () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(fold);
  };
  const watcher = new ResizeObserver(later);
  for (const part of document.querySelectorAll(".right, .left, .page-side, .talk, #rail, #dice, #choice, #offer")) watcher.observe(part);
  addEventListener("resize", later);
  document.addEventListener("click", (event) => {
    const heading = event.target instanceof Element ? event.target.closest(".fold > summary") : null;
    const panel = heading?.parentElement;
    if (!(panel instanceof HTMLDetailsElement)) return;
    event.preventDefault();
    clock += 1;
    chosen.set(panel.id, { open: !panel.open, at: clock });
    fold();
    panel.scrollIntoView({ block: "nearest" });
  });
  fold();
}
