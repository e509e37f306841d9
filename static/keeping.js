// Keeps a tree of variations: in the fragment of the address while it is short, else in this browser.

import { newId } from "./page.js";
import { parse, Unreadable, VERSION, write } from "./treetext.js";

const LONGEST = 4000; // Characters of a fragment: what programs that pass links on do not cut.
const KEPT = "kept";
const STORE = "cavalier-analysis";
const MOST_KEPT = 20;

// The trees that this browser keeps, the newest last: [[id, text]].
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function keep(id, text) {
  const others = kept().filter(([each]) => each !== id).slice(1 - MOST_KEPT);
  localStorage.setItem(STORE, JSON.stringify([...others, [id, text]]));
}

let own = null; // What this page's tree is called in the browser.

// The fragment for a tree, and where it is kept: `address`, `browser`, or `nowhere` where the browser keeps nothing;
// `other`: it is another tree than the one of this page.
export function fragment(tree, shown, other = false) {
  if (!tree.count && !tree.root.comment) return { text: "", where: "address" };
  const text = write(tree, shown);
  if (text.length <= LONGEST) return { text: `#${text}`, where: "address" };
  const id = (other ? null : own) ?? newId();
  if (!other) own = id;
  try {
    keep(id, text);
  } catch {
    return { text: "", where: "nowhere" };
  }
  return { text: `#${VERSION}:${KEPT}:${id}`, where: "browser" };
}

// The tree of a fragment as `parse` answers it, or null where there is none; throws Unreadable.
export function found(hash) {
  const text = hash.replace(/^#/, "");
  if (!text) return null;
  const [version, name, id] = text.split(":");
  if (version !== VERSION || name !== KEPT) return parse(text);
  const there = kept().find(([each]) => each === id);
  if (!there) throw new Unreadable("tree_elsewhere");
  own = id;
  return parse(there[1]);
}
