// The sounds are switched off and on; the loudness that the reader chose stays.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: { dataset: {} }, cookie: "" };
const { saveSetting, setting, switchSounds } = await import("../../static/lib/settings.js");

test("sounds that are switched off and on again are as loud as before", () => {
  saveSetting("sounds", "60");
  switchSounds(false);
  assert.equal(setting("sounds"), "0");
  switchSounds(true);
  assert.equal(setting("sounds"), "60");
  assert.match(document.cookie, /sounds=60/);
});
