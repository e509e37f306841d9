// A move chosen out of turn: what the page shows of it until the server answers, and after.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Plan } from "../../static/table/plan.js";

const [OLD, NEW] = [{ id: "e7e5" }, { id: "d7d5" }].map((answer) => ({ answer, lines: [], missed: false }));
const GIVEN_UP = { ok: false, dropped: true, refusal: { code: "", sentence: "" } };
const REFUSED = { ok: false, refusal: { code: "too_fast", sentence: "Too fast." } };
const view = (number, more = {}) => ({ number, viewer: 1, takebacks: 0, may: ["plan"], moves: [], plan: OLD, ...more });

/**
 * A plan at a table, without a page: the server has the view `stored`, and no action is carried out; `arriving` is the
 * view whose pieces still travel. As on the page, what the board shows is drawn.
 */
function refused(stored, { arriving = null, answer = REFUSED } = {}) {
  const plan = Object.create(Plan.prototype);
  const board = {
    shown: stored,
    get view() {
      return this.shown;
    },
    set view(next) {
      this.shown = next;
      if (!arriving) plan.view = next;
    },
    pending() {},
    hurry() {
      plan.view = arriving ?? this.shown;
    },
  };
  const [played, refusals] = [[], []];
  const panel = { play: ({ id }) => played.push(id), refuse: (sentence) => refusals.push(sentence) };
  const client = { view: stored, send: async () => answer };
  Object.assign(plan, { board, client, panel, view: stored, words: {}, say() {}, drawPlan() {} });
  const choose = () => plan.choose({ stopPropagation() {}, detail: { move: NEW.answer } });
  return { plan, board, choose, played, refusals };
}

for (const [what, answer, sentences] of [
  ["refused", REFUSED, ["Too fast."]],
  ["given up", GIVEN_UP, []],
]) {
  test(`in place of a plan that is ${what} the page shows the one that the server has`, async () => {
    const { plan, board, choose, played, refusals } = refused(view(1), { answer });
    const chosen = choose();
    assert.deepEqual(board.view.plan, NEW);
    await chosen;
    assert.deepEqual([board.view.plan, played, refusals], [OLD, [], sentences]);
    const dropped = plan.drop();
    assert.equal(board.view.plan, null);
    await dropped;
    assert.deepEqual(board.view.plan, OLD);
  });
}

test("a move whose time comes while its plan is sent is played, though the pieces of the turn before still travel", async () => {
  const { choose, played, refusals } = refused(view(1), {
    arriving: view(2, { may: [], moves: [NEW.answer], plan: null }),
  });
  await choose();
  assert.deepEqual([played, refusals], [["d7d5"], []]);
});
