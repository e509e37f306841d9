/** Dragging a piece with mouse, pen or finger, reported as two presses: on its start and on its target. */

import { SQUARE } from "./geometry.js";

const THRESHOLD = 6;

/** Watch `buttons` for drags.
 *
 * `host.mayDrag(square)` says whether a drag may begin there, `host.take(square)` picks the piece up and answers with
 * its symbol (null: it cannot), `host.put(square)` puts it down (null: nowhere on the board).
 */
export function watchDrags(buttons, layers, host) {
  let start = null;
  let dragging = null;

  const stop = () => {
    layers.clear("moving");
    buttons.hold(null);
    start = null;
    dragging = null;
  };

  const follow = (event) => {
    const { files, ranks } = layers.place;
    const box = buttons.element.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * files * SQUARE;
    const y = ((event.clientY - box.top) / box.height) * ranks * SQUARE;
    layers.moving([{ symbol: dragging, at: [x - SQUARE / 2, y - SQUARE / 2] }]);
    buttons.hold(buttons.squareAt(event.clientX, event.clientY));
  };

  buttons.element.addEventListener("pointerdown", (event) => {
    const square = buttons.squareOf(event.target);
    if (event.button !== 0 || !event.isPrimary || square === null || !host.mayDrag(square)) return;
    start = { square, x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  buttons.element.addEventListener("pointermove", (event) => {
    if (!start || event.pointerId !== start.id) return;
    if (!dragging) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < THRESHOLD) return;
      buttons.element.setPointerCapture(start.id);
      dragging = host.take(start.square);
      if (!dragging) return stop();
    }
    return follow(event);
  });
  buttons.element.addEventListener("pointerup", (event) => {
    if (!start || event.pointerId !== start.id) return;
    const held = dragging;
    stop();
    if (!held) return;
    // Browsers disagree on where a click goes that follows a captured drag; on a square it would press it once more.
    const swallow = (click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
    host.put(buttons.squareAt(event.clientX, event.clientY));
  });
  buttons.element.addEventListener("pointercancel", () => {
    if (!start) return;
    stop();
    host.put(null);
  });
}
