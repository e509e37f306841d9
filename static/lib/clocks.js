// The clocks on the plates: the server's figures, counted down from the moment they came until others come.

import { withSounds } from "./audio.js";
import { fill, show, timeOf } from "./dom.js";

const DAY = 86400;
const LOW = 20; // Seconds from which on a clock is red, and shows tenths while it runs.
const SAID = [60, LOW]; // Seconds left that are announced to screen readers.

// The reading of a clock: [the main part, the tenths of a clock that is low].
export function reading(left, running, words) {
  if (left >= DAY) {
    const days = Math.floor(left / DAY);
    return [fill(words.days_hours, { days, hours: Math.floor((left % DAY) / 3600) }), ""];
  }
  return [timeOf(left), running && left <= LOW ? `.${Math.floor(left * 10) % 10}` : ""];
}

// The seconds left now, of those in a view when it arrived.
export const leftOf = (seconds, view) => Math.max(0, seconds - (performance.now() - view.arrived) / 1000);

export class Clocks {
  // `say(sentence)` announces to screen readers.
  constructor(words, say) {
    Object.assign(this, { words, announce: say });
    this.view = null;
    this.shown = false;
    this.before = []; // The last drawn reading of each seat.
    document.addEventListener("visibilitychange", () => this.tick());
  }

  // Shows these clocks from now on. A game that is over has none beside its past positions.
  draw(view, past) {
    this.view = view;
    this.shown = Boolean(view.clocks) && !(past && view.result);
    this.tick();
  }

  tick() {
    clearTimeout(this.timer);
    for (const plate of document.querySelectorAll(".plate")) {
      const clock = plate.querySelector("[data-part=clock]");
      show(clock, this.shown);
      if (this.shown) this.drawOne(clock, Number(plate.dataset.seat));
    }
    const waits = this.shown ? this.view.clocks.running.map((seat) => this.wait(seat)) : [];
    if (waits.length) this.timer = setTimeout(() => this.tick(), Math.min(...waits));
  }

  // Whether this clock counts down: not during the first move of its seat, which has a limit of its own.
  runs(seat) {
    const { running, first_move: first } = this.view.clocks;
    return running.includes(seat) && first[seat] === null;
  }

  left(seat) {
    return this.runs(seat) ? leftOf(this.view.clocks.left[seat], this.view) : this.view.clocks.left[seat];
  }

  // Milliseconds until this clock shows something else; a little more, because timers may come early.
  wait(seat) {
    const left = this.firstMove(seat) ?? this.left(seat);
    const step = this.runs(seat) && left <= LOW ? 0.1 : 1;
    return left > 0 ? (left % step) * 1000 + 4 : DAY * 1000;
  }

  // Seconds that this seat, which is to move, has for its first move; null where its clock counts.
  firstMove(seat) {
    const { first_move: first, running } = this.view.clocks;
    return running.includes(seat) && first[seat] !== null ? leftOf(first[seat], this.view) : null;
  }

  drawOne(clock, seat) {
    const runs = this.runs(seat);
    const first = this.firstMove(seat);
    this.drawFirst(clock.closest(".plate").querySelector("[data-part=first]"), first);
    const [text, tenths] = reading(this.left(seat), runs, this.words);
    const left = first ?? this.left(seat);
    clock.classList.toggle("run", runs);
    clock.classList.toggle("low", this.left(seat) <= LOW);
    const [figures, small] = clock.querySelectorAll("[data-figures]");
    if (figures.textContent !== text) figures.textContent = text;
    if (small.textContent !== tenths) small.textContent = tenths;
    if (seat === this.view.viewer && this.view.clocks.running.includes(seat)) this.say(this.before[seat], left);
    this.before[seat] = left;
  }

  // How long a player still has for the first move, before the game is aborted.
  drawFirst(part, seconds) {
    const text = seconds === null ? "" : fill(this.words.first_move, { time: timeOf(Math.ceil(seconds)) });
    if (part.textContent !== text) part.textContent = text;
    part.classList.toggle("red", seconds !== null && seconds <= LOW);
  }

  // The own clock is announced twice, and not at every second.
  say(before, left) {
    const passed = SAID.find((mark) => before > mark && left <= mark);
    if (passed === LOW) withSounds((part) => part.play("low"));
    if (passed) this.announce(passed === LOW ? this.words.seconds_left : this.words.minute_left);
  }
}
