// The times of sixty frames in ms while the board is zoomed or moved: see browser.py.
async (zoom) => {
  const board = document.querySelector("#stage");
  const frame = () => new Promise((next) => requestAnimationFrame(() => next(performance.now())));
  const box = board.getBoundingClientRect();
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, cancelable: true };
  const times = [];
  let last = await frame();
  if (!zoom) board.firstElementChild.dispatchEvent(new PointerEvent("pointerdown", { ...at, pointerId: 7 }));
  for (let step = 1; step <= 60; step += 1) {
    const deltaY = step % 40 < 20 ? -60 : 60;
    if (zoom) board.firstElementChild.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY }));
    else board.firstElementChild.dispatchEvent(new PointerEvent("pointermove",
      { ...at, pointerId: 7, clientX: at.clientX + 4 * (step % 30), clientY: at.clientY + 2 * (step % 30) }));
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  if (!zoom) board.firstElementChild.dispatchEvent(new PointerEvent("pointerup", { ...at, pointerId: 7 }));
  return times;
}
