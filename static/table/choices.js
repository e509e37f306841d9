// @ts-check
// Moves that presses on the board cannot distinguish: several with one path, or without a path; a button for each.

import { squareName } from "../board/geometry.js";
import { drawing } from "../board/piece.js";
import { element, make, show } from "../lib/dom.js";

/** @import { CavalierBoard } from "../board/element.js" */
/** @import { DrawnChoice } from "../board/chooser.js" */
/** @import { MoveView, PictureView } from "../game/view-types.js" */

/**
 * Each of several moves with one way: the same choices as on the board, as buttons with names.
 * @param {DrawnChoice[]} choices
 * @param {CavalierBoard} board
 */
export function drawChoices(choices, board) {
  fillWith(
    "chooser",
    choices.map((choice, index) => {
      const button = make("button", { className: "choice", type: "button" });
      if (choice.drawing) button.append(drawing(board, choice.symbol, "", 48));
      button.append(choice.label);
      button.addEventListener("click", () => board.pick(index));
      return button;
    }),
  );
}

/**
 * Which piece of a picture becomes another, and where; null where the choice is between other things.
 * @param {DrawnChoice[]} choices
 * @param {CavalierBoard} board
 * @param {PictureView} picture
 */
export function born(choices, { dataset }, { board, size }) {
  const [first] = choices;
  if (new Set(choices.map(({ symbol }) => symbol)).size < 2 || choices.some(({ move }) => !move)) return null;
  return first.move && nameOf(first.move.path, dataset, board, size);
}

/**
 * The piece of a picture whose move goes on, and the square from which; null where none does.
 * @param {number[]} path
 * @param {CavalierBoard} board
 * @param {PictureView} picture
 */
export const goesOn = (path, { dataset }, { board, size }) =>
  path.length > 1 ? nameOf(path, dataset, board, size) : null;

/**
 * @param {number[]} path
 * @param {DOMStringMap} dataset
 * @param {string[]} board
 * @param {number[]} size
 */
function nameOf(path, dataset, board, size) {
  /** @type {string | undefined} */
  const name = JSON.parse(dataset.words ?? "").pieces[board[path[0]]];
  return name
    ? { piece: name[0].toUpperCase() + name.slice(1), square: squareName(path[path.length - 1], size) }
    : null;
}

/**
 * The special ones of these moves; `chosen(move)` is called when one is pressed.
 * @param {MoveView[]} moves
 * @param {(move: MoveView) => void} chosen
 */
export function drawSpecials(moves, chosen) {
  const specials = moves.filter(({ special }) => special);
  fillWith(
    "specials",
    specials.map((move) => {
      const alone = specials.filter(({ title }) => title === move.title).length === 1;
      const text = alone ? move.title : `${move.title} (${move.label})`;
      const button = make("button", { className: "btn", type: "button", text });
      button.addEventListener("click", () => chosen(move));
      return button;
    }),
  );
}

/** @param {string} id @param {HTMLButtonElement[]} buttons */
function fillWith(id, buttons) {
  element(id).replaceChildren(...buttons);
  show(element(id), buttons.length > 0);
}
