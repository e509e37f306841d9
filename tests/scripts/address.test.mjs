// An address that the browser refuses, because there were many, is put later.

import assert from "node:assert/strict";
import { test } from "node:test";
import { putAddress } from "../../static/lib/address.js";

const START = "https://chess.example/analysis";
const address = (hash) => new URL(`#${hash}`, START);

/** A browser that takes addresses or refuses them with this act. */
function browser(refuse) {
  const state = { refuses: false };
  globalThis.location = { href: START };
  globalThis.history = {
    replaceState(_state, _title, { href }) {
      if (state.refuses) refuse();
      else globalThis.location.href = href;
    },
  };
  return state;
}

for (const [what, refuse] of [
  [
    "with an error",
    () => {
      throw new Error("more than 100 times");
    },
  ],
  ["silently", () => {}],
]) {
  test(`of the addresses that are refused ${what}, the last one is put later`, (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const state = browser(refuse);
    putAddress(address("1"));
    assert.equal(globalThis.location.href, `${START}#1`);
    state.refuses = true;
    putAddress(address("2"));
    putAddress(address("3"));
    context.mock.timers.tick(1000);
    assert.equal(globalThis.location.href, `${START}#1`, "refused again");
    state.refuses = false;
    context.mock.timers.tick(1000);
    assert.equal(globalThis.location.href, `${START}#3`);
  });
}

test("an address that is put leaves none before it to be put later", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const state = browser(() => {});
  state.refuses = true;
  putAddress(address("1"));
  state.refuses = false;
  putAddress(address("2"));
  context.mock.timers.tick(1000);
  assert.equal(globalThis.location.href, `${START}#2`);
});
