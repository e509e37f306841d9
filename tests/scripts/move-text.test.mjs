// What a typed text means, in English or with the letters of the reader.

import assert from "node:assert/strict";
import { test } from "node:test";
import { moveOf } from "../../static/game/move-text.js";

const ENGLISH = Object.fromEntries([..."KQRBN"].map((letter) => [letter, letter]));
const FRENCH = { K: "R", Q: "D", R: "T", B: "F", N: "C" };
const ANIMALS = { C: "P", H: "P" };

// Letters, the text, the offered moves as `id:label`, the ids of those that the text may mean.
const CASES = [
  [FRENCH, "Cf3", "g1f3:Cf3 f2f3:f3", "g1f3"],
  [FRENCH, "Nf3", "g1f3:Cf3 f2f3:f3", "g1f3"],
  [FRENCH, "cf3", "g1f3:Cf3 f2f3:f3", "g1f3"],
  [FRENCH, "Dxd5", "d1d5:Dxd5 e4d5:exd5", "d1d5"],
  [FRENCH, "Td3", "a3d3:Td3 e2d3:Rd3", "a3d3"],
  [FRENCH, "Rd3", "a3d3:Td3", "a3d3"],
  [FRENCH, "Rd3", "e2d3:Rd3", "e2d3"],
  [FRENCH, "Rd3", "a3d3:Td3 e2d3:Rd3", "a3d3 e2d3"],
  [FRENCH, "Fxc4", "d3c4:Fxc4 b3c4:bxc4", "d3c4"],
  [FRENCH, "bxc4", "d3c4:Fxc4 b3c4:bxc4", "b3c4"],
  [FRENCH, "Bxc4", "d3c4:Fxc4 b3c4:bxc4", "d3c4"],
  [FRENCH, "BXC4", "d3c4:Fxc4 b3c4:bxc4", "d3c4 b3c4"],
  [FRENCH, "e8=D", "e7e8q:e8=D e7e8n:e8=C", "e7e8q"],
  [FRENCH, "e8C", "e7e8q:e8=D e7e8n:e8=C", "e7e8n"],
  [FRENCH, "e7e8d", "e7e8q:e8=D e7e8n:e8=C", "e7e8q"],
  [FRENCH, "Txh4=P", "h5h4:Txh4 h5h4p:Txh4=P", "h5h4p"],
  [FRENCH, "Cf3", "g1f3:Cf3+", "g1f3"],
  [FRENCH, "C×d5", "c3d5:Cxd5 c2d5:cxd5", "c3d5"],
  [FRENCH, "Cd5", "c3d5:Cxd5", "c3d5"],
  [FRENCH, "O-O", "e1g1:0-0 e1c1:0-0-0", "e1g1"],
  [FRENCH, "0-0-0", "e1g1:0-0 e1c1:0-0-0", "e1c1"],
  [ENGLISH, "Cf3", "g1f3:Nf3", ""],
  [ENGLISH, "ed5", "e4d5:exd5", "e4d5"],
  [ENGLISH, "", "--:--", ""],
  [ENGLISH, "--", "--:-- e2e4:e4", "--"],
  [ANIMALS, "Pb3", "b2b3:Cb3 a3b3:Hb3", "b2b3 a3b3"],
  [ANIMALS, "Pb3", "b2b3:Cb3 b2a3:Ca3", "b2b3"],
  [ANIMALS, "P@b2", "C@b2:C@b2 E@b2:E@b2", "C@b2"],
];

for (const [letters, text, offered, meant] of CASES) {
  test(`“${text}” means ${meant || "nothing"} among ${offered}`, () => {
    const moves = offered.split(" ").map((word) => ({ id: word.split(":")[0], label: word.split(":")[1], path: [] }));
    const found = moveOf(text, moves, letters);
    assert.equal(found.map(({ id }) => id).join(" "), meant);
  });
}
