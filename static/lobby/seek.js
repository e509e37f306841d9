// @ts-check
// The form of a seek, and the panel in its place during the seek.

import { element, fill, optional, queryAll, show, timeOf } from "../lib/dom.js";

/** @import { OwnSeek, Wish } from "./client.js" */

/** @typedef {Record<"any" | "waiting" | "found" | "stopped" | "not_done" | "since" | "delayed", string>} SeekWords */

export class Seek {
  /**
   * `onSeek(wish)` and `onStop()` are called when the reader wants it.
   * @param {SeekWords} words
   * @param {{ onSeek: (wish: Wish) => void, onStop: () => void }} handlers
   */
  constructor(words, { onSeek, onStop }) {
    this.words = words;
    this.onSeek = onSeek;
    this.title = document.title;
    /** When the seek began, by performance.now(). @type {number | null} */
    this.began = null;
    this.leaving = false;
    this.form = element("seek-form", HTMLFormElement);
    this.boxes = queryAll(this.form, "[name=variant]", HTMLInputElement);
    this.clocks = queryAll(this.form, "[name=control]", HTMLInputElement);
    this.any = element("any", HTMLInputElement);
    for (const box of this.boxes) box.addEventListener("change", () => this.choose());
    for (const box of this.clocks) box.addEventListener("change", () => this.time(box));
    this.any.addEventListener("change", () => this.surprise());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.press();
    });
    /** Null for a reader without an account. */
    this.rated = /** @type {HTMLInputElement | null} */ (optional("seek-rated"));
    this.rated?.addEventListener("change", () => this.choose());
    addEventListener("pageshow", () => this.choose()); // The browser may have restored the fields.
    element("unwait").addEventListener("click", () => onStop());
    setInterval(() => this.tick(), 1000);
  }

  // Any variant and some of them exclude each other, and one of both is chosen.
  choose() {
    const chosen = this.boxes.filter((box) => box.checked);
    this.any.checked = chosen.length === 0;
    if (this.rated) show(element("seek-near"), this.rated.checked);
    element("seek-chosen").textContent = chosen.map((box) => box.parentElement?.textContent).join(", ");
  }

  surprise() {
    for (const box of this.boxes) box.checked = false;
    this.choose();
  }

  /** One clock at least is chosen. @param {HTMLInputElement} box */
  time(box) {
    if (!this.clocks.some((other) => other.checked)) box.checked = true;
  }

  press() {
    const checked = (/** @type {HTMLInputElement[]} */ boxes) =>
      boxes.filter((box) => box.checked).map((box) => box.value);
    const fields = new FormData(this.form);
    const own = `${fields.get("minutes")}+${Number(fields.get("increment"))}`;
    const controls = checked(this.clocks).map((value) => (value === "own" ? own : value));
    const rated = Boolean(this.rated?.checked);
    const distance = (rated && Number(element("seek-distance", HTMLSelectElement).value)) || null;
    this.want({ variants: checked(this.boxes), control: controls.join(" "), rated, distance });
  }

  /** @param {Wish} wish */
  want(wish) {
    element("seek-refused").textContent = "";
    element("seek-go").setAttribute("aria-busy", "true");
    this.onSeek(wish);
  }

  /** Shows our wait, or without one the form. @param {OwnSeek | null} mine */
  draw(mine) {
    if (this.leaving) return;
    element("seek-go").removeAttribute("aria-busy");
    const waited = this.began !== null;
    this.began = mine && performance.now() - mine.waited * 1000;
    if (mine) {
      const wish = mine.titles.join(", ") || this.words.any;
      element("seeking-wish").textContent = `${wish} · ${mine.control_title} ·`;
      // A warm-up game is of the kind that is waited for.
      const meanwhile = /** @type {HTMLInputElement | null} */ (optional("meanwhile-variant"));
      if (meanwhile) meanwhile.value = mine.variants.length === 1 ? mine.variants[0] : "";
    }
    if (mine) element("way-somebody", HTMLDetailsElement).open = true;
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

  /** @param {string} sentence */
  refuse(sentence) {
    element("seek-go").removeAttribute("aria-busy");
    element("seek-refused").textContent = `${this.words.not_done} ${sentence}`;
    // The seek may be that of a row, far from the form, which may be folded.
    element("way-somebody", HTMLDetailsElement).open = true;
    element("seek-refused").scrollIntoView({ block: "nearest" });
  }

  /** @param {string} sentence */
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
