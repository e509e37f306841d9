// Marks in the table of contents which section is being read; the line of HTML at the end is copied.

import "./copy.js";
import "./installed.js";

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
