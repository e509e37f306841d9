/** The position in the editor: its parts, its FEN, and undo. */

const rowsOf = ([files], board) => {
  const rows = [];
  for (let at = 0; at < board.length; at += files) {
    const row = board.slice(at, at + files).map((symbol) => symbol || " ").join("");
    rows.push(row.replace(/ +/g, (vacant) => vacant.length));
  }
  return rows.join("/");
};

/** The FEN of `{picture, turn, plies, named}`; `order` has the keys as the variant declares them. */
export function fenOf({ picture, turn, plies, named }, order) {
  const keys = Object.fromEntries(order.filter((key) => key in named).map((key) => [key, named[key]]));
  return `${rowsOf(picture.size, picture.board)} ${turn} ${plies} ${JSON.stringify(keys)}`;
}

/** A position that is changed step by step.
 *
 * `kinds` are the pieces of each hand by the key of the FEN, `order` the order of keys.
 */
export class EditorPosition {
  #past = [];
  #kinds;
  #order;
  state;

  constructor(state, kinds, order) {
    this.state = state;
    this.#kinds = kinds;
    this.#order = order;
  }

  get fen() {
    return this.state.fen;
  }

  get mayUndo() {
    return this.#past.length > 0;
  }

  symbolAt(place) {
    const { board, hands } = this.state.picture;
    return place < board.length ? board[place] : hands.flat()[place - board.length];
  }

  /** Another position takes the place of this one. */
  become(state) {
    if (state.fen === this.fen) return;
    this.#past.push(this.state);
    this.state = state;
  }

  /** The same position as the site has written it: no step of its own. */
  settle(state) {
    this.state = state;
  }

  /** The same board with other values of its keys: no step of its own, so that undo brings back what was dropped. */
  amend(named) {
    const state = { ...this.state, named };
    this.state = { ...state, fen: fenOf(state, this.#order) };
  }

  undo() {
    this.state = this.#past.pop() ?? this.state;
  }

  /** Change fields beside the board. */
  say(changes) {
    const state = { ...this.state, ...changes };
    this.become({ ...state, fen: fenOf(state, this.#order) });
  }

  /** Put symbols on places, "" for none: `[[place, symbol], …]`. A piece in a hand is its owner's. */
  put(...changes) {
    const { picture, named } = this.state;
    const board = [...picture.board];
    const hands = picture.hands.map((hand) => [...hand]);
    for (const [place, symbol] of changes) {
      if (place < board.length) board[place] = symbol;
      else this.#hold(hands, place - board.length, symbol);
    }
    const held = Object.fromEntries(Object.keys(this.#kinds).map((key) => (
      [key, hands.flat().filter(Boolean).sort().join("") || "-"])));
    this.say({ picture: { ...picture, board, hands, marks: {} }, named: { ...named, ...held } });
  }

  #hold(hands, slot, symbol) {
    let seat = 0;
    let at = slot;
    while (at >= hands[seat].length) {
      at -= hands[seat].length;
      seat += 1;
    }
    hands[seat][at] = symbol;
    for (const kinds of Object.values(this.#kinds)) {
      const kind = Math.max(...kinds.map((letters) => letters.indexOf(symbol)));
      if (symbol && kind >= 0 && kinds[seat]) hands[seat][at] = kinds[seat][kind];
    }
  }
}
