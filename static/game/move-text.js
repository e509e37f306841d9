// Which of the offered moves a typed text means: by its squares, as players write it, or with the reader's own letters.

const CASTLING = /^[o0](?:[o0]){1,2}/i; // Of a text without hyphens: typed with letters or with zeros.

// `letters`: letter that moves are written with -> the letter that the reader's language has for that piece. Several
// moves where the text may mean any of them.
export function moveOf(text, moves, letters) {
  const exact = moves.filter(({ id }) => id === text.trim());
  if (exact.length || !strict(text)) return exact;
  // Case distinguishes a piece from a file, and the sign of a capture may matter: both are ignored last.
  for (const kept of [strict, (spelled) => strict(spelled).toLowerCase(), loose]) {
    const found = moves.filter((move) => spellings(move, letters).some((spelled) => kept(spelled) === kept(text)));
    if (found.length) return found;
  }
  return [];
}

function strict(text) {
  const bare = text.replaceAll("×", "x").replace(/[\s–—=+#-]/g, "");
  return bare.replace(CASTLING, (sign) => "0".repeat(sign.length));
}

function loose(text) {
  return strict(text).toLowerCase().replaceAll("x", "");
}

function spellings({ id, label }, letters) {
  const own = (letter) => letters[letter] ?? letter;
  const born = id.replace(/(?<=\d)[a-z]$/, (letter) => own(letter.toUpperCase()).toLowerCase());
  return [id, label, born, label.replace(/[A-Z]/g, own)];
}
