// @ts-check
// Marks the current section in the table of contents, and unfolds the targets of links and all parts for print;
// the line of HTML at the end is copied.

import "./copy.js";
import "./base.js";
import { optional, queryAll } from "../lib/dom.js";

const links = new Map(queryAll(document, ".toc a", HTMLAnchorElement).map((link) => [link.hash.slice(1), link]));
const sections = [...links.keys()].map(optional).filter((section) => section !== null);

function mark() {
  const reached = sections.filter((section) => section.getBoundingClientRect().top < innerHeight / 3);
  const current = (reached.at(-1) ?? sections[0])?.id;
  for (const [id, link] of links) {
    if (id === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

addEventListener("scroll", mark, { passive: true });
mark();

/** Shows the target of a link, folded or inside a folded part. @param {string | undefined} hash */
function reveal(hash) {
  const target = hash && optional(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  /** @type {HTMLDetailsElement | null} */
  const part = target.querySelector(":scope > .part") ?? target.closest(".part");
  if (!part || part.open) return;
  part.open = true;
  target.scrollIntoView();
}

addEventListener("hashchange", () => reveal(location.hash));
addEventListener("click", ({ target }) => {
  const link = /** @type {Element} */ (target).closest?.("a[href^='#']");
  reveal(/** @type {HTMLAnchorElement | null} */ (link)?.hash);
});
reveal(location.hash);

/** @type {HTMLDetailsElement[]} */
let printed = [];

addEventListener("beforeprint", () => {
  printed = queryAll(document, ":is(.part, .answer.right):not([open])", HTMLDetailsElement);
  for (const each of printed) each.open = true;
});
addEventListener("afterprint", () => {
  for (const each of printed) each.open = false;
});
