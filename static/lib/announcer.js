// @ts-check
// Announcements to screen readers: one polite live region of the page.

import { make } from "./dom.js";

const TOGETHER = 1000; // Milliseconds within which a sentence joins the ones before it, which may still be read out.

export class Announcer {
  /** @param {HTMLElement} region */
  constructor(region) {
    this.region = region;
    this.last = -Infinity;
  }

  /** The device changes hands: nothing announced stays on the page. */
  clear() {
    this.region.replaceChildren();
  }

  /** @param {...(string | null | undefined | false)} sentences those that are empty are left out */
  say(...sentences) {
    const text = sentences.filter(Boolean).join(" ");
    if (!text) return;
    const now = performance.now();
    if (now - this.last > TOGETHER) this.region.replaceChildren();
    this.last = now;
    this.region.append(make("p", { text }));
  }
}
