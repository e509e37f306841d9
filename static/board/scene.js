// @ts-check
// Draws what a board shows while no piece travels: the position, the last turn, what is picked, chosen or sealed.

/** @import { MoveView, PictureView } from "../game/view-types.js" */
/** @import { BoardView } from "./element.js" */
/** @import { Layers } from "./layers.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Squares } from "./squares.js" */

import { endOf } from "./geometry.js";
import { squareStates } from "./labels.js";
import { targets } from "./offers.js";

/**
 * What a board shows.
 * @typedef {object} Scene
 * @property {BoardView} view
 * @property {Marks} marks of the last turn
 * @property {MoveView[]} moves those that are offered
 * @property {number[]} prefix
 * @property {MoveView | null} chosen
 * @property {boolean} touched a piece was picked up this turn
 * @property {boolean} lifted the piece is dragged
 * @property {boolean} choosing the chooser is open
 */

/**
 * The symbol on a square of a picture, or in a slot of its hands.
 * @param {PictureView} picture
 * @param {number} square
 */
export function symbolAt({ size, board, hands }, square) {
  const cells = size[0] * size[1];
  return square < cells ? board[square] : (hands ?? []).flat()[square - cells];
}

/** Squares whose pieces are pale: that of the dragged piece, and that of a ghost. @param {Scene} scene */
function faint({ view: { sealed, plan }, chosen, prefix, lifted }) {
  const entered = chosen || prefix.length ? (chosen?.path ?? prefix) : (plan?.answer?.path ?? []);
  const path = sealed?.path ?? entered;
  return [...(lifted ? path.slice(0, 1) : []), ...(path.length > 1 ? path.slice(-1) : [])];
}

/** @param {Layers} layers @param {Scene} scene */
function ghosts(layers, { view, chosen, prefix }) {
  const { picture, sealed } = view;
  const own = sealed?.path?.length ? symbolAt(picture, sealed.path[0]) : "";
  if (sealed?.path?.length) {
    const move = (view.moves ?? []).find(({ id }) => id === sealed.id);
    return layers.sealed(sealed.path, move?.becomes ?? own);
  }
  const path = chosen?.path ?? prefix;
  const planned = prefix.length || chosen ? null : view.plan?.answer;
  if (planned?.path.length) return layers.planned(planned.path, planned.becomes ?? symbolAt(picture, planned.path[0]));
  if (path.length < 2 && !chosen) return layers.clear("sealed");
  const symbol = chosen?.becomes ?? symbolAt(picture, path[0]);
  return layers.ghosts(symbol ? [{ square: endOf(path), symbol }] : []);
}

/**
 * Draw a scene and label each button; `label(square, states)` puts it into words.
 * @param {Layers} layers
 * @param {Squares} buttons
 * @param {Scene} scene
 * @param {(square: number, states: string[]) => string} label
 */
export function drawScene(layers, buttons, scene, label) {
  const {
    view: { picture, sealed, plan },
    marks,
    moves,
    prefix,
    chosen,
    touched,
    choosing,
  } = scene;
  const open = targets(moves, choosing ? [] : prefix);
  // Of the moves that end there one is chosen: the square is as risky as that one.
  if (chosen && open.has(endOf(chosen.path))) open.set(endOf(chosen.path), Boolean(chosen.risky));
  const occupied = (/** @type {number} */ square) => Boolean(symbolAt(picture, square));
  layers.last(marks.last);
  layers.own(picture.marks ?? {});
  layers.pieces(picture, [], faint(scene));
  if (touched) layers.clear("arrows", "clash", "lost");
  else {
    layers.arrows(marks.arrows, occupied);
    layers.clash(marks.clash);
    layers.lost(marks.lost, marks.arrows);
  }
  layers.selected(prefix[0] ?? (chosen ? chosen.path[0] : undefined));
  // A ghost on its target is ringed as a piece would be.
  const held = (/** @type {number} */ square) => square === chosen?.path.at(-1) || occupied(square);
  if (prefix.length && !choosing) layers.targets(open, held);
  else layers.clear("targets");
  ghosts(layers, scene);
  const about = {
    picture,
    sealed,
    planned: plan?.answer,
    open,
    origins: targets(moves, []),
    prefix,
    chosen,
    last: marks.last,
    bets: moves.some(({ risky }) => risky),
  };
  buttons.describe((square) => {
    const { states, kind } = squareStates(about, square);
    return { label: label(square, states), kind };
  });
  buttons.suggest(moves[0]?.path[0]);
}
