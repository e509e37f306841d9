// @ts-check
// Several players on one device: the page looks from the seat whose turn it is. Where something is secret it looks from
// no seat while the device changes hands, and behind a curtain if one of them has just sealed.

import { together } from "../game/plates.js";
import { element, optional } from "../lib/dom.js";

/** @import { TimedView } from "./client.js" */

/**
 * @typedef {object} Reader who reads a page, as the server knows them
 * @property {number[]} seats theirs
 * @property {boolean} hidden whether the board itself holds secrets
 * @property {number | null} requested the seat to begin with
 * @property {Record<number, Prompt>} hand by seat, what is said to it
 * @property {number[]} turned the seats for which the board is turned
 */
/** @typedef {{ to: string, i_am: string }} Prompt what is said to the next holder of the device, and their answer */

export class Handover {
  /** @type {TimedView | null} the view that the page shows */
  shown = null;
  /** @type {number | null} the seat that is to take the device */
  next = null;
  fallen = false;

  /**
   * `look(seat)` asks for the view from there; `wipe()` is called when nothing of a seat may stay on the page.
   * @param {Reader} reader
   * @param {{ look: (seat: number | null) => void, wipe: () => void }} page
   */
  constructor({ seats, hidden, requested, hand }, { look, wipe }) {
    this.seats = seats;
    this.hidden = hidden;
    this.requested = requested;
    this.hand = hand;
    this.look = look;
    this.wipe = wipe;
    this.several = seats.length > 1;
    this.curtain = /** @type {HTMLDialogElement} */ (optional("curtain")); // Where several share the device.
    if (!this.several) return;
    for (const id of ["curtain-yes", "hand-yes"]) element(id).addEventListener("click", () => this.look(this.next));
    // Nothing but its button opens it.
    this.curtain.addEventListener("cancel", (event) => event.preventDefault());
    this.curtain.addEventListener("close", () => {
      if (this.fallen) this.curtain.showModal();
    });
  }

  /** The text in the panel during the handover of a shared device, else null. */
  get prompt() {
    return this.next === null ? null : this.hand[this.next];
  }

  /**
   * The view to show now; null where this one is not to be shown, because one from another seat is on its way.
   * @param {TimedView} view
   */
  take(view) {
    if (!this.several || view.status === "open") return this.show(view);
    const running = view.status === "running";
    const before = this.shown;
    if (running && !this.hidden && !together(view)) {
      const seat = this.choosing(view) ?? view.viewer;
      return seat === view.viewer ? this.show(view) : this.turn(seat);
    }
    if (view.viewer === null) {
      if (before === null || before.number !== view.number) this.next = this.requested ?? this.choosing(view);
      if (!running) this.next = null;
      this.requested = null;
      if (before === null) this.fall();
      else if (this.next === null || before.number !== view.number) this.rise();
      // The end of a game is shown from no seat, but those who played may ask for a rematch.
      return this.show(view.result && !view.rematch?.table ? { ...view, may: ["rematch"] } : view);
    }
    if (!running) return this.turn(null);
    if (before?.viewer === view.viewer) {
      // All have seen the reveal, and no seat has a secret yet: the first goes on at once, unless the board itself hides
      // something.
      if (before.number !== view.number) return this.turn(this.hidden ? null : this.choosing(view));
      const { viewer } = view;
      const state = (/** @type {TimedView} */ one) => one.chairs[viewer].state;
      if (state(before) === "choosing" && state(view) === "sealed") {
        this.next = this.choosing(view);
        this.fall();
        return this.turn(null);
      }
    }
    return this.show(view);
  }

  /** @param {TimedView} view */
  show(view) {
    this.shown = view;
    if (view.viewer !== null) {
      this.next = null;
      this.rise();
    }
    return view;
  }

  /** @param {number | null} seat */
  turn(seat) {
    this.look(seat);
    return null;
  }

  /** The first of the reader's seats that is to choose. @param {TimedView} view */
  choosing(view) {
    return this.seats.find((seat) => view.chairs[seat].state === "choosing") ?? null;
  }

  fall() {
    const { prompt } = this;
    if (prompt === null) return;
    this.wipe();
    this.fallen = true;
    element("curtain-title").textContent = prompt.to;
    element("curtain-yes").textContent = prompt.i_am;
    if (!this.curtain.open) this.curtain.showModal();
  }

  rise() {
    this.fallen = false;
    this.curtain?.close();
  }
}
