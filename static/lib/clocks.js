// @ts-check
// The clocks on the plates: the server's figures, counted down from the moment they came until others come.

/** @import { ClocksView, View } from "../game/view-types.js" */
import { withSounds } from "./audio.js";
import { fill, query, queryAll, show, timeOf } from "./dom.js";

const DAY = 86400;
const LOW = 20; // Seconds from which on a clock is red, and shows tenths while it runs.
const SAID = [60, LOW]; // Seconds left that are announced to screen readers.

/** @typedef {View & { arrived: number }} ArrivedView a view with the time when it arrived, by performance.now() */

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
 * The seconds left now, of those in a view when it arrived.
 * @param {number} seconds
 * @param {{ arrived: number }} view
 */
export const leftOf = (seconds, view) => Math.max(0, seconds - (performance.now() - view.arrived) / 1000);

export class Clocks {
  /**
   * `announce(sentence)` is for screen readers.
   * @param {Record<string, string>} words
   * @param {(sentence: string) => void} announce
   */
  constructor(words, announce) {
    this.words = words;
    this.announce = announce;
    /** @type {ClocksView} */
    this.clocks = { left: [], running: [], first_move: [] };
    this.arrived = 0; // When they came, by performance.now().
    /** @type {number | null} */
    this.viewer = null;
    this.shown = false;
    /** @type {number[]} */
    this.before = []; // The last drawn reading of each seat.
    /** @type {number | undefined} */
    this.timer = undefined;
    document.addEventListener("visibilitychange", () => this.tick());
  }

  /**
   * Shows these clocks from now on. A game that is over has none beside its past positions.
   * @param {ArrivedView} view
   * @param {unknown} past
   */
  draw({ clocks, arrived, viewer, result }, past) {
    this.clocks = clocks ?? this.clocks;
    this.arrived = arrived;
    this.viewer = viewer;
    this.shown = Boolean(clocks) && !(past && result);
    this.tick();
  }

  tick() {
    clearTimeout(this.timer);
    for (const plate of queryAll(document, ".plate")) {
      const clock = query(plate, "[data-part=clock]");
      show(clock, this.shown);
      if (this.shown) this.drawOne(plate, clock, Number(plate.dataset.seat));
    }
    const waits = this.shown ? this.clocks.running.map((seat) => this.wait(seat)) : [];
    if (waits.length) this.timer = setTimeout(() => this.tick(), Math.min(...waits));
  }

  /**
   * Whether this clock counts down: not during the first move of its seat, which has a limit of its own.
   * @param {number} seat
   */
  runs(seat) {
    const { running, first_move: first } = this.clocks;
    return running.includes(seat) && first[seat] === null;
  }

  /** A chance player has no plate. @param {number} seat */
  left(seat) {
    const left = /** @type {number} */ (this.clocks.left[seat]);
    return this.runs(seat) ? leftOf(left, this) : left;
  }

  /**
   * Milliseconds until this clock shows something else; a little more, because timers may come early.
   * @param {number} seat
   */
  wait(seat) {
    const left = this.firstMove(seat) ?? this.left(seat);
    const step = this.runs(seat) && left <= LOW ? 0.1 : 1;
    return left > 0 ? (left % step) * 1000 + 4 : DAY * 1000;
  }

  /**
   * Seconds that this seat, which is to move, has for its first move; null where its clock counts.
   * @param {number} seat
   */
  firstMove(seat) {
    const { first_move: first, running } = this.clocks;
    return running.includes(seat) && first[seat] !== null ? leftOf(first[seat], this) : null;
  }

  /** @param {HTMLElement} plate @param {HTMLElement} clock @param {number} seat */
  drawOne(plate, clock, seat) {
    const runs = this.runs(seat);
    const first = this.firstMove(seat);
    this.drawFirst(query(plate, "[data-part=first]"), first);
    const [text, tenths] = reading(this.left(seat), runs, this.words);
    const left = first ?? this.left(seat);
    clock.classList.toggle("run", runs);
    clock.classList.toggle("low", this.left(seat) <= LOW);
    const [figures, small] = queryAll(clock, "[data-figures]");
    if (figures.textContent !== text) figures.textContent = text;
    if (small.textContent !== tenths) small.textContent = tenths;
    if (seat === this.viewer && this.clocks.running.includes(seat)) this.say(this.before[seat], left);
    this.before[seat] = left;
  }

  /**
   * How long a player still has for the first move, before the game is aborted.
   * @param {HTMLElement} part
   * @param {number | null} seconds
   */
  drawFirst(part, seconds) {
    const text = seconds === null ? "" : fill(this.words.first_move, { time: timeOf(Math.ceil(seconds)) });
    if (part.textContent !== text) part.textContent = text;
    part.classList.toggle("red", seconds !== null && seconds <= LOW);
  }

  /** The own clock is announced twice, and not at every second. @param {number} before @param {number} left */
  say(before, left) {
    const passed = SAID.find((mark) => before > mark && left <= mark);
    if (passed === LOW) withSounds((part) => part.play("low"));
    if (passed) this.announce(passed === LOW ? this.words.seconds_left : this.words.minute_left);
  }
}
