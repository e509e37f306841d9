// What of a new view is news for a reader who looks elsewhere, and which sound it makes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { soundOf } from "../../static/lib/sounds.js";
import { arrival, audible, news } from "../../static/table/news.js";

const chair = (seat, state) => ({ seat, state, person: `p${seat}`, title: "", name: "" });
const view = (more = {}) => ({
  viewer: 0,
  number: 0,
  takebacks: 0,
  status: "running",
  chairs: [chair(0, "waiting"), chair(1, "choosing")],
  offers: [],
  back: null,
  absent: null,
  may: [],
  result: null,
  rematch: null,
  turns: [],
  ...more,
});
const MINE = [chair(0, "choosing"), chair(1, "waiting")];
const OVER = { points: [1, 0], reason: "checkmate", seat: null };

for (const [what, after, before] of [
  ["turn", { chairs: MINE, number: 1 }, {}],
  ["", { chairs: MINE }, { chairs: MINE }],
  ["revealed", { number: 1 }, {}],
  ["begun", {}, { status: "open" }],
  ["over", { result: OVER }, {}],
  ["asked", { offers: [1] }, {}],
  ["", { offers: [0] }, {}],
  ["asked", { back: { to: 0, seats: [1] } }, {}],
  ["asked", { rematch: { seats: [1], surprise: [], table: null } }, {}],
  ["", { offers: [1], viewer: null }, { viewer: null }],
  ["", { offers: [1] }, { offers: [1] }],
]) {
  test(`${JSON.stringify(after)} after ${JSON.stringify(before)} is ${what || "no"} news`, () => {
    assert.equal(news(view(after), view(before)), what);
  });
}

test("a page that was opened by itself says that a game begins, or whose turn it is", () => {
  assert.equal(arrival(view()), "begun");
  assert.equal(arrival(view({ chairs: MINE })), "turn");
  for (const other of [{ viewer: null }, { status: "open" }, { number: 3 }]) assert.equal(arrival(view(other)), "");
});

test("only what may be news is compared", () => {
  assert.equal(audible(view({ moves: [1], picture: {} })), audible(view()));
  for (const other of [{ number: 1 }, { offers: [1] }, { may: ["claim"] }, { result: OVER }]) {
    assert.notEqual(audible(view(other)), audible(view()));
  }
});

// A row of squares as White has it; "?" is a square that White does not see.
function seen(board, number, hands = []) {
  const signs = [...board];
  const marks = Object.fromEntries(signs.flatMap((sign, at) => (sign === "?" ? [[at, "unseen"]] : [])));
  const picture = { board: signs.map((sign) => ("-?".includes(sign) ? "" : sign)), marks, hands };
  const turns = Array.from({ length: number }, (_, at) => ({ number: at + 1, events: [] }));
  return view({ picture, number, turns, owners: { P: 0, R: 0, p: 1, r: 1 }, signs: {} });
}

for (const [before, after, name] of [
  ["PP-rr", "PP-r?", "move"], // A rook has gone out of sight: nobody says that it was taken.
  ["PP-rr", "-P-r?", "capture"], // A pawn of one's own is gone, and that is known.
  ["PPrr-", "P-Pr-", "capture"],
  ["PP-rr", "-PPrr", "move"],
]) {
  test(`on a board with hidden squares ${before} to ${after} sounds like a ${name}`, () => {
    assert.equal(soundOf(seen(after, 1), seen(before, 0)), name);
  });
}

test("a piece that is dropped from a hand does not sound like a capture", () => {
  assert.equal(soundOf(seen("PP-r", 2, [[""], [""]]), seen("P--r", 1, [["P"], [""]])), "move");
});
