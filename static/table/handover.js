// Several players on one device: the page looks from the seat whose turn it is. Where something is secret it looks from
// no seat while the device changes hands, and behind a curtain if one of them has just sealed.

import { together } from "../game/plates.js";
import { element } from "../lib/dom.js";

export class Handover {
  // `seats`: those of the reader; `hidden`: whether the board itself holds secrets; `requested`: the seat to begin with, or
  // null; `hand`: by seat, what is said to it, {to, i_am}. `look(seat)` asks for the view from there; `wipe()` is called
  // when nothing of a seat may stay on the page.
  constructor({ seats, hidden, requested, hand }, look, wipe) {
    Object.assign(this, { seats, hidden, requested, hand, look, wipe });
    this.several = seats.length > 1;
    this.shown = null; // The view that the page shows.
    this.next = null; // The seat that is to take the device.
    this.fallen = false;
    if (!this.several) return;
    this.curtain = element("curtain");
    for (const id of ["curtain-yes", "hand-yes"]) element(id).addEventListener("click", () => this.look(this.next));
    // Nothing but its button opens it.
    this.curtain.addEventListener("cancel", (event) => event.preventDefault());
    this.curtain.addEventListener("close", () => {
      if (this.fallen) this.curtain.showModal();
    });
  }

  // The text in the panel during the handover of a shared device, else null.
  get prompt() {
    return this.next === null ? null : this.hand[this.next];
  }

  // The view to show now; null where this one is not to be shown, because one from another seat is on its way.
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
      return this.show(view.result && !view.rematch.table ? { ...view, may: ["rematch"] } : view);
    }
    if (!running) return this.turn(null);
    if (before?.viewer === view.viewer) {
      // All have seen the reveal, and no seat has a secret yet: the first goes on at once, unless the board itself hides
      // something.
      if (before.number !== view.number) return this.turn(this.hidden ? null : this.choosing(view));
      const state = (one) => one.chairs[view.viewer].state;
      if (state(before) === "choosing" && state(view) === "sealed") {
        this.next = this.choosing(view);
        this.fall();
        return this.turn(null);
      }
    }
    return this.show(view);
  }

  show(view) {
    this.shown = view;
    if (view.viewer !== null) {
      this.next = null;
      this.rise();
    }
    return view;
  }

  turn(seat) {
    this.look(seat);
    return null;
  }

  // The first of the reader's seats that is to choose.
  choosing(view) {
    return this.seats.find((seat) => view.chairs[seat].state === "choosing") ?? null;
  }

  fall() {
    if (this.next === null) return;
    this.wipe();
    this.fallen = true;
    element("curtain-title").textContent = this.prompt.to;
    element("curtain-yes").textContent = this.prompt.i_am;
    if (!this.curtain.open) this.curtain.showModal();
  }

  rise() {
    this.fallen = false;
    this.curtain?.close();
  }
}
