// @ts-check
// Requests the positions after turns from a first position, and their evaluations. Answers are cached.

/** @import { MoveView, PublicView, TurnView } from "../game/view-types.js" */
/** @import { Evaluation } from "../review/review.js" */
/** @import { Row } from "./tree.js" */

/** @typedef {{ code: string, sentence: string }} Refusal */

/**
 * A position as the site describes it on the analysis board; without `moves` in the answer for a whole tree.
 * @typedef {object} AnalysisPosition
 * @property {string} fen
 * @property {string} standard its FEN for other programs, or empty
 * @property {number[]} to_act
 * @property {TurnView | null} turn the one that led to it
 * @property {Record<string, MoveView[]>} [moves] by seat
 *
 * @typedef {AnalysisPosition & Pick<PublicView, "number" | "chairs" | "picture" | "tallies" | "signs" | "viewer" | "result">} Position
 */

/** @typedef {Position & { judgement: Evaluation | null, refusal?: undefined } | { picture?: undefined, refusal?: Refusal }} Answer */

export class AnalysisClient {
  /** @type {Map<string, Answer>} */
  #answers = new Map();

  /**
   * `address` is that of the analysis board, with the options of the game.
   * @param {string} fen
   * @param {string} address
   * @param {Record<string, string>} words
   */
  constructor(fen, address, words) {
    this.fen = fen;
    this.address = address;
    this.words = words;
  }

  /**
   * The response to this body at a part of the board's address; null without a response.
   * @param {string} path
   * @param {Record<string, string>} fields
   * @param {BodyInit} body
   */
  async send(path, fields, body) {
    const url = new URL(this.address, location.href);
    url.pathname += path;
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
    try {
      return await fetch(url, { method: "POST", body });
    } catch {
      return null;
    }
  }

  /** The response of the site; null without a valid one. @param {string} path @param {Record<string, string>} fields */
  async post(path, fields) {
    const answer = await this.send(path, {}, new URLSearchParams({ fen: this.fen, ...fields }));
    return answer ? answer.json().catch(() => null) : null;
  }

  /** @param {string[][]} turns @param {string} evaluate */
  async #line(turns, evaluate) {
    const moves = turns.map((played) => played.join(" ")).join("\n");
    const key = `${evaluate} ${moves}`;
    /** @type {Answer | null} */
    const answer = this.#answers.get(key) ?? (await this.post("", { moves, judge: evaluate }));
    if (answer?.picture) this.#answers.set(key, answer);
    return answer;
  }

  /** The position after these turns, with its moves. @param {string[][]} turns */
  position(turns) {
    return this.#line(turns, "no");
  }

  /** The position with its evaluation, or a longer one. @param {string[][]} turns */
  evaluation(turns, longer = false) {
    return this.#line(turns, longer ? "longer" : "yes");
  }

  /**
   * The positions of a whole tree, as `/analysis/tree` answers.
   * @param {Row[]} rows
   * @returns {Promise<{ nodes: (Position | null)[], fault: string | null }>}
   */
  async tree(rows) {
    const answer = await this.post("/tree", {
      nodes: JSON.stringify(rows.map(([parent, played]) => [parent, played, ""])),
    });
    if (answer?.nodes) return answer;
    return { nodes: [], fault: answer?.refusal?.sentence ?? this.words.no_answer };
  }
}
