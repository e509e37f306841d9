// @ts-check
// Sealed envelopes: the digests of those that are closed, and the check of those that were opened.

import { SHORT, brokenOf, nameOf } from "../game/plates.js";
import { mayVerify, turnAt, written } from "../game/turns.js";
import { element, fill, make, show, toast } from "../lib/dom.js";
import { storeDigests, storedDigests } from "./digests.js";

/** @import { ChairView, DiceView, OpenedView, TurnView, View } from "../game/view-types.js" */
/** @import { TableWords } from "./words.js" */

/**
 * @typedef {object} Check the check of one seal
 * @property {number} [seat] undefined for the seal of the dice
 * @property {string} [move]
 * @property {string} [nonce]
 * @property {string} text what the digest is of
 * @property {string | null} digest null in a browser that computes none here
 * @property {string} stated the digest in the view
 * @property {string | null} seen the one that this browser saw before
 * @property {boolean} [last] whether this seal was the last of its turn
 * @property {boolean | null} holds null where it cannot be known
 */
/** @typedef {Required<OpenedView>} Opened a seal that was opened wholly */

/**
 * The sealed text, as server/game/commitments.py writes it.
 * @param {string} table
 * @param {number} turn
 * @param {number} seat
 * @param {Opened} opened
 */
const canonical = (table, turn, seat, { move, nonce, takebacks }) =>
  `cavalier seal 1\ntable ${table}\nturn ${turn}\ntakebacks ${takebacks}\nseat ${seat}\nmove ${move}\nnonce ${nonce}\n`;

/** The text that fixes the seed of the dice, as server/game/commitments.py writes it. @param {string} table @param {string} seed */
const fixed = (table, seed) => `cavalier dice 1\ntable ${table}\nseed ${seed}\n`;

const DICE = "0 dice"; // The key of the digest of the seed that this browser saw during the game.

/** Null in a browser that computes no digests here: it does so only over a safe connection. @param {string} text */
async function digestOf(text) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Envelopes {
  /** @type {Record<string, string>} by turn and seat, the digest seen while the envelope was closed; "" for none */
  seen = {};

  /**
   * `parts`: the `list` of envelopes and the dialog with their `checks`, as HTML; `verdicts`: by the number of a turn
   * whether its envelopes hold; `onCheck(number, holds)` is called with each turn that was checked.
   * @param {TableWords} words
   * @param {View} view the first one
   * @param {{ list: string, checks: string }} parts
   * @param {Map<number, boolean>} verdicts
   * @param {(number: number, holds: boolean) => void} onCheck
   */
  constructor(words, view, parts, verdicts, onCheck) {
    this.words = words;
    this.view = view;
    this.verdicts = verdicts;
    this.onCheck = onCheck;
    element("envelopes").innerHTML = parts.list;
    document.body.insertAdjacentHTML("beforeend", parts.checks);
    this.dialog = element("opened", HTMLDialogElement);
    this.seen = storedDigests(view.table, view.takebacks);
    element("verify-all").addEventListener("click", () => this.verifyAll());
    this.dialog.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("[data-close]")) this.dialog.close();
    });
  }

  /** Updates from the table. Digests are stored in this browser, so that they outlive the tab. @param {View} view */
  follow(view) {
    if (view.takebacks !== this.view.takebacks) this.forget(view);
    this.view = view;
    for (const { seat, seal } of view.chairs) {
      const key = `${view.number + 1} ${seat}`;
      // A seal that was broken says nothing of the one that follows.
      if (seal || this.seen[key]) this.seen[key] = seal ?? "";
    }
    if (view.dice && !view.dice.seed) this.seen[DICE] = view.dice.seal;
    if (Object.keys(this.seen).length) storeDigests(view.table, view.takebacks, this.seen);
    this.draw();
  }

  /** Turns that were taken back are played again with other envelopes. @param {View} view */
  forget(view) {
    const keyOf = (/** @type {TurnView} */ { opened = {}, texts }) =>
      JSON.stringify(Object.keys(texts).map((seat) => [seat, opened[seat]?.seal]));
    const { turns } = this.view;
    const has = new Map(view.turns.map((turn) => [turn.number, turn]));
    const other = turns.find(
      (turn) => turn.number > view.number || keyOf(turn) !== keyOf(has.get(turn.number) ?? turn),
    );
    const last = (other?.number ?? this.view.number + 1) - 1;
    for (const number of this.verdicts.keys()) if (number > last) this.verdicts.delete(number);
    for (const key of Object.keys(this.seen)) if (Number(key.split(" ")[0]) > last) delete this.seen[key];
  }

  draw() {
    const { view, words } = this;
    const closed = view.chairs.filter(({ seal }) => seal);
    const name = (/** @type {ChairView} */ chair) =>
      chair.state === "nature" ? words.dice_now : nameOf(chair, view, words);
    const seals = closed.map((chair) => this.closed(name(chair), chair.seal ?? "", brokenOf(chair, words)));
    if (view.dice) seals.push(this.diceSeal(view.dice));
    element("seals").replaceChildren(...seals);
    const opened = Boolean(view.dice?.seed) || view.turns.some(mayVerify);
    show(element("envelopes"), seals.length > 0 || opened);
    show(element("verify-all"), opened);
    if (!opened) element("verified").textContent = "";
    element("verify-all").textContent = words.verify_all;
  }

  /** @param {string} name @param {string} seal */
  closed(name, seal, broken = "") {
    const { words } = this;
    const copy = make("button", { className: "btn", type: "button", text: words.copy });
    copy.setAttribute("aria-label", fill(words.copy_digest, { name }));
    const code = make("code", { text: navigator.clipboard ? `${seal.slice(0, 2 * SHORT)}…` : seal });
    const select = () => {
      code.textContent = seal;
      getSelection()?.selectAllChildren(code);
    };
    const copied = () => toast(words.digest_copied);
    copy.addEventListener("click", () => navigator.clipboard.writeText(seal).then(copied, select));
    const again = make("span", { text: broken });
    return make("li", {}, make("span", { text: name }), code, ...(navigator.clipboard ? [copy] : []), again);
  }

  /** The digest of the seed, from the beginning; when the game is over it may be checked. @param {DiceView} dice */
  diceSeal(dice) {
    const line = this.closed(this.words.the_dice, dice.seal);
    if (!dice.seed) return line;
    const verify = make("button", { className: "btn", type: "button", text: this.words.verify });
    verify.setAttribute(
      "aria-label",
      fill(this.words.check_of, { check: this.words.verify, turn: this.words.the_dice }),
    );
    verify.addEventListener("click", () => this.verifyDice());
    line.append(verify);
    return line;
  }

  /** The check of every seal of a turn. @param {TurnView} turn */
  async check(turn) {
    const { table } = this.view;
    const all = /** @type {[string, Opened][]} */ (Object.entries(turn.opened ?? {}));
    const open = all.filter(([, { nonce }]) => nonce);
    const checks = await Promise.all(
      open.map(async ([seat, opened]) => {
        const { move, nonce, seal } = opened;
        const text = canonical(table, turn.number, Number(seat), opened);
        const digest = await digestOf(text);
        const seen = this.seen[`${turn.number} ${seat}`] || null;
        const holds = digest === null ? null : digest === seal && (seen ?? seal) === seal;
        // If all others were seen before the reveal, this one was the last of its turn.
        const last =
          !seen && open.length > 1 && open.every(([other]) => other === seat || this.seen[`${turn.number} ${other}`]);
        return { seat: Number(seat), move, nonce, text, digest, stated: seal, seen, last, holds };
      }),
    );
    if (checks.every(({ holds }) => holds !== null)) {
      const hold = checks.every(({ holds }) => holds);
      this.verdicts.set(turn.number, hold);
      this.onCheck(turn.number, hold);
    }
    return checks;
  }

  /** @param {number} number */
  async verify(number) {
    const turn = turnAt(this.view, number);
    if (!turn) return;
    const checks = await this.check(turn);
    this.open(fill(this.words.envelopes_of, { turn: written(turn) }), checks);
  }

  /** The dice have one envelope for the whole game; the rolls can be computed from its seed. */
  async verifyDice() {
    this.open(this.words.the_dice, await this.checkDice());
  }

  /** @param {string} title @param {Check[]} checks */
  open(title, checks) {
    element("opened-title").textContent = title;
    element("opened-checks").replaceChildren(...checks.map((one) => this.drawCheck(one)));
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {Check} check */
  drawCheck({ seat, move, nonce, text, digest, stated, seen, last, holds }) {
    const { view, words } = this;
    const own =
      seat === undefined
        ? [[words.the_seed, view.dice?.seed ?? ""]]
        : [
            [words.the_move, move ?? ""],
            [words.the_nonce, nonce ?? ""],
          ];
    const rows = [...own, [words.the_text, text], [words.the_seal, stated]];
    if (seen && seen !== stated) rows.push([words.the_seen, seen]);
    if (digest !== null) rows.push([words.the_digest, digest]);
    const list = make(
      "dl",
      {},
      ...rows.flatMap(([name, value]) => [
        make("dt", { text: name }),
        make("dd", { className: value === text ? "lines" : "" }, make("code", { text: value })),
      ]),
    );
    const verdict = make("p", {
      className: "verdict",
      text: this.verdict({ seat, holds, digest, stated, seen, last }),
    });
    verdict.classList.toggle("red", holds === false);
    const heading = seat === undefined ? [] : [make("h3", { text: view.chairs[seat].title })];
    return make("section", {}, ...heading, verdict, list);
  }

  /** @param {Omit<Check, "text">} check */
  verdict({ seat, holds, digest, stated, seen, last }) {
    const { words } = this;
    if (digest === null) return words.no_digest;
    if (digest !== stated) return words.digest_differs;
    if (!holds) return words.seal_differs;
    if (seat === undefined) return seen ? words.dice_seen : words.dice_unseen;
    return seen ? words.holds_seen : last ? words.holds_last : words.holds_unseen;
  }

  /** The check of the seed of the dice, in the form of `check`; nothing without dice. @returns {Promise<Check[]>} */
  async checkDice() {
    const { dice, table } = this.view;
    if (!dice?.seed) return [];
    const text = fixed(table, dice.seed);
    const digest = await digestOf(text);
    const seen = this.seen[DICE] ?? null;
    return [
      {
        text,
        digest,
        stated: dice.seal,
        seen,
        holds: digest === null ? null : digest === dice.seal && (seen ?? digest) === digest,
      },
    ];
  }

  async verifyAll() {
    const turns = this.view.turns.filter(mayVerify);
    const ofTurns = await Promise.all(turns.map((turn) => this.check(turn)));
    const checks = [...(await this.checkDice()), ...ofTurns.flat()];
    const { words } = this;
    const fails = checks.filter(({ holds }) => holds === false).length;
    const values = { count: checks.length, seen: checks.filter(({ seen }) => seen).length, fails };
    const unknown = checks.some(({ holds }) => holds === null);
    element("verified").textContent = fill(
      unknown ? words.no_digest : fails ? words.some_fail : words.all_hold,
      values,
    );
  }
}
