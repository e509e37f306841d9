// @ts-check
// Requests for the moves that are possible out of turn: one a position, by its first use.

/** @import { MoveView } from "../game/view-types.js" */

/**
 * A position of a game, as it is requested.
 * @typedef {{ viewer: number | null, number: number, takebacks: number }} Place
 */

/** @param {Place} place */
const keyOf = ({ viewer, number, takebacks }) => `${viewer} ${number} ${takebacks}`;

/** Whether two views show one position to one seat. @param {Place} one @param {Place} other */
export const samePlace = (one, other) => keyOf(one) === keyOf(other);

/**
 * The moves that are possible ahead.
 * @template Press what is pressed while they are requested
 */
export class Ahead {
  #requested = ""; // The position for which the possible moves were requested.
  /** @type {Press[] | null} presses during the request */
  #presses = null;

  /** @param {(place: Place) => Promise<{ moves?: MoveView[], number: number }>} load rejects without an answer */
  constructor(load) {
    this.load = load;
  }

  /** The moves of this position are requested again at the next use. */
  forget() {
    this.#requested = "";
  }

  /**
   * The moves of this position, and what was pressed until they came; null unless this call requested them and they
   * are those of the position that is still wanted.
   * @param {Place} place
   * @param {Press | null} pressed
   * @returns {Promise<{ moves: MoveView[], presses: Press[] } | null>}
   */
  async request(place, pressed) {
    if (this.#requested === keyOf(place)) {
      if (pressed) this.#presses?.push(pressed);
      return null;
    }
    this.#requested = keyOf(place);
    const presses = pressed ? [pressed] : [];
    this.#presses = presses;
    const answer = await this.load(place).catch(() => null);
    if (this.#presses === presses) this.#presses = null;
    if (this.#requested !== keyOf(place)) return null;
    if (answer?.moves && answer.number === place.number) return { moves: answer.moves, presses };
    this.forget();
    return null;
  }
}
