// @ts-check
// The remaining pieces of each side after a reveal, with the last losses struck out.

import { drawing } from "../board/piece.js";
import { nameOf } from "../game/plates.js";
import { counted, element, make, stone } from "../lib/dom.js";

/** @import { CavalierBoard } from "../board/element.js" */
/** @import { ChairView, PictureView, View } from "../game/view-types.js" */
/** @import { TableWords } from "./words.js" */

const MANY = 10; // Pieces of a side from which on they are drawn smaller.

/** All pieces of a picture. @param {PictureView} picture */
const all = ({ board, hands, counts = [] }) =>
  [...board, ...hands.flat().flatMap((symbol, slot) => Array(counts.flat()[slot] ?? 1).fill(symbol))].filter(Boolean);

export class Armies {
  /**
   * @param {TableWords} words
   * @param {CavalierBoard} board
   */
  constructor(words, board) {
    this.words = words;
    this.board = board;
  }

  /** Compare the pictures of two views; null clears. @param {View | null} before @param {View} view */
  draw(before, view) {
    const list = element("left");
    list.replaceChildren();
    if (!before) return;
    const had = all(before.picture);
    const has = all(view.picture);
    for (const chair of view.chairs) {
      const own = (/** @type {string[]} */ symbols) => symbols.filter((symbol) => view.owners[symbol] === chair.seat);
      const [mine, were] = [own(has), own(had)];
      if (!were.length) continue;
      list.append(this.row(chair, view, mine, this.lost(were, mine)));
    }
  }

  /**
   * The losses of a side. With an equal number of pieces there is none: one became another.
   * @param {string[]} were
   * @param {string[]} mine
   */
  lost(were, mine) {
    const left = [...mine];
    const gone = were.filter((symbol) => {
      const at = left.indexOf(symbol);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    return gone.slice(0, Math.max(0, were.length - mine.length));
  }

  /**
   * @param {ChairView} chair
   * @param {View} view
   * @param {string[]} mine
   * @param {string[]} lost
   */
  row(chair, view, mine, lost) {
    const size = mine.length + lost.length > MANY ? 18 : 26;
    const order = Object.keys(JSON.parse(this.board.dataset.drawings ?? ""));
    const pieces = [...mine.map((symbol) => [symbol, ""]), ...lost.map((symbol) => [symbol, "gone"])]
      .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
      .map(([symbol, kind]) => make("span", { className: kind }, drawing(this.board, symbol, "", size)));
    const men = make("dd", { className: "men" }, ...pieces);
    men.setAttribute("aria-hidden", "true");
    const name = make("dt", {}, stone(chair.seat), make("bdi", { text: nameOf(chair, view, this.words) }));
    const count = make("dd", { text: counted(this.words.pieces, mine.length) });
    return make("div", {}, name, men, count);
  }
}
