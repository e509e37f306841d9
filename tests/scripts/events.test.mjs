// The events of the parts of a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Events } from "../../static/lib/events.js";

test("an event reaches all who listen to its name, in their order, with what comes with it", () => {
  const events = new Events();
  const received = [];
  events.on("view", (view) => received.push(["first", view]));
  events.on("view", (view) => received.push(["second", view]));
  events.on("other", () => received.push("no"));
  events.emit("view", 7);
  events.emit("nobody", null);
  assert.deepEqual(received, [
    ["first", 7],
    ["second", 7],
  ]);
});
