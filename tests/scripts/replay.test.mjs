// Which position of a game is shown, and what is forgotten when the game goes on in another way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Replay } from "../../static/game/replay.js";
import { target } from "../../static/game/stepper.js";

const turn = (number, text = `m${number}`) => ({ number, texts: { 0: text }, latest: number });
const view = (number, more = {}) => ({
  number,
  viewer: null,
  result: null,
  takebacks: 0,
  turns: Array.from({ length: number }, (_, at) => turn(at + 1)),
  ...more,
});

/** A replay of a view, what it showed, and the parts that were requested of a game of `length` turns. */
function replayOf(first, { length = first.number, otherEyes = false } = {}) {
  const looks = [];
  const requests = [];
  const load = async (from) => {
    requests.push(from);
    const numbers = Array.from({ length: length + 1 - from }, (_, at) => from + at);
    return {
      positions: numbers.map((number) => ({ number, picture: `p${number}` })),
      turns: numbers.filter(Boolean).map((number) => turn(number)),
    };
  };
  const replay = new Replay({ load, onStep() {}, onLook: (past) => looks.push(past) }, otherEyes);
  replay.follow(first, first);
  return { replay, looks, requests };
}

test("a position of the past is requested once, with those before it, and offers no move", async () => {
  const { replay, looks, requests } = replayOf(view(150, { moves: ["m"], sealed: "s", plan: "p" }));
  await replay.go(120);
  await replay.go(119);
  await replay.go(150);
  assert.deepEqual(requests, [20]);
  const [past] = looks;
  assert.deepEqual([past.number, past.picture, past.moves, past.sealed, past.result], [120, "p120", [], null, null]);
  assert.deepEqual([past.past, past.plan], [true, null]);
  assert.deepEqual(past.turns, [turn(120)]);
  assert.equal(looks[2], null, "the present");
});

test("turns that a board shows together come together", async () => {
  const { replay } = replayOf(view(3));
  replay.add({ positions: [], turns: [turn(1), { ...turn(2), latest: 2 }, { ...turn(3), latest: 2 }] });
  assert.deepEqual(
    replay.together(3).map(({ number }) => number),
    [2, 3],
  );
  assert.deepEqual(replay.together(0), []);
});

test("a position that comes after the reader has stepped on is not shown", async () => {
  const { replay, looks } = replayOf(view(5));
  const first = replay.go(1);
  const second = replay.go(3);
  await Promise.all([first, second]);
  assert.deepEqual(
    looks.map(({ number }) => number),
    [3],
  );
});

test("after a step that nobody answered the position on the board counts, and the next step asks again", async () => {
  for (const answer of [() => Promise.resolve(null), () => Promise.reject(new TypeError("Failed to fetch"))]) {
    const asked = [];
    const looks = [];
    let missing = 0;
    const load = (from) => {
      asked.push(from);
      return answer();
    };
    const onMissing = () => {
      missing += 1;
    };
    const replay = new Replay({ load, onStep() {}, onLook: (past) => looks.push(past), onMissing });
    replay.follow(view(5), view(5));
    await Promise.all([replay.go(4), replay.go(1)]);
    assert.deepEqual([replay.shown, missing, looks], [5, 1, []]);
    replay.add({ positions: [{ number: 3, picture: "p3" }], turns: [] });
    await replay.go(3);
    await replay.go(1);
    assert.deepEqual([replay.shown, missing, looks.length], [3, 2, 1]);
    assert.deepEqual(asked, [0, 0, 0]);
  }
});

test("a player is called back by a turn; an onlooker stays in the past and is told of newer turns", async () => {
  for (const [viewer, live] of [
    [0, true],
    [null, false],
  ]) {
    const { replay } = replayOf(view(2, { viewer }));
    await replay.go(1);
    assert.equal(replay.follow(view(2, { viewer }), view(2, { viewer })), false, "no turn was played");
    assert.equal(replay.follow(view(3, { viewer }), view(2, { viewer })), live);
    assert.deepEqual([replay.shown, replay.fresh], live ? [3, false] : [1, true]);
    await replay.go(3);
    assert.equal(replay.fresh, false);
  }
});

test("who looks at a turn that is taken back sees the present", async () => {
  const { replay } = replayOf(view(4));
  await replay.go(3);
  assert.equal(replay.follow(view(2, { takebacks: 1 }), view(4)), true);
  assert.equal(replay.shown, 2);
});

test("positions from the first turn on that was replaced are forgotten, earlier ones are not", async () => {
  const { replay, requests } = replayOf(view(4), { length: 4 });
  await replay.go(1);
  const other = view(4, { takebacks: 1, turns: [turn(1), turn(2), turn(3, "x"), turn(4, "y")] });
  replay.follow(other, view(4));
  await replay.go(2);
  assert.deepEqual(requests, [0], "positions 0 to 2 are known");
  await replay.go(3);
  assert.deepEqual(requests, [0, 0]);
});

test("earlier turns that a view of a long game lacked change nothing", async () => {
  const late = view(4, { turns: [turn(4)] });
  const { replay, requests } = replayOf(late, { length: 4 });
  await replay.go(1);
  replay.follow(view(4), late);
  await replay.go(2);
  assert.deepEqual(requests, [0]);
});

test("other eyes on a game that is over see its last position, with the result, by a request of their own", async () => {
  const { replay, looks } = replayOf(view(2, { result: "over" }), { otherEyes: true });
  await replay.go(2);
  assert.deepEqual([looks[0].number, looks[0].result], [2, "over"]);
});

for (const [name, shown, wanted] of [
  ["first", 2, 0],
  ["back", 2, 1],
  ["back", 0, 0],
  ["forward", 2, 3],
  ["forward", 3, 3],
  ["last", 0, 3],
  [undefined, 1, undefined],
]) {
  test(`from turn ${shown} of 3 the button “${name}” leads to ${wanted}`, () => {
    assert.equal(target(name, { shown, view: { number: 3, result: null } }), wanted);
  });
}
