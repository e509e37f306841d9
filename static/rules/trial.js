// @ts-check
// A figure on which the reader moves for all sides. The site plays the rules; responses are cached.

/** @import { CavalierBoard } from "../board/element.js" */
/** @import { MoveView, PublicView, TurnView } from "../game/view-types.js" */
/** @import { Attributes } from "../board/shapes.js" */
import { make as draw } from "../board/shapes.js";
import { fill, make, queryAll, show } from "../lib/dom.js";

/**
 * The end of a line of play, as `end_of` in server/web/analysis/views.py describes it, with the moves of each seat.
 * @typedef {Omit<PublicView, "turns" | "moves"> & EndOfLine} LineView
 */
/**
 * @typedef {object} EndOfLine
 * @property {number | null} eyes the seat that sees this of a hidden board; null: all
 * @property {string} fen
 * @property {number[]} to_act
 * @property {TurnView | null} turn the one that led here
 * @property {Record<string, MoveView[]>} moves by seat
 * @property {undefined} [refusal]
 */
/** @typedef {{ picture?: undefined, refusal?: { sentence: string } }} Refused */

/** @type {Map<string, LineView>} */
const answers = new Map(); // By the first position and the turns from there.

/**
 * The response to moves from the position of an address; null without one.
 * @param {string} address
 * @param {string[]} turns
 */
async function request(address, turns) {
  const key = [address, ...turns].join("\n");
  const known = answers.get(key);
  if (known) return known;
  const { searchParams } = new URL(address);
  const body = new URLSearchParams({
    fen: searchParams.get("fen") ?? "",
    moves: turns.join("\n"),
    judge: "no",
    eyes: "mover",
  });
  try {
    /** @type {LineView | Refused} */
    const answer = await (await fetch(address, { method: "POST", body })).json();
    if (answer.picture) answers.set(key, answer);
    return answer;
  } catch {
    return null;
  }
}

const sign = (/** @type {Attributes} */ attributes) =>
  draw(
    "svg",
    { width: 22, height: 22, viewBox: "0 0 22 22", "aria-hidden": true },
    draw("circle", { cx: 11, cy: 11, ...attributes }),
  );
/** @param {string} text @param {() => unknown} act */
const button = (text, act, kind = "") => {
  const made = make("button", { type: "button", className: `btn ${kind}`, text });
  made.addEventListener("click", act);
  return made;
};

export class Trial {
  /**
   * `build()` puts the board into the figure, and `end()` puts the figure back.
   * @param {HTMLElement} figure
   * @param {Record<string, string>} words
   * @param {() => CavalierBoard} build
   * @param {() => void} end
   */
  constructor(figure, words, build, end) {
    this.words = words;
    this.build = build;
    /** @type {CavalierBoard | null} */
    this.board = null;
    /** @type {string[]} */
    this.turns = [];
    /** @type {Record<string, MoveView>} */
    this.picked = {}; // By seat.
    // Any, because it is null before the first position has come, when nothing can be pressed.
    /** @type {LineView} */
    this.node = /** @type {any} */ (null);
    this.busy = false;
    this.over = false; // Whether the figure is back.
    this.lastShow = 0; // The number of the last request: older answers are dropped.
    this.address = new URL(figure.dataset.try ?? "", location.href).href;
    this.prompt = make("p", { ariaLive: "polite", tabIndex: -1 });
    this.chosen = make("ul");
    this.specials = make("div", { className: "row" });
    this.legend = make(
      "ul",
      { className: "legend" },
      make("li", {}, sign({ r: 5, class: "lgf" }), words.safe),
      make("li", {}, sign({ r: 7, class: "lg", "stroke-width": 2.4, "stroke-dasharray": "3.4 2.1" }), words.risky),
    );
    this.reveal = button(words.reveal, () => this.play(), "primary");
    this.again = button(words.again, () => this.restart());
    this.computer = this.form();
    const back = button(words.back, () => {
      this.over = true;
      end();
    });
    this.ways = make("div", { className: "row" }, this.reveal, this.again, back, this.computer);
    this.leaveBack();
    this.panel = make("div", { className: "trial" }, this.prompt, this.legend, this.chosen, this.specials, this.ways);
    figure.append(this.panel);
  }

  /** The game from the shown position against the computer begins by the form that opens any table. */
  form() {
    const form = make("form", { method: "post", action: new URL(this.address).pathname.replace(/analysis$/, "play") });
    form.append(
      Object.assign(
        button(this.words.computer, () => {}, "quiet"),
        { type: "submit" },
      ),
    );
    return form;
  }

  /** Also while an answer is awaited, which is dropped then. */
  async restart() {
    this.turns = [];
    if ((await this.show()) !== null) this.prompt.focus();
  }

  /** Shows no way but back, and once there is a board, to begin again. */
  leaveBack() {
    for (const part of [this.legend, this.reveal, this.again, this.computer])
      show(part, Boolean(this.board) && part === this.again);
  }

  /** Shows the position after the turns so far, or a refusal; true, or false. Null if the answer is no longer wanted. */
  async show() {
    this.lastShow += 1;
    const number = this.lastShow;
    this.busy = true;
    const node = await request(this.address, this.turns);
    if (this.over || number !== this.lastShow) return null;
    this.busy = false;
    if (!node?.picture) {
      this.prompt.textContent = node?.refusal?.sentence ?? this.words.alone;
      this.leaveBack();
      return false;
    }
    const before = this.node;
    this.node = node;
    this.picked = {};
    if (!this.board) {
      this.board = this.build();
      this.board.addEventListener("choose", ({ detail }) => this.pick(detail.move));
    }
    // Nothing travels between the views of two seats on a hidden board.
    this.draw(before !== null && node.number === before.number + 1 && node.eyes === before.eyes);
    return true;
  }

  get seat() {
    return this.node.result ? undefined : this.node.to_act.find((seat) => !this.picked[seat]);
  }

  /** @param {MoveView} move */
  pick(move) {
    const { seat, node } = this;
    if (seat === undefined) return;
    this.picked[seat] = move;
    if (node.to_act.length === 1) this.play();
    else {
      this.draw(true);
      if (this.seat === undefined) this.reveal.focus();
    }
  }

  async play() {
    if (this.busy) return this.unpick();
    const several = this.node.to_act.length > 1;
    const { picked, turns } = this;
    this.turns = [...turns, this.node.to_act.map((seat) => picked[seat].id).join(" ")];
    const shown = await this.show();
    if (shown === false) {
      this.turns = turns;
      this.unpick();
    } else if (shown && (several || this.node.result)) this.prompt.focus();
  }

  unpick() {
    this.picked = {};
    this.board?.pending(null);
  }

  /** @param {boolean} goesOn */
  draw(goesOn) {
    const { node, picked, seat, words } = this;
    const board = /** @type {CavalierBoard} */ (this.board);
    const moves = seat === undefined ? [] : node.moves[seat];
    const view = { ...node, takebacks: 0, moves, turns: node.turn ? [node.turn] : [] };
    if (goesOn) board.view = view;
    else board.jump(view);
    const name = (/** @type {number} */ each) => node.chairs[each].title;
    this.prompt.replaceChildren(...this.sentences(moves, seat === undefined ? "" : name(seat)));
    show(
      this.legend,
      moves.some(({ risky }) => risky),
    );
    this.chosen.replaceChildren(
      ...Object.entries(picked).map(([each, { label, risk }]) => {
        const text = [fill(words.picked, { name: name(Number(each)), move: label }), risk?.needs_told]
          .filter(Boolean)
          .join(", ");
        const change = button(
          words.change,
          () => {
            delete picked[each];
            this.draw(true);
            this.prompt.focus();
          },
          "quiet",
        );
        return make("li", { className: "row" }, text, change);
      }),
    );
    this.specials.replaceChildren(
      ...moves
        .filter(({ special, path }) => special || !path.length)
        .map((move) => button(move.title ?? move.label, () => this.pick(move))),
    );
    const several = !node.result && node.to_act.length > 1;
    show(this.reveal, several);
    this.reveal.disabled = seat !== undefined;
    show(this.again, this.turns.length > 0);
    show(this.computer, Boolean(words.computer) && !node.result);
    const fields = { ...Object.fromEntries(new URL(this.address).searchParams), fen: node.fen, opponent: "computer" };
    for (const field of queryAll(this.computer, "input")) field.remove();
    this.computer.append(
      ...Object.entries(fields).map(([field, value]) => make("input", { type: "hidden", name: field, value })),
    );
  }

  /**
   * The result of the last turn, its reason, and the next choice.
   * @param {MoveView[]} moves
   * @param {string} name of the seat that chooses
   */
  sentences(moves, name) {
    const { node, words, picked, seat } = this;
    const turn = Object.keys(picked).length ? null : node.turn;
    const headline = turn?.headline;
    const sentences = turn?.sentences ?? [];
    const why = headline ? [headline.verdict, headline.rest] : sentences;
    const how =
      seat !== undefined && node.chairs[seat].state === "nature"
        ? words.how_rolled
        : moves.some(({ path }) => path.length)
          ? words.how
          : words.here;
    const next = node.result ? node.result.sentence : name && !headline && !sentences.length ? how : "";
    const title =
      node.result?.title ?? (name && fill(node.to_act.length > 1 ? words.choose_for : words.to_move, { name }));
    const seen = node.eyes === null ? "" : fill(words.seen, { name: node.chairs[node.eyes].title });
    const parts = [
      headline && make("b", { text: headline.title }),
      why.filter(Boolean).join(" "),
      title && make("b", { text: title }),
      next,
      seen,
    ];
    return parts.flatMap((part) => (part ? [part, " "] : []));
  }
}
