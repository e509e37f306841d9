// @ts-check
// The drawings of pieces beside the board.

import { query } from "../lib/dom.js";
import { make as makeSvg } from "./shapes.js";

/**
 * The drawing of a symbol, from those that a board holds.
 * @param {HTMLElement} board
 * @param {string} symbol
 * @param {string} className
 * @param {number | null} size
 */
export function drawing(board, symbol, className, size = null) {
  const drawings = JSON.parse(board.dataset.drawings ?? "");
  const { prefix } = query(board, "svg.board", SVGElement).dataset;
  const sized = size ? { width: size, height: size } : {};
  return makeSvg(
    "svg",
    { viewBox: "0 0 48 48", class: className, "aria-hidden": true, ...sized },
    makeSvg("use", { href: `#${prefix}${drawings[symbol]}` }),
  );
}
