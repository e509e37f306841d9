// @ts-check
// The clocks on the plates, drawn again whenever one of them shows something else.

/** @import { View } from "../game/view-types.js" */
import { withSounds } from "./audio.js";
import { Countdown, LOW, passedMark, reading } from "./countdown.js";
import { fill, query, queryAll, show, timeOf } from "./dom.js";

/** @typedef {View & { arrived: number }} ArrivedView a view with the time when it arrived, by performance.now() */

export class Clocks {
  countdown = new Countdown({ left: [], running: [], first_move: [] }, 0);
  /** @type {number | null} */
  viewer = null;
  shown = false;
  /** @type {number[]} the last drawn reading of each seat */
  before = [];
  /** @type {number | undefined} */
  timer = undefined;

  /**
   * `announce(sentence)` is for screen readers.
   * @param {Record<string, string>} words
   * @param {(sentence: string) => void} announce
   */
  constructor(words, announce) {
    this.words = words;
    this.announce = announce;
    document.addEventListener("visibilitychange", () => this.tick());
  }

  /**
   * Shows these clocks from now on. A game that is over has none beside its past positions.
   * @param {ArrivedView} view
   * @param {unknown} past
   */
  draw({ clocks, arrived, viewer, result }, past) {
    this.countdown = new Countdown(clocks ?? this.countdown.clocks, arrived);
    this.viewer = viewer;
    this.shown = Boolean(clocks) && !(past && result);
    this.tick();
  }

  tick() {
    clearTimeout(this.timer);
    const now = performance.now();
    for (const plate of queryAll(document, ".plate")) {
      const clock = query(plate, "[data-part=clock]");
      show(clock, this.shown);
      if (this.shown) this.drawOne(plate, clock, Number(plate.dataset.seat), now);
    }
    const wait = this.shown ? this.countdown.wait(now) : null;
    if (wait !== null) this.timer = setTimeout(() => this.tick(), wait);
  }

  /** @param {HTMLElement} plate @param {HTMLElement} clock @param {number} seat @param {number} now */
  drawOne(plate, clock, seat, now) {
    const runs = this.countdown.runs(seat);
    const first = this.countdown.firstMove(seat, now);
    const own = this.countdown.left(seat, now);
    this.drawFirst(query(plate, "[data-part=first]"), first);
    const [text, tenths] = reading(own, runs, this.words);
    clock.classList.toggle("run", runs);
    clock.classList.toggle("low", own <= LOW);
    const [figures, small] = queryAll(clock, "[data-figures]");
    if (figures.textContent !== text) figures.textContent = text;
    if (small.textContent !== tenths) small.textContent = tenths;
    const left = first ?? own;
    if (seat === this.viewer && this.countdown.clocks.running.includes(seat)) this.say(this.before[seat], left);
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
    const passed = passedMark(before, left);
    if (passed === LOW) withSounds((part) => part.play("low"));
    if (passed) this.announce(passed === LOW ? this.words.seconds_left : this.words.minute_left);
  }
}
