// The strip at the foot of the page that says that the connection is lost, and what becomes of what was asked for.

import { element, show } from "./dom.js";

const SOON = 1500; // Milliseconds of a loss of which nothing is said.
const LONG = 20_000; // Milliseconds after which the page says that nothing comes through.

// Strips lie over the foot of the page: it ends above them, and so does what sticks to the foot of the window.
function makeRoom(strips) {
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--below", `${strips.offsetHeight}px`);
  }).observe(strips);
}

export class Connection {
  // `pending()` answers a sentence on what waits for the connection, or ""; `cancel()` drops it; `say(sentence)` tells
  // those who do not see the page; `turned(linked)` is called when the page says that the connection comes or goes.
  constructor({ pending = () => "", cancel = () => {}, say = () => {}, turned = () => {} } = {}) {
    Object.assign(this, { pending, say, turned });
    this.strip = element("connection");
    this.words = JSON.parse(this.strip.dataset.words);
    this.timer = null;
    this.level = ""; // "", "lost" or "blocked".
    this.closed = false;
    this.told = "";
    this.waiting = "";
    element("connection-cancel").addEventListener("click", () => cancel());
    element("connection-close").addEventListener("click", () => {
      this.closed = true;
      this.draw();
    });
    makeRoom(element("strips"));
  }

  link(yes) {
    if (yes) {
      clearTimeout(this.timer);
      this.timer = null;
      if (this.level) this.turn("");
    } else if (this.timer === null && !this.level) {
      this.timer = setTimeout(() => {
        this.turn("lost");
        this.timer = setTimeout(() => this.turn("blocked"), LONG);
      }, SOON);
    }
  }

  turn(level) {
    this.level = level;
    this.closed = false;
    this.turned(level === "");
    this.draw();
  }

  // To be called when what waits has changed, too.
  draw() {
    const pending = this.pending();
    if (pending !== this.waiting) this.closed = false;
    this.waiting = pending;
    show(this.strip, this.level !== "" && !this.closed);
    show(element("connection-cancel"), pending !== "");
    show(element("connection-close"), this.level === "blocked");
    const told = this.level && [this.words[this.level], pending].filter(Boolean).join(" ");
    element("connection-says").textContent = told;
    if (told && told !== this.told) this.say(told);
    this.told = told;
  }
}
