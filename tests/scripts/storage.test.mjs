// What is stored is read again, also where the browser's storage is full or forbidden.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { store, stored } from "../../static/lib/storage.js";

const items = new Map();
let full = false;

beforeEach(() => {
  items.clear();
  full = false;
  globalThis.localStorage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (full) throw new Error("QuotaExceededError");
      items.set(key, value);
    },
  };
});

test("where the storage is full, the new value is read and not the old one, until one is stored again", () => {
  store("tone", "old");
  full = true;
  store("tone", "new");
  assert.equal(stored("tone"), "new");
  full = false;
  store("tone", "newer");
  items.set("cavalier-tone", "of another tab");
  assert.equal(stored("tone"), "of another tab");
});

test("where the storage is forbidden, values last as long as the page", () => {
  globalThis.localStorage = undefined;
  assert.equal(stored("notice"), null);
  store("notice", "yes");
  assert.equal(stored("notice"), "yes");
});
