// The digests that a browser has seen: of a bounded number of tables.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { storeDigests, storedDigests } from "../../static/table/digests.js";

const items = new Map();

beforeEach(() => {
  items.clear();
  globalThis.localStorage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
});

test("digests of the latest 50 tables are stored, of each the latest 400", () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, turn) => [`${turn} 0`, "d".repeat(64)]));
  for (let table = 0; table < 80; table += 1) storeDigests(`t${table}`, 0, many);
  storeDigests("t40", 0, { "2001 0": "e" });
  assert.equal([...items.keys()].filter((name) => name.startsWith("cavalier-seals-")).length, 50);
  const stored = Object.keys(storedDigests("t40", 0));
  assert.deepEqual([stored.length, stored.at(-1)], [400, "2001 0"]);
  assert.deepEqual([storedDigests("t0", 0), storedDigests("t79", 1)], [{}, {}]);
});

test("where storage is forbidden or holds something else, no digest is known", () => {
  items.set("cavalier-seals-t", "no JSON");
  assert.deepEqual(storedDigests("t", 0), {});
  globalThis.localStorage = undefined;
  storeDigests("t", 0, { "1 0": "d" });
  assert.deepEqual(storedDigests("t", 0), {});
});
