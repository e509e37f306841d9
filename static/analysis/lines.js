// The lines that the computer expects after the best turns of a position; each turn can be pressed.

import { element, make, show } from "../lib/dom.js";
import { percent, precisely } from "../review/odds.js";

// The turns between the first position and a node.
function playedTo(node) {
  const turns = [];
  for (let at = node; at.parent; at = at.parent) turns.unshift(at.played);
  return turns;
}

// Adds these turns to a tree after a node; answers the last one's node and the refusal, or null and "".
export async function grown(tree, client, node, turns) {
  const missing = [...turns];
  let at = node;
  for (let next = tree.find(at, missing[0]); next; next = missing.length && tree.find(at, missing[0])) {
    at = next;
    missing.shift();
  }
  if (!missing.length) return { node: at, fault: "" };
  const rows = [...playedTo(at), ...missing].map((played, index) => [index - 1, played]);
  const { nodes, fault } = await client.tree(rows);
  if (fault) return { node: null, fault };
  missing.forEach((played, index) => {
    at = tree.add(at, played, nodes[rows.length - missing.length + index]);
  });
  return { node: at, fault: "" };
}

export class ExpectedLines {
  // `go(turns)` is called with the moves of all turns up to the one that was pressed.
  constructor(words, go) {
    this.words = words;
    this.table = element("expected").querySelector("table");
    this.table.addEventListener("click", ({ target }) => {
      const { line, turn } = target.closest("button")?.dataset ?? {};
      if (line) go(this.lines[line].turns.slice(0, Number(turn) + 1).map(({ moves }) => Object.values(moves)));
    });
  }

  // `lines` are those of an evaluation, `name` the seat of their scores. Lines of one turn are in the other tables too.
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

  // `2. Nc3 62 % / Nb3 38 %`: the played move is in bold, others follow.
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
    Object.assign(button.dataset, { line, turn: number });
    return button;
  }
}
