// @ts-check
// The lines that the computer expects after the best turns of a position; each turn can be pressed.

import { element, fill, make, query, show } from "../lib/dom.js";
import { percent, precisely } from "../review/odds.js";
import { MOST_NODES } from "./tree.js";

/** @import { AnalysisClient } from "./client.js" */
/** @import { Row, Tree, TreeNode } from "./tree.js" */

/**
 * A turn that the computer expects: by seat the move, its text, and how often each of several moves is to be played.
 * @typedef {object} ExpectedTurn
 * @property {Record<string, string>} moves
 * @property {Record<string, string>} texts
 * @property {Record<string, [string, number][]>} odds
 * @property {number} row
 * @property {boolean} begins
 * @property {boolean} chance
 */
/** @typedef {{ turns: ExpectedTurn[], odds: number, score: number | null }} ExpectedLine */

/** The turns between the first position and a node. @param {TreeNode} node */
function playedTo(node) {
  const turns = [];
  for (let at = node; at.parent; at = at.parent) turns.unshift(at.played);
  return turns;
}

/**
 * Adds these turns to a tree after a node; answers the last one's node and the refusal, or null and "".
 * @param {Tree} tree
 * @param {AnalysisClient} client
 * @param {TreeNode} node
 * @param {string[][]} turns
 */
export async function grown(tree, client, node, turns) {
  const missing = [...turns];
  let at = node;
  while (missing.length) {
    const next = tree.find(at, missing[0]);
    if (!next) break;
    at = next;
    missing.shift();
  }
  if (!missing.length) return { node: at, fault: "" };
  if (tree.count + missing.length > MOST_NODES)
    return { node: null, fault: fill(client.words.tree_full, { most: MOST_NODES }) };
  /** @type {Row[]} */
  const rows = [...playedTo(at), ...missing].map((played, index) => [index - 1, played]);
  const { nodes, fault } = await client.tree(rows);
  if (fault) return { node: null, fault };
  missing.forEach((played, index) => {
    at = tree.add(at, played, nodes[rows.length - missing.length + index]);
  });
  return { node: at, fault: "" };
}

export class ExpectedLines {
  /**
   * `onTurns(turns)` is called with the moves of all turns up to the one that was pressed.
   * @param {(turns: string[][]) => void} onTurns
   */
  constructor(onTurns) {
    this.table = query(element("expected"), "table", HTMLTableElement);
    /** @type {ExpectedLine[]} */
    this.lines = [];
    this.table.addEventListener("click", ({ target }) => {
      const { line, turn } = /** @type {Element} */ (target).closest("button")?.dataset ?? {};
      if (line)
        onTurns(this.lines[Number(line)].turns.slice(0, Number(turn) + 1).map(({ moves }) => Object.values(moves)));
    });
  }

  /**
   * `lines` are those of an evaluation, `name` the seat of their scores. Lines of one turn are in the other tables too.
   * @param {ExpectedLine[]} lines
   * @param {string} name
   */
  draw(lines, name) {
    const paired = lines.some(({ odds }) => odds < 1);
    show(element("expected"), paired || lines.some(({ turns }) => turns.length > 1));
    if (lines === this.lines) return;
    this.lines = lines;
    element("expected-name").textContent = name;
    show(element("expected-often"), paired);
    this.table.tBodies[0].replaceChildren(
      ...lines.map((line, number) =>
        make(
          "tr",
          {},
          ...(paired ? [make("td", { className: "num", text: percent(line.odds) })] : []),
          make("td", {
            className: "num",
            text: line.score === null ? "–" : paired ? percent(line.score) : precisely(line.score),
          }),
          make("td", {}, ...line.turns.flatMap((turn, index) => [this.turn(turn, number, index), " "])),
        ),
      ),
    );
  }

  /** `2. Nc3 62 % / Nb3 38 %`: the played move is in bold, others follow. @param {ExpectedTurn} turn @param {number} line @param {number} number */
  turn({ texts, odds, row, begins, chance }, line, number) {
    const numbered = number === 0 || (begins && !chance);
    const mixed = Object.keys(odds).length > 0;
    const parts = Object.entries(texts).flatMap(([seat, text], index) => {
      const [own, ...others] = odds[seat] ?? [];
      const rest = others.map(([label, share]) => ` / ${label}\u00a0${percent(share)}`).join("");
      return [
        index && mixed ? " · " : " ",
        make("b", { text }),
        ...(own ? [make("small", { text: `\u00a0${percent(own[1])}${rest}` })] : []),
      ];
    });
    const button = make("button", { type: "button" }, numbered ? `${row}${begins ? "." : "…"}` : "", ...parts);
    button.dataset.line = String(line);
    button.dataset.turn = String(number);
    return button;
  }
}
