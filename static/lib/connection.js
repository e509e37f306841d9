// @ts-check
// The strip at the foot of the page for a lost connection and pending actions.

import { element, show } from "./dom.js";

const SOON = 1500; // Milliseconds before a loss is shown.
const LONG = 20_000; // Milliseconds after which the page says that nothing comes through.

/** Strips cover the foot of the page: the page, and sticky elements, end above them. @param {HTMLElement} strips */
function makeRoom(strips) {
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--below", `${strips.offsetHeight}px`);
  }).observe(strips);
}

export class Connection {
  /**
   * `pending()` answers a sentence on the pending action, or ""; `cancel()` drops it; `say(sentence)` announces to screen
   * readers; `turned(linked)` is called when the page shows that the connection is lost or back.
   * @param {object} [collaborators]
   * @param {() => string} [collaborators.pending]
   * @param {() => void} [collaborators.cancel]
   * @param {(sentence: string) => void} [collaborators.say]
   * @param {(linked: boolean) => void} [collaborators.turned]
   */
  constructor({ pending = () => "", cancel = () => {}, say = () => {}, turned = () => {} } = {}) {
    this.pending = pending;
    this.say = say;
    this.turned = turned;
    this.strip = element("connection");
    /** @type {Record<"lost" | "blocked" | "reload", string>} */
    this.words = JSON.parse(this.strip.dataset.words ?? "");
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {"" | "lost" | "blocked"} */
    this.level = "";
    this.closed = false;
    this.announced = "";
    this.waiting = "";
    element("connection-cancel").addEventListener("click", () => cancel());
    element("connection-close").addEventListener("click", () => {
      this.closed = true;
      this.draw();
    });
    makeRoom(element("strips"));
  }

  /** @param {boolean} yes */
  link(yes) {
    if (yes) {
      clearTimeout(this.timer);
      this.timer = undefined;
      if (this.level) this.turn("");
    } else if (this.timer === undefined && !this.level) {
      this.timer = setTimeout(() => {
        this.turn("lost");
        this.timer = setTimeout(() => this.turn("blocked"), LONG);
      }, SOON);
    }
  }

  /** @param {"" | "lost" | "blocked"} level */
  turn(level) {
    this.level = level;
    this.closed = false;
    this.turned(level === "");
    this.draw();
  }

  /** Called also when the pending action has changed. */
  draw() {
    const pending = this.pending();
    if (pending !== this.waiting) this.closed = false;
    this.waiting = pending;
    show(this.strip, this.level !== "" && !this.closed);
    show(element("connection-cancel"), pending !== "");
    show(element("connection-close"), this.level === "blocked");
    // What waits is kept if the page is loaded again, but is sent only by a page that has come.
    const advice = this.level === "blocked" && !pending ? this.words.reload : "";
    const text = this.level && [this.words[this.level], pending, advice].filter(Boolean).join(" ");
    element("connection-says").textContent = text;
    if (text && text !== this.announced) this.say(text);
    this.announced = text;
  }
}
