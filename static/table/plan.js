// @ts-check
// Plans: moves entered on the board while another player thinks, shown in broken lines, dropped by Escape.

import { element, fill, query, show } from "../lib/dom.js";
import { Ahead, samePlace } from "./ahead.js";

/** @import { CavalierBoard } from "../board/element.js" */
/** @import { MoveView, PlanView, View } from "../game/view-types.js" */
/** @import { TableClient } from "./client.js" */
/** @import { Panel } from "./panel.js" */

/**
 * @typedef {object} PlanHost
 * @property {CavalierBoard} board
 * @property {TableClient} client
 * @property {Panel} panel
 * @property {(sentence: string) => void} say announces to screen readers
 */

/** What the page says of a plan, "" without one. @param {PlanView | null} plan @param {Record<string, string>} words */
export function planText(plan, words) {
  if (plan?.missed) return words.missed;
  if (plan?.answer) return fill(words.planned, { move: plan.answer.label });
  return plan?.lines.length ? fill(words.lines, { count: plan.lines.length }) : "";
}

export class Plan {
  /** @type {View | null} */
  view = null;
  /** @type {Ahead<HTMLElement>} */
  ahead = new Ahead(async ({ viewer }) =>
    (await fetch(`${location.pathname.replace(/\/$/, "")}/ahead?seat=${viewer}`)).json(),
  );
  picked = false;
  announced = ""; // The last sentence on the plan.

  /**
   * @param {PlanHost} host
   * @param {Record<string, string>} words
   */
  constructor({ board, client, panel, say }, words) {
    this.board = board;
    this.client = client;
    this.panel = panel;
    this.say = say;
    this.words = words;
    // Before all others: out of turn a move that is chosen is not sent.
    document.addEventListener("choose", (event) => this.choose(/** @type {CustomEvent} */ (event)), true);
    board.addEventListener("click", (event) => this.press(event), true);
    board.addEventListener("picked", () => {
      this.picked = true;
    });
    board.addEventListener("cancel", () => {
      this.picked = false;
    });
    document.addEventListener("keydown", (event) => this.key(event));
    element("unplan").addEventListener("click", () => this.drop());
    this.analysis = element("plans").dataset.lines; // Where lines are planned; undefined where none can be.
    query(element("lines"), "a", HTMLAnchorElement).href = this.analysis ?? "";
  }

  /**
   * The player uses the board: the possible moves are requested, once a position. `pressed`: the pressed square.
   * @param {View} view
   * @param {HTMLElement | null} pressed
   */
  async reach(view, pressed = null) {
    this.view ??= view;
    // Presses on the board must not replace planned lines.
    if (view.plan?.lines.length) return;
    const answer = await this.ahead.request(view, pressed);
    if (!answer) return;
    this.board.ahead = answer.moves;
    if (this.picked) return;
    for (const each of answer.presses) if (each.isConnected) each.click();
  }

  /** @param {View} view */
  draw(view) {
    const moved = this.view && !samePlace(this.view, view);
    this.view = view;
    if (moved) this.picked = false;
    if (!view.may.includes("plan") || view.plan?.lines.length) {
      this.board.ahead = [];
      this.ahead.forget();
    } else if (this.board.matches(":hover, :focus-within")) {
      this.reach(view);
    }
    this.drawPlan(view.plan);
  }

  /** @param {PlanView | null} plan */
  drawPlan(plan) {
    const { words } = this;
    const text = planText(plan, words);
    const lines = this.analysis !== undefined && Boolean(this.view?.may.includes("plan"));
    show(element("plans"), text !== "" || lines);
    show(element("lines"), lines);
    show(element("planned"), text !== "");
    for (const part of [element("unplan"), query(element("planned"), "p")]) show(part, Boolean(text) && !plan?.missed);
    element("planned-told").textContent = text;
    if (text !== this.announced && text) this.say(text);
    this.announced = text;
  }

  /** Whether the board shows a position of the past, where nothing is planned. */
  get past() {
    return Boolean(this.board.view?.past);
  }

  /** Shows a plan at once, before the server's answer. @param {PlanView | null} plan */
  suppose(plan) {
    if (!this.past) this.board.view = { .../** @type {View} */ (this.board.view), plan };
    this.drawPlan(plan);
  }

  /** Shows the plan that the server has, in place of one that it has not taken. */
  restore() {
    this.suppose(this.client.view.plan);
  }

  /** @param {CustomEvent<{ move: MoveView }>} event */
  async choose(event) {
    const { view } = this;
    if (!view?.may.includes("plan")) return;
    event.stopPropagation();
    this.picked = false;
    const { move } = event.detail;
    this.board.pending(null);
    this.suppose({ answer: move, lines: [], missed: false });
    const refused = await this.plan(view, { answer: move.id, lines: [] });
    if (!refused) return;
    // Meanwhile its time has come, and the pieces of the turn before may still travel.
    this.board.hurry();
    const after = /** @type {View} */ (this.view);
    const now = after.moves.find(({ id }) => id === move.id);
    if (after.number > view.number && now) this.panel.play(now);
    else this.panel.refuse(refused.sentence);
  }

  /**
   * Sends a plan of this position; the refusal, or null.
   * @param {View} view
   * @param {{ answer: string, lines: string[][] }} fields
   */
  async plan({ viewer, number, takebacks }, fields) {
    const answer = await this.client.send("plan", { seat: viewer, number, takebacks, ...fields });
    if (answer.ok) return null;
    this.restore();
    return answer.dropped ? null : answer.refusal;
  }

  /** Whether an answer is planned and may still be played. */
  get planned() {
    const plan = this.view?.plan;
    return plan?.answer && !plan.missed ? plan.answer : null;
  }

  /** Pressing where the planned move ends drops it. @param {MouseEvent} event */
  press(event) {
    const square = /** @type {Element} */ (event.target).closest("[data-square]")?.getAttribute("data-square");
    if (this.past || this.picked || !square || Number(square) !== this.planned?.path.at(-1)) return;
    event.stopPropagation();
    this.drop();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape" || event.defaultPrevented || this.picked || !this.planned) return;
    const { target } = event;
    if (document.querySelector("dialog[open]")) return;
    if (target instanceof Element && target.closest("input, select, textarea")) return;
    this.drop();
  }

  async drop() {
    this.suppose(null);
    this.say(this.words.dropped);
    const answer = await this.client.send("unplan", { seat: this.view?.viewer });
    if (answer.ok || answer.refusal.code === "no_plan") return;
    this.restore();
    if (!answer.dropped) this.panel.refuse(answer.refusal.sentence);
  }
}
