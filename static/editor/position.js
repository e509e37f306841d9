// @ts-check
/** The position in the editor: its parts, its FEN, and undo. */

/** @import { PictureView } from "../game/view-types.js" */

/**
 * A position in the parts of its FEN.
 * @typedef {object} Laid
 * @property {string} fen
 * @property {PictureView} picture
 * @property {string} turn the letter of the seat to move
 * @property {number} plies
 * @property {Record<string, string>} named the values of its keys
 * @property {Record<string, string[][]>} parts by key the choices that the board allows, part by part
 */

/** By key of the FEN the letters of the pieces in hand of each seat. @typedef {Record<string, string[]>} Kinds */

/** @param {number[]} size @param {string[]} board */
const rowsOf = ([files], board) => {
  const rows = [];
  for (let at = 0; at < board.length; at += files) {
    const row = board
      .slice(at, at + files)
      .map((symbol) => symbol || " ")
      .join("");
    rows.push(row.replace(/ +/g, (vacant) => String(vacant.length)));
  }
  return rows.join("/");
};

/**
 * The FEN of a position; `order` has the keys as the variant declares them.
 * @param {Omit<Laid, "fen" | "parts">} laid
 * @param {string[]} order
 */
export function fenOf({ picture, turn, plies, named }, order) {
  const keys = Object.fromEntries(order.filter((key) => key in named).map((key) => [key, named[key]]));
  return `${rowsOf(picture.size, picture.board)} ${turn} ${plies} ${JSON.stringify(keys)}`;
}

/** A position that is changed step by step. */
export class EditorPosition {
  /** @type {Laid[]} */
  #past = [];
  #kinds;
  #order;

  /**
   * `kinds` are the pieces of each hand by the key of the FEN, `order` the order of keys.
   * @param {Laid} state
   * @param {Kinds} kinds
   * @param {string[]} order
   */
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

  /** @param {number} place */
  symbolAt(place) {
    const { board, hands } = this.state.picture;
    return place < board.length ? board[place] : hands.flat()[place - board.length];
  }

  /** Whether a place is a slot that holds several pieces of one kind. @param {number} place */
  piles(place) {
    const { board, counts } = this.state.picture;
    return Boolean(counts) && place >= board.length;
  }

  /** Another position takes the place of this one. @param {Laid} state */
  become(state) {
    if (state.fen === this.fen) return;
    this.#past.push(this.state);
    this.state = state;
  }

  /** The same position as the site has written it: no step of its own. @param {Laid} state */
  settle(state) {
    this.state = state;
  }

  /**
   * The same board with other values of its keys: no step of its own, so that undo brings back what was dropped.
   * @param {Laid["named"]} named
   */
  amend(named) {
    const state = { ...this.state, named };
    this.state = { ...state, fen: fenOf(state, this.#order) };
  }

  undo() {
    this.state = this.#past.pop() ?? this.state;
  }

  /** Change fields beside the board. @param {Partial<Laid>} changes */
  say(changes) {
    const state = { ...this.state, ...changes };
    this.become({ ...state, fen: fenOf(state, this.#order) });
  }

  /**
   * Put symbols on places, "" for none. A piece in a hand is its owner's.
   *
   * Of a slot that holds several pieces "" takes one away; a piece comes to the slot of its kind, and nothing changes
   * where no slot of the hand is for it.
   * @param {...[place: number, symbol: string]} changes
   */
  put(...changes) {
    const { picture, named } = this.state;
    const board = [...picture.board];
    const hands = picture.hands.map((hand) => [...hand]);
    const counts = picture.counts?.map((hand) => [...hand]);
    for (const [place, symbol] of changes) {
      if (place < board.length) board[place] = symbol;
      else if (!counts) this.#hold(hands, place - board.length, symbol);
      else if (!this.#pile(hands, counts, place - board.length, symbol)) return;
    }
    const each = hands.flatMap((hand, seat) => hand.map((symbol, at) => symbol.repeat(counts?.[seat][at] ?? 1)));
    if (!counts) each.sort();
    const held = Object.fromEntries(Object.keys(this.#kinds).map((key) => [key, each.join("") || "-"]));
    const shown = { ...picture, board, hands, marks: {}, ...(counts ? { counts } : {}) };
    this.say({ picture: shown, named: { ...named, ...held } });
  }

  /**
   * The seat of a slot, its number in the hand of this seat, and the number of a piece among the kinds of hands.
   * @param {string[][]} hands
   * @param {number} slot
   * @param {string} symbol
   */
  #find(hands, slot, symbol) {
    let seat = 0;
    let at = slot;
    while (at >= hands[seat].length) {
      at -= hands[seat].length;
      seat += 1;
    }
    const kinds = Object.values(this.#kinds)
      .filter((each) => each[seat])
      .map((each) => ({ own: each[seat], kind: Math.max(...each.map((letters) => letters.indexOf(symbol))) }));
    return { seat, at, kinds: symbol ? kinds.filter(({ kind }) => kind >= 0) : [] };
  }

  /** @param {string[][]} hands @param {number} slot @param {string} symbol */
  #hold(hands, slot, symbol) {
    const { seat, at, kinds } = this.#find(hands, slot, symbol);
    const last = kinds.at(-1);
    hands[seat][at] = last ? last.own[last.kind] : symbol;
  }

  /**
   * Put one more piece into the slot of its kind, or take one away; false where no slot is for it.
   * @param {string[][]} hands
   * @param {number[][]} counts
   * @param {number} slot
   * @param {string} symbol
   */
  #pile(hands, counts, slot, symbol) {
    const { seat, at, kinds } = this.#find(hands, slot, symbol);
    const [found] = kinds;
    if (symbol && !found) return false;
    const pile = symbol ? found.kind : at;
    counts[seat][pile] = Math.max(counts[seat][pile] + (symbol ? 1 : -1), 0);
    if (symbol) hands[seat][pile] = found.own[found.kind];
    else if (!counts[seat][pile]) hands[seat][pile] = "";
    return true;
  }
}
