// The connection to the lobby: the lists, and the person's own seek, which is sent again if it was lost.

import { newId } from "../lib/dom.js";
import { setting } from "../lib/settings.js";

// What a seek asks for, to send it again or to answer it with the same.
export const wishOf = ({ variants, control, rated, distance }) => ({ variants, control, rated, distance });

const PATIENCE = 8000; // Milliseconds after which an unanswered wait is sent again, with the same id.

export class LobbyClient {
  // `known`: the server knows who we are; `hello()` makes it so. `boardKeys()` answers the keys of boards on the page.
  // `onLists(lists)` is called with changed lists, `onSeek(mine)` with our seek or null, `onPairing({table, seat})` when
  // somebody plays with us, `onRefusal(sentence)` when we may not seek, `onConnection(open)` when it opens or is lost.
  constructor({ socket, language, known, hello, boardKeys, onLists, onSeek, onPairing, onRefusal, onConnection }) {
    Object.assign(this, {
      socket,
      language,
      known,
      hello,
      boardKeys,
      onLists,
      onSeek,
      onPairing,
      onRefusal,
      onConnection,
    });
    this.wish = null; // The wanted seek: {variants, control, rated, distance, id}, or null.
    this.pending = false;
    socket.on("connect", () => this.look());
    socket.on("disconnect", () => this.onConnection(false));
    socket.on("connect_error", () => this.onConnection(false));
    socket.on("lobby", (lobby) => this.take(lobby));
    socket.on("paired", (seat) => {
      this.wish = null;
      this.onPairing(seat);
    });
    if (socket.connected) this.look();
  }

  look() {
    this.pending = this.wish !== null && !this.known; // Sent only once the server knows us.
    this.socket.emit(
      "lobby",
      { language: this.language, boards: this.boardKeys(), pieces: setting("pieces") },
      (answer) => {
        if (!answer.ok) {
          this.onRefusal(answer.refusal.sentence);
          return;
        }
        this.onConnection(true);
        // The server has restarted, or the seek has expired: it is sent again.
        const lost = this.wish && !answer.lobby.mine;
        if (lost && this.known) this.send();
        this.take(answer.lobby);
      },
    );
  }

  take({ mine, ...lists }) {
    this.onLists(lists);
    if (this.pending) return; // An update from before our seek arrived.
    if (mine) this.wish ??= { ...wishOf(mine), id: newId() };
    else this.wish = null;
    this.onSeek(mine);
  }

  async seek(wish) {
    this.wish = { ...wish, id: newId() };
    this.pending = true; // Lists that come while we greet the server say nothing about it.
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
    this.pending = true;
    this.socket.timeout(PATIENCE).emit("wait", wish, (error, answer) => {
      if (this.wish !== wish || !this.pending) return;
      if (error) {
        if (this.socket.connected) this.send();
        return;
      }
      this.pending = false;
      if (!answer.ok) this.refuse(answer.refusal.sentence);
      else if (answer.wait) this.onSeek(answer.wait);
    });
  }

  refuse(sentence) {
    this.wish = null;
    this.pending = false;
    this.onSeek(null);
    this.onRefusal(sentence);
  }

  stop() {
    this.wish = null;
    this.pending = false;
    this.socket.emit("unwait", {}, () => this.onSeek(null));
  }
}
