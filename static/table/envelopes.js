// Sealed envelopes: the digests of those that are closed, and the check of those that were opened.

import { SHORT, brokenOf, nameOf } from "../game/plates.js";
import { mayVerify, turnAt, written } from "../game/turns.js";
import { element, fill, make, show, toast } from "../lib/dom.js";
import { storeDigests, storedDigests } from "./digests.js";

// The sealed text, as server/game/commitments.py writes it.
const canonical = (table, turn, seat, { move, nonce, takebacks }) =>
  `cavalier seal 1\ntable ${table}\nturn ${turn}\ntakebacks ${takebacks}\nseat ${seat}\nmove ${move}\nnonce ${nonce}\n`;

// The text that fixes the seed of the dice, as server/game/commitments.py writes it.
const fixed = (table, seed) => `cavalier dice 1\ntable ${table}\nseed ${seed}\n`;

const DICE = "0 dice"; // The key of the digest of the seed that this browser saw during the game.

// Null in a browser that computes no digests here: it does so only over a safe connection.
async function digestOf(text) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Envelopes {
  // `parts`: the `list` of envelopes and the dialog with their `checks`, as HTML; `verdicts`: by the number of a turn
  // whether its envelopes hold; `onCheck(number, holds)` is called with each turn that was checked.
  constructor(words, parts, verdicts, onCheck) {
    Object.assign(this, { words, verdicts, onCheck });
    element("envelopes").innerHTML = parts.list;
    document.body.insertAdjacentHTML("beforeend", parts.checks);
    this.view = null;
    this.seen = {}; // By turn and seat: the digest that this browser saw while the envelope was closed, "" for none.
    element("verify-all").addEventListener("click", () => this.verifyAll());
    element("opened").addEventListener("click", ({ target }) => {
      if (target.closest("[data-close]")) element("opened").close();
    });
  }

  // Updates from the table. Digests are stored in this browser, so that they outlive the tab.
  follow(view) {
    if (!this.view) this.seen = storedDigests(view.table, view.takebacks);
    else if (view.takebacks !== this.view.takebacks) this.forget(view);
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

  // Turns that were taken back are played again with other envelopes.
  forget(view) {
    const keyOf = ({ opened, texts }) =>
      JSON.stringify(Object.entries(opened ?? texts).map(([seat, { seal }]) => [seat, seal]));
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
    const name = (chair) => (chair.state === "nature" ? words.dice_now : nameOf(chair, view, words));
    const seals = closed.map((chair) => this.closed(name(chair), chair.seal, brokenOf(chair, words)));
    if (view.dice) seals.push(this.diceSeal());
    element("seals").replaceChildren(...seals);
    const opened = Boolean(view.dice?.seed) || view.turns.some(mayVerify);
    show(element("envelopes"), seals.length > 0 || opened);
    show(element("verify-all"), opened);
    if (!opened) element("verified").textContent = "";
    element("verify-all").textContent = words.verify_all;
  }

  closed(name, seal, broken = "") {
    const { words } = this;
    const copy = make("button", { className: "btn", type: "button", text: words.copy });
    copy.setAttribute("aria-label", fill(words.copy_digest, { name }));
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(seal);
      toast(words.digest_copied);
    });
    const code = make("code", { text: navigator.clipboard ? `${seal.slice(0, 2 * SHORT)}…` : seal });
    const again = make("span", { text: broken });
    return make("li", {}, make("span", { text: name }), code, ...(navigator.clipboard ? [copy] : []), again);
  }

  // The digest of the seed, from the beginning; when the game is over it may be checked.
  diceSeal() {
    const { dice } = this.view;
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

  // The check of every seal of a turn: [{seat, move, nonce, text, digest, stated, seen, last, holds}].
  async check(turn) {
    const { table } = this.view;
    const open = Object.entries(turn.opened).filter(([, { nonce }]) => nonce);
    const checks = await Promise.all(
      open.map(async ([seat, { move, nonce, takebacks, seal }]) => {
        const text = canonical(table, turn.number, Number(seat), { move, nonce, takebacks });
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
      this.verdicts.set(
        turn.number,
        checks.every(({ holds }) => holds),
      );
      this.onCheck(turn.number, this.verdicts.get(turn.number));
    }
    return checks;
  }

  async verify(number) {
    const turn = turnAt(this.view, number);
    const checks = await this.check(turn);
    this.open(fill(this.words.envelopes_of, { turn: written(turn) }), checks);
  }

  // The dice have one envelope for the whole game; the rolls can be computed from its seed.
  async verifyDice() {
    this.open(this.words.the_dice, await this.checkDice());
  }

  open(title, checks) {
    element("opened-title").textContent = title;
    element("opened-checks").replaceChildren(...checks.map((one) => this.drawCheck(one)));
    if (!element("opened").open) element("opened").showModal();
  }

  drawCheck({ seat, move, nonce, text, digest, stated, seen, last, holds }) {
    const { view, words } = this;
    const own =
      seat === undefined
        ? [[words.the_seed, view.dice.seed]]
        : [
            [words.the_move, move],
            [words.the_nonce, nonce],
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
      text: this.verdict(holds, digest, stated, seen, last, seat === undefined),
    });
    verdict.classList.toggle("red", holds === false);
    const heading = seat === undefined ? [] : [make("h3", { text: view.chairs[seat].title })];
    return make("section", {}, ...heading, verdict, list);
  }

  verdict(holds, digest, stated, seen, last, dice) {
    const { words } = this;
    if (digest === null) return words.no_digest;
    if (digest !== stated) return words.digest_differs;
    if (!holds) return words.seal_differs;
    if (dice) return seen ? words.dice_seen : words.dice_unseen;
    return seen ? words.holds_seen : last ? words.holds_last : words.holds_unseen;
  }

  // The check of the seed of the dice, in the form of `check`; nothing without dice.
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
    const checks = [...(await this.checkDice()), ...(await Promise.all(turns.map((turn) => this.check(turn)))).flat()];
    const count = (wanted) => checks.filter(wanted).length;
    const { words } = this;
    const fails = count(({ holds }) => holds === false);
    const values = { count: checks.length, seen: count(({ seen }) => seen), fails };
    const unknown = checks.some(({ holds }) => holds === null);
    element("verified").textContent = fill(
      unknown ? words.no_digest : fails ? words.some_fail : words.all_hold,
      values,
    );
  }
}
