// @ts-check
// Which of the offered moves a typed text means: by its squares, as players write it, or with the reader's own letters.

/** @import { MoveView } from "./view-types.js" */

const CASTLING = /^[o0](?:[o0]){1,2}/i; // Of a text without hyphens: typed with letters or with zeros.

/**
 * The moves that a text may mean.
 *
 * `letters`: letter of a piece in English -> the letter that the reader's language has for it, with which labels are
 * written unless several pieces share it. Several moves where the text may mean any of them.
 * @param {string} text
 * @param {MoveView[]} moves
 * @param {Record<string, string>} letters
 */
export function moveOf(text, moves, letters) {
  const exact = moves.filter(({ id }) => id === text.trim());
  if (exact.length || !strict(text)) return exact;
  // Case distinguishes a piece from a file, and the sign of a capture may matter: both are ignored last.
  for (const normalize of [strict, (/** @type {string} */ spelled) => strict(spelled).toLowerCase(), loose]) {
    const found = moves.filter((move) =>
      spellings(move, letters).some((spelled) => normalize(spelled) === normalize(text)),
    );
    if (found.length) return found;
  }
  return [];
}

/** @param {string} text */
function strict(text) {
  const bare = text.replaceAll("×", "x").replace(/[\s–—=+#-]/g, "");
  return bare.replace(CASTLING, (sign) => "0".repeat(sign.length));
}

/** @param {string} text */
function loose(text) {
  return strict(text).toLowerCase().replaceAll("x", "");
}

/** @param {MoveView} move @param {Record<string, string>} letters */
function spellings({ id, label }, letters) {
  const own = (/** @type {string} */ letter) => letters[letter] ?? letter;
  const names = Object.values(letters);
  const english = Object.fromEntries(
    Object.entries(letters)
      .filter(([, name]) => names.indexOf(name) === names.lastIndexOf(name))
      .map(([letter, name]) => [name, letter]),
  );
  const plain = label.replace(/[A-Z]/g, (letter) => english[letter] ?? letter);
  const born = id.replace(/(?<=\d)[a-z]$/, (letter) => own(letter.toUpperCase()).toLowerCase());
  return [id, label, born, plain, plain.replace(/[A-Z]/g, own)];
}
