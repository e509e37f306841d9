// The text beside the analysis board: what has been chosen, and the moves that are on no square.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { PositionPanel } from "../../static/analysis/position.js";
import { openPage } from "./page.mjs";

const WORDS = { picked: "{name}: {move}", change: "Change", to_move: "{name} to move.", choose_for: "{name}: choose." };
const PASS = { id: "pass", label: "=", title: "Pass", path: [] };
const STEP = { id: "a1a2", label: "a2", path: ["a1", "a2"] };
const POSITION = {
  chairs: [{ title: "White" }, { title: "Black" }],
  to_act: [0, 1],
  moves: { 0: [STEP], 1: [STEP, PASS] },
};
const CHOICE = { seats: [0, 1], seat: 1, picked: { 0: STEP }, title: "" };

let element;
let pressed;
let panel;

beforeEach(() => {
  element = openPage();
  pressed = [];
  const press =
    (what) =>
    (...values) =>
      pressed.push([what, ...values]);
  panel = new PositionPanel(WORDS, press("pick"), press("change"));
});

const texts = (id) => element(id).children.map(({ textContent }) => textContent);

test("a choice can be changed, and a move without a square be made", () => {
  panel.draw(POSITION, CHOICE);
  assert.equal(element("headline").textContent, "Black: choose.");
  assert.deepEqual([texts("picked"), texts("specials")], [["White: a2Change"], ["Pass"]]);
  element("picked").children[0].children[1].press();
  element("specials").children[0].press();
  assert.deepEqual(pressed, [
    ["change", "0"],
    ["pick", 1, PASS],
  ]);
});

test("buttons stay the same elements while they say the same", () => {
  panel.draw(POSITION, CHOICE);
  const [[choice], [special]] = [element("picked").children, element("specials").children];
  panel.draw({ ...POSITION, turn: { sentences: ["A clash."] } }, CHOICE);
  assert.equal(element("explain").textContent, "A clash.");
  assert.equal(element("picked").children[0], choice);
  assert.equal(element("specials").children[0], special);
  panel.draw(POSITION, { ...CHOICE, picked: { 0: PASS } });
  assert.deepEqual(texts("picked"), ["White: =Change"]);
  panel.draw(POSITION, { ...CHOICE, seat: 0, picked: {} });
  assert.deepEqual([texts("picked"), texts("specials"), element("specials").hidden], [[], [], true]);
});
