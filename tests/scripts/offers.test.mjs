// How presses on squares narrow the offered moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { narrow, press, spread, targets } from "../../static/board/offers.js";

const move = (...path) => ({ id: path.join("-"), label: path.join("-"), path });

test("a press on an origin picks the piece up, a press on a target chooses the move", () => {
  const moves = [move(1, 2), move(1, 3), move(4, 5)];
  assert.deepEqual(press(moves, [], 1), { kind: "picked", prefix: [1] });
  assert.deepEqual(press(moves, [1], 3), { kind: "chosen", move: moves[1] });
});

test("a press elsewhere drops the piece, on another piece picks that one up", () => {
  const moves = [move(1, 2), move(4, 5)];
  assert.deepEqual(press(moves, [1], 9), { kind: "dropped" });
  assert.deepEqual(press(moves, [1], 1), { kind: "dropped" });
  assert.deepEqual(press(moves, [1], 4), { kind: "picked", prefix: [4] });
});

test("several moves with one path, and a path that begins longer ones, are a choice", () => {
  const promotions = [
    { ...move(1, 2), id: "q" },
    { ...move(1, 2), id: "n" },
  ];
  assert.deepEqual(press(promotions, [1], 2), { kind: "choice", prefix: [1, 2], moves: promotions, more: false });
  const jumps = [move(1, 3), move(1, 3, 5)];
  assert.deepEqual(press(jumps, [1], 3), { kind: "choice", prefix: [1, 3], moves: [jumps[0]], more: true });
  assert.deepEqual(narrow(jumps, [1, 3]), { complete: [jumps[0]], longer: [jumps[1]] });
});

test("a target is risky where every move through it is", () => {
  const moves = [{ ...move(1, 2), risky: true }, { ...move(1, 3), risky: true }, move(1, 3, 4)];
  assert.deepEqual(
    [...targets(moves, [1])],
    [
      [2, true],
      [3, false],
    ],
  );
});

test("each of the pieces in hand that are alike has the moves of one of them", () => {
  const picture = { size: [2, 2], hands: [["P", "N", "P"], ["P"]] };
  const drops = [move(4, 0), move(5, 1)];
  assert.deepEqual(
    spread(drops, picture).map(({ path }) => path),
    [
      [4, 0],
      [6, 0],
      [5, 1],
    ],
  );
});
