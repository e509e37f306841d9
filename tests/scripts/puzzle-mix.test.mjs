// The shares of a mix, as sliders set them and a solution shows them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { apportioned, shared } from "../../static/puzzles/mix.js";

test("what a slider leaves is parted among the others in proportion to their values", () => {
  assert.deepEqual(apportioned([60, 20], 40), [30, 10]);
  assert.deepEqual(apportioned([0, 0], 50), [25, 25]);
});

test("whole steps have the given sum, and the largest remainders get one more", () => {
  assert.deepEqual(apportioned([1, 1, 1], 100), [35, 35, 30]);
  assert.deepEqual(apportioned([1, 1, 4], 10, 1), [2, 2, 6]);
});

test("shares are fractions with one small denominator in lowest terms", () => {
  assert.deepEqual(shared([1 / 3, 1 / 6, 1 / 2], "{percent} %"), ["1/3", "1/6", "1/2"]);
  assert.deepEqual(shared([0, 1], "{percent} %"), ["0", "1"]);
});

test("other shares are percents that add up to a hundred", () => {
  assert.deepEqual(shared([0.335, 0.335, 0.33], "{percent} %"), ["34 %", "33 %", "33 %"]);
});
