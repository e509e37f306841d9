// @ts-check
// The clocks of a game, counted down from the moment at which the server's figures came.

/** @import { ClocksView } from "../game/view-types.js" */
import { fill, timeOf } from "./dom.js";

const DAY = 86400;
export const LOW = 20; // Seconds from which on a clock is red, and shows tenths while it runs.
const ANNOUNCED = [LOW, 60]; // Seconds left that are announced to screen readers, the lowest first.

/**
 * The reading of a clock: [the main part, the tenths of a clock that is low].
 * @param {number} left
 * @param {boolean} running
 * @param {Record<string, string>} words
 */
export function reading(left, running, words) {
  if (left >= DAY) {
    const days = Math.floor(left / DAY);
    return [fill(words.days_hours, { days, hours: Math.floor((left % DAY) / 3600) }), ""];
  }
  return [timeOf(left), running && left <= LOW ? `.${Math.floor(left * 10) % 10}` : ""];
}

/**
 * The seconds left at `now`, of those in a view when it arrived; both in milliseconds as of performance.now().
 * @param {number} seconds
 * @param {{ arrived: number }} view
 */
export const leftOf = (seconds, { arrived }, now = performance.now()) => Math.max(0, seconds - (now - arrived) / 1000);

/** The lowest mark, of those that are announced, which a clock has passed between two readings. @param {number} before @param {number} left */
export const passedMark = (before, left) => ANNOUNCED.find((mark) => before > mark && left <= mark);

export class Countdown {
  /** @param {ClocksView} clocks @param {number} arrived when they came, by performance.now() */
  constructor(clocks, arrived) {
    this.clocks = clocks;
    this.arrived = arrived;
  }

  /**
   * Whether this clock counts down: not during the first move of its seat, which has a limit of its own.
   * @param {number} seat
   */
  runs(seat) {
    const { running, first_move: first } = this.clocks;
    return running.includes(seat) && first[seat] === null;
  }

  /** A chance player has no plate. @param {number} seat @param {number} now */
  left(seat, now) {
    const left = /** @type {number} */ (this.clocks.left[seat]);
    return this.runs(seat) ? leftOf(left, this, now) : left;
  }

  /**
   * Seconds that this seat, which is to move, has for its first move; null where its clock counts.
   * @param {number} seat
   * @param {number} now
   */
  firstMove(seat, now) {
    const { first_move: first, running } = this.clocks;
    return running.includes(seat) && first[seat] !== null ? leftOf(first[seat], this, now) : null;
  }

  /**
   * Milliseconds until a clock shows something else; a little more, because timers may come early. None without one that runs.
   * @param {number} now
   */
  wait(now) {
    const waits = this.clocks.running.map((seat) => {
      const left = this.firstMove(seat, now) ?? this.left(seat, now);
      const step = this.runs(seat) && left <= LOW ? 0.1 : 1;
      return left > 0 ? (left % step) * 1000 + 4 : DAY * 1000;
    });
    return waits.length ? Math.min(...waits) : null;
  }
}
