// Plans: moves entered on the board while another player thinks, shown in broken lines, dropped by Escape.

import { element, fill, show } from "../lib/dom.js";

const at = (view) => `${view.viewer} ${view.number} ${view.takebacks}`;

export class Plan {
  constructor({ board, client, panel, say }, words) {
    Object.assign(this, { board, client, panel, say, words });
    this.view = null;
    this.requested = ""; // The position for which the possible moves were requested.
    this.presses = null; // Presses during the request.
    this.picked = false;
    this.announced = ""; // The last sentence on the plan.
    // Before all others: out of turn a move that is chosen is not sent.
    document.addEventListener("choose", (event) => this.choose(event), true);
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
    element("lines").querySelector("a").href = this.analysis ?? "";
  }

  // The player uses the board: the possible moves are requested, once a position. `pressed`: the pressed square.
  async reach(view, pressed = null) {
    this.view ??= view;
    // Presses on the board must not replace planned lines.
    if (view.plan?.lines.length) return;
    if (this.requested === at(view)) {
      if (pressed) this.presses?.push(pressed);
      return;
    }
    this.requested = at(view);
    const presses = pressed ? [pressed] : [];
    this.presses = presses;
    let answer = null;
    try {
      answer = await (await fetch(`${location.pathname.replace(/\/$/, "")}/ahead?seat=${view.viewer}`)).json();
    } catch {
      /* Nobody answered. */
    }
    if (this.presses === presses) this.presses = null;
    if (this.requested !== at(view)) return;
    if (!answer?.moves || answer.number !== view.number) {
      this.requested = ""; // It is asked again when the player presses again.
      return;
    }
    this.board.ahead = answer.moves;
    if (this.picked) return;
    for (const each of presses) if (each.isConnected) each.click();
  }

  draw(view) {
    const moved = this.view && at(this.view) !== at(view);
    this.view = view;
    if (moved) this.picked = false;
    if (!view.may.includes("plan") || view.plan?.lines.length) {
      this.board.ahead = [];
      this.requested = "";
    } else if (this.board.matches(":hover, :focus-within")) {
      this.reach(view);
    }
    this.drawPlan(view.plan);
  }

  drawPlan(plan) {
    const { words } = this;
    const text = plan?.missed
      ? words.missed
      : plan?.answer
        ? fill(words.planned, { move: plan.answer.label })
        : plan?.lines.length
          ? fill(words.lines, { count: plan.lines.length })
          : "";
    const lines = this.analysis !== undefined && this.view.may.includes("plan");
    show(element("plans"), text !== "" || lines);
    show(element("lines"), lines);
    show(element("planned"), text !== "");
    for (const part of [element("unplan"), element("planned").querySelector("p")])
      show(part, Boolean(text) && !plan.missed);
    element("planned-told").textContent = text;
    if (text !== this.announced && text) this.say(text);
    this.announced = text;
  }

  // Shows a plan at once, before the server's answer.
  suppose(plan) {
    this.board.view = { ...this.board.view, plan };
    this.drawPlan(plan);
  }

  async choose(event) {
    const { view } = this;
    if (!view?.may.includes("plan")) return;
    event.stopPropagation();
    this.picked = false;
    const { move } = event.detail;
    this.board.pending(null);
    this.suppose({ answer: move, lines: [], missed: false });
    const refused = await this.plan({ answer: move.id, lines: [] });
    if (!refused) return;
    // Meanwhile its time has come.
    const now = this.view.moves.find(({ id }) => id === move.id);
    if (this.view.number > view.number && now) this.panel.play(now);
    else this.panel.refuse(refused.sentence);
  }

  // Sends a plan; the refusal, or null.
  async plan(fields) {
    const { number, takebacks } = this.view;
    const answer = await this.send("plan", { number, takebacks, ...fields });
    if (answer.ok || answer.dropped) return null;
    this.suppose(this.view.plan);
    return answer.refusal;
  }

  send(event, fields = {}) {
    return this.client.send(event, { seat: this.view.viewer, ...fields });
  }

  // Pressing where the planned move ends drops it.
  press(event) {
    const square = event.target.closest("[data-square]")?.dataset.square;
    const path = this.view?.plan?.answer?.path ?? [];
    if (this.picked || square === undefined || Number(square) !== path.at(-1) || this.view.plan.missed) return;
    event.stopPropagation();
    this.drop();
  }

  key(event) {
    if (event.key !== "Escape" || event.defaultPrevented || this.picked) return;
    if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea")) return;
    if (this.view?.plan?.answer && !this.view.plan.missed) this.drop();
  }

  async drop() {
    this.suppose(null);
    this.say(this.words.dropped);
    const answer = await this.send("unplan");
    if (!answer.ok && !answer.dropped && answer.refusal.code !== "no_plan") this.panel.refuse(answer.refusal.sentence);
  }
}
