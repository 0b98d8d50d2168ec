/**
 * Folds the panels of expansions beside the board if a column has no room for all, those of the lowest priority first.
 * Panels that the reader folded or opened stay so while there is room; the one opened last is folded last.
 *
 * A panel is a `<details>` in `.folds`, with `data-priority`. Style sheets set `--folds` to 0 where panels stand in sheets.
 */

/** @type {Map<string, {open: boolean, at: number}>} the reader's choices by panel id, with their order */
const chosen = new Map();
let clock = 0;

/**
 * @param {Element} column
 * @returns {boolean} whether its panels need more height than it has
 */
function overflows(column) {
  return column.scrollHeight > column.clientHeight + 1;
}

/**
 * @param {HTMLDetailsElement} panel
 * @returns {number[]} its sort key: panels with the lowest keys are folded first
 */
function rank(panel) {
  const at = panel.contains(document.activeElement) ? Infinity : (chosen.get(panel.id)?.at ?? 0);
  return [at, Number(panel.dataset["priority"] ?? 0)];
}

/** @param {Element} column one of the lists of panels */
function settle(column) {
  if (!(column instanceof HTMLElement)) return;
  const all = [...column.children].filter((panel) => panel instanceof HTMLDetailsElement);
  const may = all.filter((panel) => chosen.get(panel.id)?.open ?? true);
  for (const panel of all) {
    panel.open = may.includes(panel);
    panel.removeAttribute("data-tight");
  }
  column.removeAttribute("data-crowded");
  if (column.getClientRects().length === 0) return; // a sheet that is not up, or a closed drawer
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
  // Panels that the reader opened stay open: the column scrolls instead.
  last.open = chosen.has(last.id);
  column.toggleAttribute("data-crowded", overflows(column));
}

/** Recomputes which panels are folded, after a change of panels, window or neighbours. */
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
