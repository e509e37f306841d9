// @ts-check
// The review of a finished game: requests it, shows its progress, and the evaluation of the current turn.

import { nameOf, players } from "../game/plates.js";
import { turnAt, written } from "../game/turns.js";
import { element, fill, make, query, show } from "../lib/dom.js";
import { Costs } from "./costs.js";
import { Matrix, seenBy } from "./matrix.js";
import { Odds, percent } from "./odds.js";
import { Ranking } from "./ranking.js";

/** @import { Refusal, Answer } from "../analysis/client.js" */
/** @import { ExpectedLine } from "../analysis/lines.js" */
/** @import { Replay, ReplayedView } from "../game/replay.js" */
/** @import { TurnView, View } from "../game/view-types.js" */
/** @import { Grid } from "./matrix.js" */
/** @import { Point } from "./odds.js" */
/** @import { RankedMove } from "./ranking.js" */

/** The chances that a seat gave away by its move, and those that it gained by chance. @typedef {{ risk: number, luck: number }} MoveCost */

/**
 * What the site thinks of a position, and of the turn that was played in it; records are by seat.
 * @typedef {object} Evaluation
 * @property {number} number turns before it
 * @property {string} fen
 * @property {number[]} scores
 * @property {boolean} exact
 * @property {string} looked how far the site has looked ahead, or empty
 * @property {Record<string, unknown[]>} odds the seats that act have an entry
 * @property {Grid | null} grid where both sides act
 * @property {RankedMove[] | null} list where one seat acts
 * @property {Record<string, RankedMove[]>} [lists] on a hidden board
 * @property {Record<string, string>} played
 * @property {Record<string, MoveCost>} costs
 * @property {string[]} sentences
 * @property {ExpectedLine[]} [lines] on the analysis board
 */

/** @typedef {{ turns?: Evaluation[], state: string, done: number, total: number, sentence: string, refusal?: Refusal }} Progress */
/** A position that never was: the moves that lead to it, and the one that was pressed in a list. @typedef {{ moves: string[], id: string | null }} Supposed */

const [SOON, LATEST] = [1000, 30000]; // Milliseconds between two questions while it is made; longer when nobody answers.
const AT_WORK = ["waiting", "working"];

export class Review {
  /**
   * `table` are the words of the table, `words` its own; `replay` steps through its turns; `onLook(view)` shows a position that never was.
   * @param {Record<string, string>} table
   * @param {Record<string, string>} words
   * @param {Replay} replay
   * @param {(view: ReplayedView) => void} onLook
   */
  constructor(table, words, replay, onLook) {
    this.table = table;
    this.words = words;
    this.replay = replay;
    this.onLook = onLook;
    this.address = `${location.pathname.replace(/\/$/, "")}/review`;
    /** @type {View | null} */
    this.newest = null;
    this.state = ""; // Unknown until the first response, so that no existing review is offered.
    this.drawn = "";
    this.sentence = ""; // Why the review failed.
    this.done = 0;
    this.total = 0;
    /** Evaluations by the number of turns before; they arrive from the end of the game. @type {Evaluation[]} */
    this.turns = [];
    /** @type {Supposed | null} */
    this.supposed = null;
    this.lastSupposed = 0; // The number of the last request for a supposed position: older answers are ignored.
    this.timer = 0;
    this.wait = SOON;
    this.odds = new Odds(this.words, (number) => replay.go(number));
    this.matrix = new Matrix(this.words, (pair) => this.suppose(pair));
    this.ranking = new Ranking(this.words, (id) => this.suppose(this.with(id), id));
    this.costs = new Costs(this.words, (number) => replay.go(number));
    element("review-start").addEventListener("click", async () => {
      await this.request("POST");
      // The button is gone: the keyboard goes on from here.
      if (element("review-ask").hidden) element("review").focus();
    });
    element("supposed-back").addEventListener("click", () => this.back());
    // The reader may press it, with any button, before the position that they stepped to has come.
    for (const press of ["pointerdown", "click"]) element("from-here").addEventListener(press, () => this.link());
    document.addEventListener("visibilitychange", () => this.plan());
  }

  /** The view of the table, once it was followed. */
  get view() {
    return /** @type {View} */ (this.newest);
  }

  /** Updates from the table; stored evaluations of a finished game are shown at once. @param {View} view */
  follow(view) {
    const first = !this.newest?.result;
    this.newest = view;
    if (this.replay.shown === view.number) this.supposed = null; // The board shows the present again.
    const may = view.status === "finished" && view.turns.some((turn) => !turn.chance);
    show(element("review"), may);
    if (!may) element("review").removeAttribute("data-unknown");
    else if (first) this.request("GET");
    else this.draw();
  }

  /** @param {string} method */
  async request(method) {
    clearTimeout(this.timer);
    const first = this.turns.findIndex(Boolean);
    const query = first < 0 ? "" : `?before=${first}`;
    /** @type {Progress | null} */
    const answer = await this.fetch(`${this.address}${query}`, { method });
    if (answer?.turns) {
      for (const turn of answer.turns) this.turns[turn.number] = turn;
      this.state = answer.state;
      this.done = answer.done;
      this.total = answer.total;
      this.sentence = answer.sentence;
      this.wait = SOON;
    } else {
      if (method === "POST") {
        this.state = "failed";
        this.sentence = answer?.refusal?.sentence ?? this.words.no_answer;
      }
      this.state ||= "none";
      this.wait = Math.min(2 * this.wait, LATEST);
    }
    this.draw();
    // A long review comes in several answers.
    if (answer?.turns?.length && this.turns.filter(Boolean).length < this.done) this.request("GET");
    else this.plan();
  }

  /** Null without a valid response. @param {string} address @param {RequestInit} options */
  async fetch(address, options) {
    try {
      return await (await fetch(address, options)).json();
    } catch {
      return null;
    }
  }

  /** Polls while the review is made and the page is visible. */
  plan() {
    clearTimeout(this.timer);
    if (AT_WORK.includes(this.state) && !document.hidden) this.timer = setTimeout(() => this.request("GET"), this.wait);
  }

  /** The shown position has changed: another turn, or a variation. @param {Supposed | null} supposed */
  shows(supposed = null) {
    this.lastSupposed += 1;
    this.supposed = supposed;
    if (this.newest?.result) this.draw();
  }

  /** The turn that led to the shown position. @returns {Evaluation | undefined} */
  get evaluation() {
    return this.turns[this.replay.shown - 1];
  }

  get names() {
    return this.view.chairs.map((chair) => nameOf(chair, this.view, this.table));
  }

  /** The upper side: that of the viewer, or the first seat of a person. @returns {number} */
  get seat() {
    return this.view.viewer ?? players(this.view)[0].seat;
  }

  /** Whose moves are listed: those of the one that looks, where it acted. @param {Evaluation} evaluation */
  mover({ odds }) {
    const seats = Object.keys(odds).map(Number);
    return seats.includes(this.seat) ? this.seat : seats[0];
  }

  /** @param {Evaluation} evaluation */
  listOf(evaluation) {
    return evaluation.list ?? evaluation.lists?.[this.mover(evaluation)];
  }

  /** Whether these moves are the ones that were played, in the order of seats. @param {Evaluation} evaluation @param {string[]} moves */
  played({ played }, moves) {
    return Object.values(played).join() === moves.join();
  }

  /** This move in place of the played one; simultaneous moves of others stay. @param {string} id */
  with(id) {
    const evaluation = /** @type {Evaluation} */ (this.evaluation);
    const mover = this.mover(evaluation);
    return Object.entries(evaluation.played).map(([seat, move]) => (Number(seat) === mover ? id : move));
  }

  /**
   * What would have happened, had these moves been played in the place of the turn that is shown; `id` is the one that
   * was pressed in a list.
   * @param {string[]} moves
   * @param {string | null} id
   */
  async suppose(moves, id = null) {
    const evaluation = /** @type {Evaluation} */ (this.evaluation);
    const { shown } = this.replay;
    this.lastSupposed += 1;
    const request = this.lastSupposed;
    if (this.played(evaluation, moves)) {
      this.replay.go(shown);
      return;
    }
    const body = new URLSearchParams({ fen: evaluation.fen, moves: moves.join(" "), judge: "no" });
    /** @type {Answer | null} */
    const answer = await this.fetch(this.analysis, { method: "POST", body });
    if (request !== this.lastSupposed || shown !== this.replay.shown) return;
    if (!answer?.picture) {
      this.refuse(answer?.refusal?.sentence ?? this.words.no_answer);
      element("review-refusal").scrollIntoView({ block: "nearest" });
      return;
    }
    this.refuse("");
    // The answer counts its turn as the first of a game; the board reads from these which turns it shows together.
    const { number, row, latest, described_from, begins, ...real } = /** @type {TurnView} */ (this.replay.turn(shown));
    const turn = { ...real, ...answer.turn, number, row, latest, described_from, begins };
    const turns = [...this.view.turns.filter((other) => other.number < shown), turn];
    const { picture, tallies = [] } = answer;
    const { chairs } = this.view;
    this.onLook({
      ...this.view,
      seats: chairs.map(({ code }) => code),
      stones: chairs.map(({ stone }) => stone),
      picture,
      tallies,
      turns,
      past: true,
      number: shown,
      takebacks: /** @type {any} */ (moves.join()), // Like no number: boards only compare it.
      moves: [],
      sealed: null,
      plan: null,
      result: null,
    });
    this.shows({ moves, id });
    query(document, "cavalier-board").scrollIntoView({ block: "nearest" });
  }

  /** The board shows the game again, and the focus stays on the pressed element. */
  async back() {
    const { evaluation, supposed } = this;
    this.lastSupposed += 1;
    await this.replay.go(this.replay.shown);
    if (evaluation?.grid) this.matrix.focus();
    else this.ranking.focus(supposed?.id ?? "");
  }

  /** @param {string} sentence */
  refuse(sentence) {
    show(element("review-refusal"), Boolean(sentence));
    element("review-refusal").textContent = sentence;
  }

  draw() {
    const { state, view, words } = this;
    const atWork = AT_WORK.includes(state);
    if (state) element("review").removeAttribute("data-unknown");
    show(element("review-ask"), "evaluates" in element("review").dataset && (state === "none" || state === "failed"));
    element("review-start").textContent = state === "failed" || this.turns.length ? words.go_on : words.start;
    this.refuse(state === "failed" ? this.sentence : "");
    show(element("review-progress"), atWork);
    if (atWork) {
      const text = state === "waiting" ? words.waiting : fill(words.progress, { done: this.done, total: this.total });
      const bar = element("review-bar", HTMLProgressElement);
      bar.max = this.total;
      bar.value = this.done;
      bar.setAttribute("aria-valuetext", text);
      element("review-count").textContent = text;
    }
    if (state === "done" && this.drawn === "working") element("review-told").textContent = words.ready;
    this.drawn = state;
    this.link();
    const { evaluation, names, seat, supposed, turns } = this;
    const { shown } = this.replay;
    const move = this.move(shown);
    const seats = players(view).map((chair) => chair.seat);
    this.odds.draw({ course: this.course(), names, seats, seat, shown, turns: view.number, move });
    show(element("turn"), Boolean(evaluation));
    if (evaluation) {
      // A chance move has no alternatives to show.
      const detailed = evaluation.sentences.length || evaluation.grid || this.listOf(evaluation);
      const title = fill(move ? words.turn_move : words.turn, { turn: shown, move });
      element("turn-title").textContent = detailed ? title : move;
      element("turn-told").replaceChildren(...evaluation.sentences.map((text) => make("li", { text })));
    }
    const whose = { mine: names[seat], theirs: names[1 - seat], viewer: view.viewer };
    this.matrix.draw(evaluation, seat, whose, supposed?.moves ?? null);
    this.ranking.draw(
      evaluation && this.listOf(evaluation),
      evaluation ? names[this.mover(evaluation)] : "",
      supposed?.id ?? null,
    );
    show(element("supposed"), Boolean(supposed));
    if (supposed && evaluation) element("supposed-told").textContent = this.supposedWords(evaluation, supposed);
    this.costs.draw(turns, names, view, { shown, done: state === "done" });
  }

  /** The name of a turn in which one seat moved, by its row: its own number differs. @param {number} number */
  move(number) {
    const turn = turnAt(this.view, number);
    return turn && Object.keys(turn.texts).length === 1 ? written(turn) : "";
  }

  /** The odds after each number of turns; after the last one, where the rules ended the game, how it ended. */
  course() {
    const { turns, view } = this;
    /** @type {(Point | undefined)[]} */
    const course = Array.from({ length: view.number + 1 }, (_, number) => turns[number]);
    if (turns.length && view.result) course[view.number] ??= { scores: view.result.points, end: true };
    return course;
  }

  /** The address of the analysis board. */
  get analysis() {
    return /** @type {string} */ (element("review").dataset.analysis);
  }

  /** Leads to the analysis of the game, with all its turns, from the turn that is shown. */
  link() {
    const { pathname } = new URL(this.analysis, location.href);
    const shown = new URLSearchParams({ game: this.view.table, turn: String(this.replay.shown) });
    element("from-here", HTMLAnchorElement).href = `${pathname}?${shown}`;
  }

  /** @param {Evaluation} evaluation @param {Supposed} supposed */
  supposedWords(evaluation, { moves, id }) {
    const { grid } = evaluation;
    const { names, seat, words } = this;
    if (!grid) {
      const move = /** @type {RankedMove} */ (this.listOf(evaluation)?.find((each) => each.id === id));
      return fill(words.supposed, {
        moves: move.label,
        odds: `${names[this.mover(evaluation)]} ${percent(move.score)}`,
      });
    }
    const row = grid.rows.findIndex((move) => move.id === moves[0]);
    const column = grid.columns.findIndex((move) => move.id === moves[1]);
    const { worth } = seenBy(grid, seat);
    const odds = percent(seat === 1 ? worth(column, row) : worth(row, column));
    return fill(words.supposed, {
      moves: `${grid.rows[row].label} ${grid.columns[column].label}`,
      odds: `${names[seat]} ${odds}`,
    });
  }
}
