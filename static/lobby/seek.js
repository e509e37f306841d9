// The form of a seek, and the panel in its place during the seek.

import { element, fill, optional, show, timeOf } from "../lib/dom.js";

export class Seek {
  // `onSeek({variants, control, rated, distance})`, with controls separated by blanks, and `onStop()` are called when the
  // reader wants it.
  constructor(words, { onSeek, onStop }) {
    Object.assign(this, { words, onSeek });
    this.title = document.title;
    this.began = null;
    this.leaving = false;
    this.boxes = [...document.querySelectorAll("#seek-form [name=variant]")];
    this.clocks = [...document.querySelectorAll("#seek-form [name=control]")];
    this.any = element("any");
    for (const box of this.boxes) box.addEventListener("change", () => this.choose());
    for (const box of this.clocks) box.addEventListener("change", () => this.time(box));
    this.any.addEventListener("change", () => this.surprise());
    element("seek-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.press();
    });
    this.rated = optional("seek-rated"); // Null for a reader without an account.
    this.rated?.addEventListener("change", () => show(element("seek-near"), this.rated.checked));
    element("unwait").addEventListener("click", () => onStop());
    setInterval(() => this.tick(), 1000);
  }

  // Any variant and some of them exclude each other, and one of both is chosen.
  choose() {
    const chosen = this.boxes.filter((box) => box.checked);
    this.any.checked = chosen.length === 0;
    element("seek-chosen").textContent = chosen.map((box) => box.parentElement.textContent).join(", ");
  }

  surprise() {
    for (const box of this.boxes) box.checked = false;
    this.choose();
  }

  // One clock at least is chosen.
  time(box) {
    if (!this.clocks.some((other) => other.checked)) box.checked = true;
  }

  press() {
    const checked = (boxes) => boxes.filter((box) => box.checked).map((box) => box.value);
    const { minutes, increment } = element("seek-form").elements;
    const own = `${minutes.value}+${Number(increment.value)}`;
    const controls = checked(this.clocks).map((value) => (value === "own" ? own : value));
    const rated = Boolean(this.rated?.checked);
    const distance = (rated && Number(element("seek-distance").value)) || null;
    this.want({ variants: checked(this.boxes), control: controls.join(" "), rated, distance });
  }

  want(wish) {
    element("seek-refused").textContent = "";
    element("seek-go").setAttribute("aria-busy", "true");
    this.onSeek(wish);
  }

  // Shows our wait, or without one the form.
  draw(mine) {
    if (this.leaving) return;
    element("seek-go").removeAttribute("aria-busy");
    const waited = this.began !== null;
    this.began = mine && performance.now() - mine.waited * 1000;
    if (mine) {
      const wish = mine.titles.join(", ") || this.words.any;
      element("seeking-wish").textContent = `${wish} · ${mine.control_title} ·`;
      // A warm-up game is of the kind that is waited for.
      const meanwhile = optional("meanwhile-variant");
      if (meanwhile) meanwhile.value = mine.variants.length === 1 ? mine.variants[0] : "";
    }
    if (mine) element("way-somebody").open = true;
    if (waited === Boolean(mine)) return;
    const inside = element("seek").contains(document.activeElement);
    show(element("seek-form"), !mine);
    show(element("seeking"), Boolean(mine));
    document.title = mine ? `${this.words.waiting} – Cavalier` : this.title;
    if (inside) element(mine ? "seeking-title" : "seek-go").focus();
    if (waited) this.say(this.words.stopped);
    this.tick();
  }

  // The page opens the game; a reader who comes back begins again.
  found() {
    this.leaving = true;
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
    element("seeking-title").textContent = this.words.found;
    this.say(this.words.found);
  }

  refuse(sentence) {
    element("seek-go").removeAttribute("aria-busy");
    element("seek-refused").textContent = `${this.words.not_done} ${sentence}`;
  }

  say(sentence) {
    element("seek-told").textContent = sentence;
  }

  tick() {
    if (this.began === null) return;
    const seconds = Math.floor((performance.now() - this.began) / 1000);
    const sentence = seconds < 0 ? this.words.delayed : this.words.since;
    element("seeking-since").textContent = fill(sentence, { time: timeOf(Math.abs(seconds)) });
  }
}
