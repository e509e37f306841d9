// @ts-check
// Dragging a piece with mouse, pen or finger, reported as two presses: on its start and on its target.

/** @import { Layers } from "./layers.js" */
/** @import { Squares } from "./squares.js" */

import { SQUARE } from "./geometry.js";

const THRESHOLD = 6;

/**
 * Who answers drags: `mayDrag(square)` says whether a drag may begin there, `take(square)` picks the piece up and answers
 * with its symbol (null: it cannot), `put(square)` puts it down (null: nowhere on the board), `cancel()` puts it back.
 * @typedef {object} DragHost
 * @property {(square: number) => boolean} mayDrag
 * @property {(square: number) => string | null} take
 * @property {(square: number | null) => void} put
 * @property {() => void} cancel
 */

/** Watch `buttons` for drags. @param {Squares} buttons @param {Layers} layers @param {DragHost} host */
export function watchDrags(buttons, layers, host) {
  /** @type {{ square: number, x: number, y: number, id: number } | null} */
  let start = null;
  /** @type {string | null} */
  let dragging = null;

  const stop = () => {
    layers.clear("moving");
    buttons.hold(null);
    start = null;
    dragging = null;
  };

  const cancel = () => {
    const held = dragging;
    stop();
    if (held) host.cancel();
  };

  const follow = (/** @type {PointerEvent} */ event, /** @type {string} */ symbol) => {
    const { files, ranks } = layers.place;
    const box = buttons.element.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * files * SQUARE;
    const y = ((event.clientY - box.top) / box.height) * ranks * SQUARE;
    layers.moving([{ symbol, at: [x - SQUARE / 2, y - SQUARE / 2] }]);
    buttons.hold(buttons.squareAt(event.clientX, event.clientY));
  };

  buttons.element.addEventListener("pointerdown", (event) => {
    const square = buttons.squareOf(event.target);
    if (event.button !== 0 || !event.isPrimary || square === null || !host.mayDrag(square)) return;
    start = { square, x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  buttons.element.addEventListener("pointermove", (event) => {
    if (!start || event.pointerId !== start.id) return;
    // The end of the press went to something else, as to the mark that a long one draws; a pen still hovers.
    if (!event.buttons) return cancel();
    if (!dragging) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < THRESHOLD) return;
      buttons.element.setPointerCapture(start.id);
      dragging = host.take(start.square);
      if (!dragging) return stop();
    }
    return follow(event, dragging);
  });
  buttons.element.addEventListener("pointerup", (event) => {
    if (!start || event.pointerId !== start.id) return;
    const held = dragging;
    stop();
    if (!held) return;
    // Browsers disagree on where a click goes that follows a captured drag; on a square it would press it once more.
    const swallow = (/** @type {Event} */ click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
    host.put(buttons.squareAt(event.clientX, event.clientY));
  });
  buttons.element.addEventListener("pointercancel", () => {
    if (start) cancel();
  });
}
