// What a clock shows between two messages of the server, and when it is drawn again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Countdown, passedMark, reading } from "../../static/lib/countdown.js";

const words = { days_hours: "{days} d {hours} h" };
const FREE = [null, null];
/** Clocks of 300 and 20.5 seconds that arrived at second 1. */
const clocks = (more = {}) => new Countdown({ left: [300, 20.5], running: [1], first_move: FREE, ...more }, 1000);

for (const [left, running, shown] of [
  [303, true, ["5:03", ""]],
  [19.57, true, ["0:19", ".5"]],
  [19.57, false, ["0:19", ""]],
  [20.5, true, ["0:20", ""]],
  [0, true, ["0:00", ".0"]],
  [68_400, true, ["19:00:00", ""]],
  [86_400, true, ["1 d 0 h", ""]],
  [259_199, false, ["2 d 23 h", ""]],
]) {
  test(`${left} seconds of a clock that ${running ? "runs" : "stands"} read ${shown.join("")}`, () => {
    assert.deepEqual(reading(left, running, words), shown);
  });
}

test("a clock that runs counts down from the moment of its arrival, never below nothing; others stand", () => {
  assert.deepEqual([clocks().left(1, 1000), clocks().left(1, 11_000), clocks().left(1, 60_000)], [20.5, 10.5, 0]);
  assert.equal(clocks().left(0, 60_000), 300);
});

test("during a first move its limit counts down, and the clock stands", () => {
  const first = clocks({ first_move: [null, 75] });
  assert.deepEqual([first.firstMove(1, 11_000), first.left(1, 11_000), first.runs(1)], [65, 20.5, false]);
  assert.equal(first.firstMove(0, 11_000), null);
});

for (const [what, more, now, wait] of [
  ["a second, of a clock that is not low", {}, 1000, 504],
  ["a tenth of a second, of one that is low", {}, 2040, 64],
  ["a second, of the limit of a first move", { first_move: [null, 10.25] }, 1000, 254],
  ["a day, once nothing is left", {}, 60_000, 86_400_000],
]) {
  test(`the next change comes with ${what}`, () => {
    assert.ok(Math.abs(clocks(more).wait(now) - wait) < 1e-6, `${clocks(more).wait(now)}`);
  });
}

test("without a clock that runs nothing is drawn again", () => {
  assert.equal(clocks({ running: [] }).wait(1000), null);
});

test("a minute and twenty seconds are announced once each", () => {
  const readings = [61.2, 60.2, 59.9, 59, 20.4, 19.9, 19];
  const passed = readings.slice(1).map((left, at) => passedMark(readings[at], left));
  assert.deepEqual(passed, [undefined, 60, undefined, undefined, 20, undefined]);
  assert.equal(passedMark(undefined, 10), undefined, "the first reading");
  assert.equal(passedMark(75, 15), 20, "both at once: the lower one");
});
