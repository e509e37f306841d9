// @ts-check
// A tree of variations as a short text for the fragment of an address: `1:e2e4!comment.e7e5(c7c5).g1f3:2`.
//
// The version; then the turns: moves of several seats joined by `+`, a comment after `!`, a `.` before the turn that
// follows, and in parentheses, as in PGN, what could be played in the place of the turn before; then the number of the
// turn that is shown, 0 for the first position. A comment on that one comes first, as a turn without moves. After the
// comment may stand the one before the turn and its marks, each after `!`; after the number the tags of PGN, as a query.

import { MOST_COMMENT, MOST_NODES } from "./tree.js";

const VERSION = "1";
const BEGINNING = /^#\d+:/;
const [MOST_MOVE, MOST_SEATS] = [40, 26];
const MOST_TEXTS = 3; // Of a turn.

const MOST_TAGS = 40;

/** @import { Values } from "../lib/dom.js" */
/** @import { Row, Tree, TreeNode } from "./tree.js" */

/** Whether the fragment of an address is meant as a tree, of any version; others name a part of the page. @param {string} hash */
export const holdsTree = (hash) => BEGINNING.test(hash);

/** @param {string} text */
const escaped = (text) =>
  encodeURIComponent(text).replace(/[.!()'*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** @param {TreeNode} node */
function word({ played, comment, before, marks }) {
  const texts = [comment, before, marks];
  while (texts.length && !texts.at(-1)) texts.pop();
  return [played.map(escaped).join("+"), ...texts.map(escaped)].join("!");
}

/** The text after a node: its first child, the variations of that, and so on. @param {TreeNode} node @returns {string} */
function following(node) {
  /** @type {string[]} */
  const words = [];
  for (let { children } = node; children.length; { children } = children[0]) {
    words.push(
      word(children[0]) +
        children
          .slice(1)
          .map((other) => `(${begun(other)})`)
          .join(""),
    );
  }
  return words.join(".");
}

/** @param {TreeNode} node */
function begun(node) {
  return [word(node), following(node)].filter(Boolean).join(".");
}

/** `shown` is the node that is shown, none for the first position. @param {Tree} tree @param {TreeNode | undefined} shown */
export function write(tree, shown) {
  const tags = new URLSearchParams(tree.tags).toString();
  return [
    VERSION,
    begun(tree.root),
    tree.all().indexOf(/** @type {TreeNode} */ (shown)) + 1,
    ...(tags ? [tags] : []),
  ].join(":");
}

/** The fault of a text: a key of the page's words, and the fields of its sentence. */
export class Unreadable extends Error {
  /** @param {string} name @param {Values} fields */
  constructor(name, fields = {}) {
    super(name);
    this.name = name;
    this.fields = fields;
  }
}

/** @param {string} text @param {number} at */
function part(text, at) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Unreadable("tree_sign", { sign: at + 1 });
  }
}

/** @param {string} token @param {number} at @returns {[string[], string, string?, string?]} */
function read(token, at) {
  const [moves, ...texts] = token.split("!");
  const played = moves ? moves.split("+").map((move) => part(move, at)) : [];
  const said = texts.map((text) => part(text, at));
  const wrong = played.some((move) => !move || move.length > MOST_MOVE) || played.length > MOST_SEATS;
  if (wrong || said.length > MOST_TEXTS) throw new Unreadable("tree_sign", { sign: at + 1 });
  if (said.some((text) => text.length > MOST_COMMENT || text.includes("}")))
    throw new Unreadable("tree_comment", { sign: at + 1 });
  const [comment = "", ...more] = said;
  return more.some(Boolean) ? [played, comment, more[0], more[1] ?? ""] : [played, comment];
}

/** The rows of a text, what it says of the first position, and the number of the turn that is shown; throws Unreadable. @param {string} text */
export function parse(text) {
  const [version, turns, number, query = "", more] = text.split(":");
  if (version !== VERSION) throw new Unreadable("tree_version", { version: version.slice(0, 20) });
  if (turns === undefined || !/^\d{1,6}$/.test(number ?? "") || more !== undefined) throw new Unreadable("tree_parts");
  /** @type {Row[]} */
  const rows = [];
  /** The turns after which a variation has ended, innermost last. @type {number[]} */
  const forks = [];
  let [comment, marks] = ["", ""];
  let last = -1; // The turn that the next one follows.
  let waits = true; // Whether a turn must come.
  for (const { 0: token, index } of turns.matchAll(/[.()]|[^.()]+/g)) {
    const at = index + version.length + 1;
    const wrong = () => {
      throw new Unreadable("tree_sign", { sign: at + 1 });
    };
    if (token === "(") {
      if (waits || last < 0) wrong();
      forks.push(last);
      last = rows[last][0];
      waits = true;
    } else if (token === ")") {
      if (waits || !forks.length) wrong();
      last = /** @type {number} */ (forks.pop());
    } else if (token === ".") {
      if (waits) wrong();
      waits = true;
    } else {
      if (!waits) wrong();
      const [played, said, ...others] = read(token, at);
      if (!played.length) {
        if (index) wrong();
        comment = said;
        marks = others[1] ?? "";
      } else {
        if (rows.length === MOST_NODES) throw new Unreadable("tree_long", { most: MOST_NODES });
        last = rows.push([last, played, said, ...others]) - 1;
      }
      waits = false;
    }
  }
  if (forks.length || (waits && turns)) throw new Unreadable("tree_parts");
  if (Number(number) > rows.length) throw new Unreadable("tree_parts");
  const tags = Object.fromEntries([...new URLSearchParams(query)].slice(0, MOST_TAGS));
  return { rows, comment, marks, tags, shown: Number(number) };
}
