// Marks the current section in the table of contents, and unfolds the targets of links and all parts for print;
// the line of HTML at the end is copied.

import "./copy.js";
import "./base.js";

const links = new Map([...document.querySelectorAll(".toc a")].map((link) => [link.hash.slice(1), link]));
const sections = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);

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

// Shows the target of a link, folded or inside a folded part.
function reveal(hash) {
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  const part = target && (target.querySelector(":scope > .part") ?? target.closest(".part"));
  if (!part || part.open) return;
  part.open = true;
  target.scrollIntoView();
}

addEventListener("hashchange", () => reveal(location.hash));
addEventListener("click", (event) => reveal(event.target.closest?.("a[href^='#']")?.hash));
reveal(location.hash);

let printed = [];

addEventListener("beforeprint", () => {
  printed = [...document.querySelectorAll(":is(.part, .answer.right):not([open])")];
  for (const each of printed) each.open = true;
});
addEventListener("afterprint", () => {
  for (const each of printed) each.open = false;
});
