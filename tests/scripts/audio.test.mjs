// Sounds of a page: when they are loaded, and that a browser which has stopped them lets them be heard again.

import assert from "node:assert/strict";
import { test } from "node:test";

const page = new EventTarget();
const dataset = { sounds: "0" };
const resumed = [];

/** What a browser gives for sounds; it begins, and is later stopped, as `state` says. */
class FakeAudio {
  state = "running";
  destination = {};
  resume() {
    resumed.push(this.state);
    this.state = "running";
  }
  async decodeAudioData() {
    return {};
  }
}
class FakeNode {
  connect(next) {
    return next;
  }
  start() {}
  addEventListener(_name, ended) {
    ended();
  }
}
Object.assign(globalThis, {
  document: {
    documentElement: { dataset },
    hidden: false,
    querySelector: () => ({ dataset: {} }),
    dispatchEvent() {},
  },
  AudioContext: FakeAudio,
  GainNode: FakeNode,
  AudioBufferSourceNode: FakeNode,
  fetch: async () => ({ ok: true, arrayBuffer: async () => null }),
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
});
const { allowSound, withSounds } = await import("../../static/lib/audio.js");

test("sounds that are switched on after the page was touched are heard without a reload", async () => {
  allowSound();
  page.dispatchEvent(new Event("pointerdown"));
  dataset.sounds = "30";
  page.dispatchEvent(new Event("change"));
  const sounds = await new Promise((resolve, reject) => {
    withSounds(resolve);
    setTimeout(() => reject(new Error("they are not loaded")), 1000);
  });
  sounds.audio.state = "suspended";
  await sounds.play("move");
  assert.deepEqual(resumed, ["running", "suspended"]);
});
