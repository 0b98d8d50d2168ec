// What is cut, covered or overlapping on a page: see boxes.py.
() => {
  const SLIP = 2.5;
  const board = document.querySelector("#board");
  const named = (one) => {
    const id = one.closest("[id]")?.id ?? "";
    const own = `${one.tagName.toLowerCase()}${one.classList.length ? "." + [...one.classList].join(".") : ""}`;
    return `#${id} ${own}`;
  };
  const hidden = (one) => !one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // Text for screen readers alone is clipped to nothing.
  const spokenOnly = (one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.clipPath === "inset(50%)" || Number(style.opacity) < 0.05) return true;
    }
    return false;
  };
  const clips = new Map();
  // What an element's ancestors let through: the part that can be seen, and the part that can be scrolled to.
  const clipOf = (one) => {
    if (!one || one === document.documentElement) return { seen: [0, 0, innerWidth, innerHeight], scrolls: [false, document.documentElement.scrollHeight > innerHeight + 1] };
    const known = clips.get(one);
    if (known) return known;
    const style = getComputedStyle(one);
    const above = style.position === "fixed" ? clipOf(document.documentElement) : clipOf(one.parentElement);
    let found = above;
    const inline = style.display === "inline";
    if (!inline && (style.overflowX !== "visible" || style.overflowY !== "visible")) {
      const box = one.getBoundingClientRect();
      const [l, t, r, b] = above.seen;
      const goes = (value, size, room) => (value === "auto" || value === "scroll") && size > room + 1;
      found = {
        seen: [Math.max(l, box.left), Math.max(t, box.top), Math.min(r, box.right), Math.min(b, box.bottom)],
        scrolls: [
          above.scrolls[0] || goes(style.overflowX, one.scrollWidth, one.clientWidth),
          above.scrolls[1] || goes(style.overflowY, one.scrollHeight, one.clientHeight),
        ],
      };
    }
    clips.set(one, found);
    return found;
  };
  const inner = (box, [l, t, r, b]) => ({ left: Math.max(box.left, l), top: Math.max(box.top, t), right: Math.min(box.right, r), bottom: Math.min(box.bottom, b) });
  const empty = (box) => box.right - box.left < 1 || box.bottom - box.top < 1;
  const faults = [];
  const shown = [];
  const add = (one, box, what, control) => {
    const clip = clipOf(one);
    const seen = inner(box, clip.seen);
    const cutX = box.left < clip.seen[0] - SLIP || box.right > clip.seen[2] + SLIP;
    const cutY = box.top < clip.seen[1] - SLIP || box.bottom > clip.seen[3] + SLIP;
    const above = clip.seen[1] <= 0 && box.top + scrollY < -SLIP && box.bottom + scrollY > 0; // no scrolling leads there
    if ((cutX && !clip.scrolls[0]) || (cutY && !clip.scrolls[1]) || above) faults.push(`cut: ${named(one)} ${what}`);
    if (empty(seen)) return;
    const style = getComputedStyle(one);
    const points = [0.15, 0.5, 0.85].map((share) => [seen.left + (seen.right - seen.left) * share, (seen.top + seen.bottom) / 2]);
    const tops = points.map(([x, y]) => document.elementFromPoint(x, y));
    const mine = tops.map((top) => top === null || one.contains(top) || top.contains(one) || style.pointerEvents === "none" || (top.closest("label") ?? top).contains(one));
    const sheets = document.querySelector("#tabs")?.checkVisibility() || document.querySelector("[popover]:popover-open, dialog[open]");
    if (sheets && mine.every((own) => !own)) return; // a sheet lies over it
    const other = tops[mine.indexOf(false)];
    if (other && !board?.contains(other)) faults.push(`covered: ${named(one)} ${what} by ${named(other)}`);
    shown.push({ one, box: seen, what, control });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    const words = node.data.trim();
    if (!words || !one || one.closest("script, style, title, option, noscript, #said, .skip, svg:not(.chart)") || board?.contains(one) || hidden(one) || spokenOnly(one)) continue;
    const style = getComputedStyle(one);
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    if (lines.length === 0 || parseFloat(style.fontSize) < 1) continue;
    if (style.textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth + 1 && style.overflowX === "hidden") {
      if (!one.matches(".name, h1, [data-name], .who")) faults.push(`ellipsis: ${named(one)} ${words.slice(0, 40)}`);
      add(one, one.getBoundingClientRect(), words.slice(0, 40), false);
      continue;
    }
    for (const box of lines) {
      // Letters take about seven tenths of their line.
      const trim = box.height * 0.15;
      add(one, { left: box.left, right: box.right, top: box.top + trim, bottom: box.bottom - trim }, words.slice(0, 40), false);
    }
  }
  for (const one of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=tab]")) {
    if (one.matches(".skip") || board?.contains(one) || hidden(one) || spokenOnly(one)) continue;
    const box = one.getBoundingClientRect();
    if (box.width > 1 && box.height > 1) add(one, box, (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 40), true);
  }
  for (let i = 0; i < shown.length; i += 1) {
    for (let j = i + 1; j < shown.length; j += 1) {
      const [a, b] = [shown[i], shown[j]];
      if (a.one === b.one || a.one.contains(b.one) || b.one.contains(a.one)) continue;
      if (a.one.closest("label") && a.one.closest("label") === b.one.closest("label")) continue;
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (wide > SLIP && high > SLIP) faults.push(`overlap: ${named(a.one)} "${a.what}" and ${named(b.one)} "${b.what}"`);
    }
  }
  return [...new Set(faults)];
}
