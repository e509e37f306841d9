// The moves that are possible out of turn are requested once a position, and presses wait for them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Ahead } from "../../static/table/ahead.js";
import { planText } from "../../static/table/plan.js";

const place = (number, more = {}) => ({ viewer: 1, number, takebacks: 0, ...more });
const MOVES = [{ id: "e7e5" }];

/** Moves ahead whose requests a test answers, in their order. */
function requested() {
  const answers = [];
  const ahead = new Ahead(() => new Promise((answer, refuse) => answers.push({ answer, refuse })));
  return { ahead, answers };
}

test("a position is requested once, and what was pressed meanwhile comes with its moves", async () => {
  const { ahead, answers } = requested();
  const first = ahead.request(place(3), null);
  const others = [ahead.request(place(3), "e7"), ahead.request(place(3), "e5"), ahead.request(place(3), null)];
  answers[0].answer({ moves: MOVES, number: 3 });
  assert.deepEqual(await first, { moves: MOVES, presses: ["e7", "e5"] });
  assert.deepEqual(await Promise.all(others), [null, null, null]);
  assert.equal(await ahead.request(place(3), "d7"), null, "they are known");
  assert.equal(answers.length, 1);
});

test("an answer for a position that has passed is dropped with its presses", async () => {
  const { ahead, answers } = requested();
  const old = ahead.request(place(3), "e7");
  const now = ahead.request(place(3, { takebacks: 1 }), null);
  answers[0].answer({ moves: [{ id: "a7a5" }], number: 3 });
  answers[1].answer({ moves: MOVES, number: 3 });
  assert.deepEqual([await old, await now], [null, { moves: MOVES, presses: [] }]);
});

for (const [what, settle] of [
  ["no answer", ({ refuse }) => refuse(new Error("offline"))],
  ["the moves of another position", ({ answer }) => answer({ moves: MOVES, number: 4 })],
  ["an answer without moves", ({ answer }) => answer({ number: 3 })],
]) {
  test(`after ${what} they are requested again at the next use`, async () => {
    const { ahead, answers } = requested();
    const first = ahead.request(place(3), null);
    settle(answers[0]);
    assert.equal(await first, null);
    const second = ahead.request(place(3), "e7");
    answers[1].answer({ moves: MOVES, number: 3 });
    assert.deepEqual(await second, { moves: MOVES, presses: ["e7"] });
  });
}

test("after they are forgotten an answer that comes is dropped", async () => {
  const { ahead, answers } = requested();
  const first = ahead.request(place(3), null);
  ahead.forget();
  answers[0].answer({ moves: MOVES, number: 3 });
  assert.equal(await first, null);
});

const words = { missed: "Not possible now.", planned: "Planned: {move}", lines: "Lines planned: {count}" };
for (const [plan, text] of [
  [null, ""],
  [{ answer: null, lines: [], missed: false }, ""],
  [{ answer: { label: "e7e5" }, lines: [], missed: false }, "Planned: e7e5"],
  [{ answer: null, lines: [["e4"], ["d4"]], missed: false }, "Lines planned: 2"],
  [{ answer: { label: "e7e5" }, lines: [], missed: true }, "Not possible now."],
]) {
  test(`the page says “${text}” of ${JSON.stringify(plan)}`, () => {
    assert.equal(planText(plan, words), text);
  });
}
