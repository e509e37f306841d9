// @ts-check
// A wait for an opponent that goes on at a table: it stays in view, and a found opponent is announced.

import { element, fill, newId, query, show, toast } from "../lib/dom.js";
import { wishOf } from "../lobby/client.js";

/** @import { Socket } from "socket.io-client" */
/** @import { Wish } from "../lobby/client.js" */
/** @import { TableWords } from "./words.js" */

/** @typedef {Wish & { titles: string[], control_title: string, waited: number }} Wait a seek as the server describes it */
/** @typedef {{ ok: true, wait: Wait | null } | { ok: false, refusal: { sentence: string } }} WaitAnswer */

export class TableSeek {
  /** @type {Wish | null} the own seek, to repeat it */
  wish = null;

  /**
   * @param {TableWords} words
   * @param {Socket} socket
   * @param {string} table
   * @param {() => void} onFound is called when an opponent was found
   */
  constructor(words, socket, table, onFound) {
    this.words = words;
    this.socket = socket;
    this.table = table;
    this.onFound = onFound;
    element("unwait").addEventListener("click", () => this.stop());
  }

  /** Our wait as the server knows it, whenever this page begins to watch its table. @param {Wait | null} wait */
  take(wait) {
    if (wait || !this.wish) this.draw(wait);
    else this.send(); // The server has restarted, or the seek has expired: it is sent again.
  }

  send() {
    this.socket.emit("wait", { ...this.wish, id: newId() }, (/** @type {WaitAnswer} */ answer) => {
      if (!answer.ok) toast(answer.refusal.sentence);
      this.draw(answer.ok ? answer.wait : null);
    });
  }

  stop() {
    this.socket.emit("unwait", {}, () => this.draw(null));
  }

  /** @param {Wait | null} wait */
  draw(wait) {
    this.wish = wait && wishOf(wait);
    show(element("meanwhile"), Boolean(wait));
    element("meanwhile-wish").textContent = wait?.titles.join(", ") || this.words.any_variant;
    element("meanwhile-control").textContent = wait?.control_title ?? "";
  }

  /**
   * The other waits at the table; when this game is left for it is for its player to say.
   * @param {{ table: string, seat: number, name: string }} found
   */
  call({ table, seat, name }) {
    this.draw(null);
    if (table === this.table) return;
    const link = query(element("called"), "a", HTMLAnchorElement);
    query(element("called"), "b").textContent = fill(this.words.called, { name });
    link.href = `${location.pathname.replace(/[^/]+\/?$/, table)}?seat=${seat}`;
    show(element("called"), true);
    this.onFound();
  }
}
