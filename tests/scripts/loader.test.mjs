// A part that is loaded when it is first needed: what waits for it is done in order, and a load that fails is repeated.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Lazy } from "../../static/lib/loader.js";

test("acts that came before the part are done in order, and each promise holds when all is done", async () => {
  const done = [];
  const part = new Lazy(
    async () => "module",
    (module) => `${module}'s part`,
    () => assert.fail(),
  );
  const slow = part.use(async (given) => {
    await null;
    done.push(["slow", given]);
  });
  part.use((given) => done.push(["quick", given]));
  assert.deepEqual(done, []);
  assert.ok(part.needed);
  await slow;
  assert.deepEqual(done, [
    ["quick", "module's part"],
    ["slow", "module's part"],
  ]);
  assert.equal(
    part.use((given) => given),
    "module's part",
    "at once, where it is there",
  );
});

test("a part that could not be loaded is reported, and loaded by the next use, which does all that waits", async () => {
  const done = [];
  let loads = 0;
  let failures = 0;
  const part = new Lazy(
    async () => {
      loads += 1;
      if (loads === 1) throw new Error("no network");
      return loads;
    },
    (number) => number,
    () => {
      failures += 1;
    },
  );
  await part.use((number) => done.push(["first", number]));
  assert.deepEqual([done, failures], [[], 1]);
  await part.use((number) => done.push(["second", number]));
  assert.deepEqual(done, [
    ["first", 2],
    ["second", 2],
  ]);
});

test("a press whose part could not be loaded is not repeated by the next one", async () => {
  const done = [];
  let loads = 0;
  const waits = [];
  const part = new Lazy(
    async () => {
      loads += 1;
      if (loads === 1) throw new Error("no network");
      return loads;
    },
    (number) => number,
    () => waits.push(part.needed),
  );
  await part.use(() => done.push("flip"), true);
  await part.use(() => done.push("flip"), true);
  assert.deepEqual([done, waits], [["flip"], [false]]);
});
