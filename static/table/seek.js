// A wait for an opponent that goes on at a table: it stays in view, and a found opponent is announced.

import { element, fill, newId, show, toast } from "../lib/dom.js";
import { wishOf } from "../lobby/client.js";

export class TableSeek {
  // `onFound()` is called when an opponent was found.
  constructor(words, socket, table, onFound) {
    Object.assign(this, { words, socket, table, onFound });
    this.wish = null; // The own seek, to repeat it: {variants, control, rated, distance}, or null.
    element("unwait").addEventListener("click", () => this.stop());
  }

  // Our wait as the server knows it, whenever this page begins to watch its table.
  take(wait) {
    if (wait || !this.wish) this.draw(wait);
    else this.send(); // The server has restarted, or the seek has expired: it is sent again.
  }

  send() {
    this.socket.emit("wait", { ...this.wish, id: newId() }, (answer) => {
      if (!answer.ok) toast(answer.refusal.sentence);
      this.draw(answer.ok ? answer.wait : null);
    });
  }

  stop() {
    this.socket.emit("unwait", {}, () => this.draw(null));
  }

  draw(wait) {
    this.wish = wait && wishOf(wait);
    show(element("meanwhile"), Boolean(wait));
    element("meanwhile-wish").textContent = wait?.titles.join(", ") || this.words.any_variant;
    element("meanwhile-control").textContent = wait?.control_title ?? "";
  }

  // The other waits at the table; when this game is left for it is for its player to say.
  call({ table, seat, name }) {
    this.draw(null);
    if (table === this.table) return;
    const [sentence, link] = element("called").querySelectorAll("b, a");
    sentence.textContent = fill(this.words.called, { name });
    link.href = `${location.pathname.replace(/[^/]+\/?$/, table)}?seat=${seat}`;
    show(element("called"), true);
    this.onFound();
  }
}
