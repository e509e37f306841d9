// The connection to the lobby: the lists, and the person's own seek, which is sent again if it was lost.

import { newId } from "../lib/dom.js";
import { setting } from "../lib/settings.js";

const PATIENCE = 8000; // Milliseconds after which an unanswered wait is sent again, with the same id.

export class LobbyClient {
  // `known` says whether the server knows who we are, `hello()` makes it so. `listed(lists)` is called with the lists
  // whenever they change, `held()` answers with the keys of the markup of boards that the page holds, `waits(mine)` with our wait or null, `paired({table, seat})` when somebody plays with us,
  // `refused(sentence)` when we may not wait, `linked(yes)` when the connection comes or goes.
  constructor({ socket, language, known, hello, held, listed, waits, paired, refused, linked }) {
    Object.assign(this, { socket, language, known, hello, held, listed, waits, paired, refused, linked });
    this.wish = null; // The wanted seek: {variants, control, id}, or null.
    this.asking = false;
    socket.on("connect", () => this.look());
    socket.on("disconnect", () => this.linked(false));
    socket.on("connect_error", () => this.linked(false));
    socket.on("lobby", (lobby) => this.take(lobby));
    socket.on("paired", (seat) => {
      this.wish = null;
      this.paired(seat);
    });
    if (socket.connected) this.look();
  }

  look() {
    this.asking = this.wish !== null && !this.known; // Sent only once the server knows us.
    this.socket.emit("lobby", { language: this.language, boards: this.held(), pieces: setting("pieces") }, (answer) => {
      if (!answer.ok) {
        this.refused(answer.refusal.sentence);
        return;
      }
      this.linked(true);
      // The server has restarted, or the seek has expired: it is sent again.
      const lost = this.wish && !answer.lobby.mine;
      if (lost && this.known) this.send();
      this.take(answer.lobby);
    });
  }

  take({ mine, ...lists }) {
    this.listed(lists);
    if (this.asking) return; // An update from before our seek arrived.
    if (mine) this.wish ??= { variants: mine.variants, control: mine.control, id: newId() };
    else this.wish = null;
    this.waits(mine);
  }

  async ask(variants, control) {
    this.wish = { variants, control, id: newId() };
    this.asking = true; // Lists that come while we greet the server say nothing about it.
    if (this.known) {
      this.send();
      return;
    }
    if (!(await this.hello())) {
      this.refuse("");
      return;
    }
    this.known = true;
    // The identity is fixed at the connection. Then the lists are watched, and the seek is sent.
    this.socket.disconnect().connect();
  }

  send() {
    const { wish } = this;
    this.asking = true;
    this.socket.timeout(PATIENCE).emit("wait", wish, (error, answer) => {
      if (this.wish !== wish || !this.asking) return;
      if (error) {
        if (this.socket.connected) this.send();
        return;
      }
      this.asking = false;
      if (!answer.ok) this.refuse(answer.refusal.sentence);
      else if (answer.wait) this.waits(answer.wait);
    });
  }

  refuse(sentence) {
    this.wish = null;
    this.asking = false;
    this.waits(null);
    this.refused(sentence);
  }

  stop() {
    this.wish = null;
    this.asking = false;
    this.socket.emit("unwait", {}, () => this.waits(null));
  }
}
