// Conditional moves: lines of turns that a player foresees, made on the board by playing all sides.

import { nameOf } from "../game/plates.js";
import { element, fill, make, show } from "../lib/dom.js";

const MOST = 10; // Turns of a line.

export class PlanLines {
  // `plans` has `board`, `panel`, `say(sentence)`, `view`, `words`, `ahead(view)`, which asks the server what can be planned,
  // and `save(lines)`.
  constructor(plans) {
    this.plans = plans;
    this.nodes = []; // While a line is made: the positions after so many of its turns.
    this.line = []; // The moves that led there.
    this.written = new Map(); // By its moves: how players write a line.
    this.busy = false;
    this.learning = false;
    this.tried = null; // In which position the notation of lines was asked for in vain.
    const does = (id, act) => element(id).addEventListener("click", act);
    does("line-new", () => this.begin());
    does("line-undo", () => this.undo());
    does("line-save", () => this.save());
    does("line-cancel", () => this.end());
    element("lines").addEventListener("toggle", () => this.draw());
  }

  get building() {
    return this.nodes.length > 0;
  }

  // Where lines begin.
  async begin() {
    const { plans } = this;
    const { view } = plans;
    const answer = await plans.ahead(view);
    if (!answer?.fen || answer.number !== view.number) return;
    this.fen = answer.fen;
    await this.go([]);
  }

  // The site's answer to a line; null where it refused it, which is told.
  async ask(line) {
    const body = new URLSearchParams({ fen: this.fen, moves: line.join("\n"), judge: "no" });
    let answer = null;
    try {
      answer = await (await fetch(element("review").dataset.analysis, { method: "POST", body })).json();
    } catch { /* Nobody answered. */ }
    if (answer?.picture) return answer;
    this.plans.panel.refuse(answer?.refusal?.sentence ?? this.plans.words.no_answer);
    return null;
  }

  async go(line) {
    if (this.busy) return;
    this.busy = true;
    const { view } = this.plans;
    const node = await this.ask(line);
    this.busy = false;
    if (!node || view.number !== this.plans.view.number) return;
    this.nodes = [...this.nodes.slice(0, line.length), node];
    this.line = line;
    this.note(line, node);
    this.look();
    this.plans.say([node.turns.at(-1)?.sentences?.join(" "), element("line-how").textContent].filter(Boolean).join(" "));
  }

  choose(move) {
    this.go([...this.line, move.id]);
  }

  undo() {
    this.line.pop();
    this.nodes.pop();
    this.look();
  }

  end() {
    this.nodes = [];
    this.line = [];
    this.plans.board.jump(this.plans.view);
    this.draw();
    element("line-new").focus();
  }

  // How a line is written: what others play, and what we answer, by turns.
  note(line, { turns }) {
    const { words, view } = this.plans;
    const parts = [];
    for (const { texts } of turns) {
      const [[seat, text]] = Object.entries(texts);
      const mine = Number(seat) === view.viewer;
      if (parts.at(-1)?.mine === mine) parts.at(-1).texts.push(text);
      else parts.push({ mine, texts: [text] });
    }
    const told = parts.map(({ mine, texts }, at) => (
      `${at ? (mine ? ", " : " · ") : ""}${fill(mine ? words.then : words.if, { moves: texts.join(" ") })}`));
    this.written.set(line.join(" "), told.join(""));
  }

  // Whose turn it is at the end of the line that is made; null where nobody can go on.
  get acting() {
    const node = this.nodes.at(-1);
    const [seat] = node && !node.result && this.line.length < MOST ? Object.keys(node.moves) : [];
    return seat === undefined ? null : Number(seat);
  }

  // Whether the last move of the line is our own.
  get complete() {
    const texts = this.nodes.at(-1)?.turns.at(-1)?.texts ?? {};
    return String(this.plans.view.viewer) in texts;
  }

  // Shows the position at the end of the line that is made.
  look() {
    const { board, view } = this.plans;
    const node = this.nodes.at(-1);
    board.jump({
      ...view, ...node, viewer: view.viewer, plan: null, sealed: null, number: this.line.length,
      takebacks: `line ${this.line.join(" ")}`, moves: node.moves[this.acting] ?? [],
    });
    this.draw();
  }

  save() {
    const line = this.line;
    const seats = this.nodes.at(-1).turns.map(({ texts }) => Number(Object.keys(texts)[0]));
    // Of two answers to the same, the new one stands.
    const kept = (this.plans.view.plan?.lines ?? []).filter((other) => {
      const at = other.findIndex((move, index) => move !== line[index]);
      return at >= 0 && (at >= line.length || seats[at] !== this.plans.view.viewer);
    });
    const known = kept.some((other) => line.every((move, index) => move === other[index]));
    this.end();
    this.plans.save(known ? kept : [...kept, line]);
  }

  // The position of a view has come: what was made from another one is left.
  follow(moved) {
    if (moved && this.building) {
      this.nodes = [];
      this.line = [];
    }
    if (this.building) this.look();
    else this.draw();
  }

  draw() {
    const { view, words, panel } = this.plans;
    const may = view.may.includes("plan");
    const lines = view.plan?.missed ? [] : view.plan?.lines ?? [];
    show(element("lines"), may || lines.length > 0);
    element("line-list").replaceChildren(...lines.map((line) => this.row(line, lines)));
    show(element("line-none"), !lines.length && !this.building);
    show(element("line-new"), may && !this.building);
    show(element("line-made"), this.building);
    if (!this.building) {
      if (element("lines").open) this.learn(lines);
      return;
    }
    const { acting, complete } = this;
    const name = acting === null ? "" : nameOf(view.chairs[acting], view, panel.words);
    const how = acting === null ? (complete ? words.at_end : words.no_end) : acting === view.viewer ? words.you_play : fill(words.others_play, { name });
    element("line-now").textContent = this.written.get(this.line.join(" ")) ?? "";
    element("line-how").textContent = complete && acting !== null ? `${words.save_or} ${how}` : how;
    element("line-save").disabled = !complete;
    element("line-undo").disabled = !this.line.length;
  }

  row(line, lines) {
    const { words } = this.plans;
    const text = this.written.get(line.join(" ")) ?? line.join(" ");
    const button = make("button", { type: "button", className: "btn", text: words.remove });
    button.setAttribute("aria-label", fill(words.remove_line, { line: text }));
    button.addEventListener("click", () => this.plans.save(lines.filter((other) => other !== line)));
    return make("li", {}, make("span", { text }), button);
  }

  // Lines that came from the server are written by squares until their notation is known.
  async learn(lines) {
    const { view } = this.plans;
    const unknown = lines.filter((line) => !this.written.has(line.join(" ")));
    if (!unknown.length || this.learning || this.tried === view.number) return;
    this.learning = true;
    const answer = await this.plans.ahead(view);
    const here = () => view.number === this.plans.view.number;
    this.fen = answer?.number === view.number ? answer.fen : null;
    for (const line of this.fen && here() ? unknown : []) {
      const node = await this.ask(line);
      if (!node) this.tried = view.number; // Once a position is enough.
      if (!node || !here()) break;
      this.note(line, node);
    }
    this.learning = false;
    if (this.fen || !here()) this.draw();
  }
}
