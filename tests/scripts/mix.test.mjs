// The moves that the computer would choose among where two seats act at once.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { MixPanel } from "../../static/analysis/mix.js";
import { openPage } from "./page.mjs";

const NAMES = ["White", "Black"];
const move = (id, odds) => ({ id, label: id.toUpperCase(), odds, played: false });

/** An evaluation of three moves against two; `cells` are the chances of White. */
const grid = ({
  odds = [0.25, 0, 0.75],
  cells = [
    [0.1, 0.9],
    [0, 0],
    [0.6, 0.4],
  ],
} = {}) => ({
  rows: odds.map((each, index) => move(`w${index}`, each)),
  columns: [move("b0", 0.5), move("b1", 0.5)],
  cells,
});

let place;
let pressed;
let mix;

beforeEach(() => {
  place = openPage()("mix");
  pressed = [];
  mix = new MixPanel({ plays: "{name} plays:" }, (seat, id) => pressed.push([seat, id]));
});

const texts = () => place.children.map(({ children }) => children.map(({ textContent }) => textContent));
const buttons = (seat) => place.children[seat].children.slice(1);

test("each seat has the moves that are ever played, the likeliest first", () => {
  mix.draw(grid(), NAMES);
  assert.equal(place.hidden, false);
  assert.deepEqual(texts(), [
    ["White plays:", "W2 75\u202f%", "W0 25\u202f%"],
    ["Black plays:", "B0 50\u202f%", "B1 50\u202f%"],
  ]);
});

test("a move that is pressed comes with its seat, and a press beside it is none", () => {
  mix.draw(grid(), NAMES);
  place.press(buttons(0)[1]);
  place.press(buttons(1)[0]);
  place.press();
  assert.deepEqual(pressed, [
    [0, "w0"],
    [1, "b0"],
  ]);
});

for (const [what, evaluated] of [
  ["one seat acts", null],
  ["nothing is evaluated", undefined],
  ["all pairs are worth as much", grid({ cells: Array(3).fill([0.5, 0.504]) })],
]) {
  test(`nothing is shown where ${what}`, () => {
    mix.draw(grid(), NAMES);
    mix.draw(evaluated, NAMES);
    assert.equal(place.hidden, true);
  });
}

test("buttons stay the same elements while they say the same", () => {
  mix.draw(grid(), NAMES);
  const [first] = buttons(0);
  const played = grid();
  played.rows[2].played = true;
  mix.draw(played, NAMES);
  assert.equal(buttons(0)[0], first);
  mix.draw(grid(), ["Red", "Blue"]);
  assert.equal(texts()[0][0], "Red plays:");
  mix.draw(grid({ odds: [0.5, 0, 0.5] }), ["Red", "Blue"]);
  assert.deepEqual(texts()[0], ["Red plays:", "W0 50\u202f%", "W2 50\u202f%"]);
});
