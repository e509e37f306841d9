// A position that never was, which a reader asks for in a review: only the answer to the last request is shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Review } from "../../static/review/review.js";

const node = { dataset: { analysis: "/analysis" }, toggleAttribute() {}, scrollIntoView() {}, focus() {} };
globalThis.document = { getElementById: () => node, querySelector: () => node };

/** A review at its first turn: `looks` are the moves that the board was given, `answers` what answers the requests. */
function atFirstTurn() {
  const looks = [];
  const answers = [];
  const review = Object.create(Review.prototype);
  Object.assign(review, {
    turns: [{ fen: "", played: { 0: "a" } }],
    replay: { shown: 1, go: async () => {}, turn: () => ({ number: 1 }) },
    newest: { turns: [], chairs: [] },
    words: {},
    ranking: node,
    lastSupposed: 0,
    fetch: () => new Promise((resolve) => answers.push(() => resolve({ picture: {} }))),
    onLook: ({ takebacks }) => looks.push(takebacks),
  });
  return { review, looks, answers };
}

test("of two requests only the answer to the last one is shown, in whatever order they come", async () => {
  const { review, looks, answers } = atFirstTurn();
  const both = [review.suppose(["b"]), review.suppose(["c"])];
  answers[1]();
  answers[0]();
  await Promise.all(both);
  assert.deepEqual(looks, ["c"]);
});

for (const [what, leave] of [
  ["has gone back", (review) => review.back()],
  ["has stepped on", (review) => review.shows()],
  ["wants the move that was played", (review) => review.suppose(["a"])],
]) {
  test(`an answer is dropped where the reader ${what}`, async () => {
    const { review, looks, answers } = atFirstTurn();
    const asked = review.suppose(["b"]);
    await leave(review);
    answers[0]();
    await asked;
    assert.deepEqual(looks, []);
  });
}
