// The link to a table: which actions are sent, and when the table is watched again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Events } from "../../static/lib/events.js";
import { TableClient } from "../../static/table/client.js";

const turn = (number) => ({ number });
const view = (number, more = {}) => ({
  table: "t",
  number,
  viewer: 0,
  takebacks: 0,
  status: "running",
  turns: Array.from({ length: number }, (_, at) => turn(at + 1)),
  chairs: [],
  ...more,
});

/** A link with this view, without a socket: `sent` are the messages and what answers them. */
function link({ watched = false, now = view(0), part = null } = {}) {
  const client = Object.create(TableClient.prototype);
  const sent = [];
  const socket = { connected: true, emit: (event, object, take) => sent.push({ event, object, take }) };
  socket.timeout = () => socket;
  const fields = {
    table: "t",
    seat: 0,
    language: "en",
    part,
    view: { ...now, arrived: 1 },
    watched,
    completing: false,
  };
  Object.assign(client, { ...fields, events: new Events(), unanswered: new Map(), socket });
  return { client, sent };
}

const watchedView = (now) => ({ ok: true, view: { ...now, since: 0 }, chat: [], wait: null, onlookers: 0 });

test("of two moves of a seat that wait for the connection the second is sent, and the first is dropped", async () => {
  const { client, sent } = link();
  const first = client.send("act", { move: "e2e4" });
  client.send("say", { text: "hello" });
  client.send("act", { move: "e7e5", seat: 1 });
  client.send("act", { move: "d2d4" });
  client.watch();
  sent.shift().take(watchedView(view(0)));
  assert.deepEqual(
    sent.map(({ object }) => object.move ?? object.text),
    ["hello", "e7e5", "d2d4"],
  );
  assert.equal((await first).dropped, true);
});

test("a move is sent at once over a link that is open, and an earlier one stays sent", async () => {
  const { client, sent } = link({ watched: true });
  const first = client.send("act", { move: "e2e4" });
  client.send("act", { move: "d2d4" });
  sent[0].take(null, { ok: true });
  assert.deepEqual(await first, { ok: true });
  assert.equal(client.unanswered.size, 1);
});

test("the turns that a long game lacked come with the clocks as they arrived", async () => {
  const turns = view(3).turns;
  globalThis.fetch = async () => ({ ok: true, json: async () => ({ turns, takebacks: 0, status: "running" }) });
  const { client } = link({ now: view(5, { turns: view(5).turns.slice(3) }), part: () => "" });
  const views = [];
  client.events.on("view", ({ view: shown }) => views.push([shown.turns.length, shown.arrived]));
  await client.complete();
  assert.deepEqual(views, [[5, 1]]);
});

test("a table that was watched too often is watched again after a while, without a word", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { client, sent } = link();
  const refusals = [];
  client.events.on("refused", ({ code }) => refusals.push(code));
  client.watch();
  sent.shift().take({ ok: false, refusal: { code: "too_fast", sentence: "Too fast." } });
  context.mock.timers.tick(1999);
  assert.equal(sent.length, 0);
  context.mock.timers.tick(1);
  assert.deepEqual([sent.length, sent[0].event], [1, "watch"]);
  sent.shift().take({ ok: false, refusal: { code: "unknown_table", sentence: "No such table." } });
  context.mock.timers.tick(10_000);
  assert.deepEqual([sent.length, refusals], [0, ["unknown_table"]]);
});

test("a table is not watched a second time where it was watched meanwhile", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { client, sent } = link();
  client.watch();
  sent.shift().take({ ok: false, refusal: { code: "too_fast", sentence: "Too fast." } });
  client.watch();
  sent.shift().take(watchedView(view(0)));
  context.mock.timers.tick(10_000);
  assert.deepEqual([sent.length, client.watched], [0, true]);
});
