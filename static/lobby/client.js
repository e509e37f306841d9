// @ts-check
// The connection to the lobby: the lists, and the person's own seek, which is sent again if it was lost.

import { newId } from "../lib/dom.js";
import { setting } from "../lib/settings.js";

/** @import { Socket } from "socket.io-client" */
/** @import { Refusal } from "../analysis/client.js" */
/** @import { Lists } from "./rows.js" */

/**
 * What a seek asks for.
 * @typedef {object} Wish
 * @property {string[]} variants none for any
 * @property {string} control separated by blanks where several are wanted
 * @property {boolean} rated
 * @property {number | null} distance in points of rating
 */

/** Our own seek; `waited` are seconds. @typedef {Wish & { titles: string[], control_title: string, waited: number }} OwnSeek */

/** What a seek asks for, to send it again or to answer it with the same. @param {Wish} seek @returns {Wish} */
export const wishOf = ({ variants, control, rated, distance }) => ({ variants, control, rated, distance });

/** @typedef {Lists & { mine: OwnSeek | null }} Lobby */
/** @typedef {{ ok: false, refusal: Refusal }} Failed */

const PATIENCE = 8000; // Milliseconds after which an unanswered wait is sent again, with the same id.

export class LobbyClient {
  /**
   * `known`: the server knows who we are; `hello()` makes it so. `boardKeys()` answers the keys of boards on the page.
   * `onLists(lists)` is called with changed lists, `onSeek(mine)` with our seek or null, `onPairing({table, seat})` when
   * somebody plays with us, `onRefusal(sentence)` when we may not seek, `onConnection(open)` when it opens or is lost.
   * @param {object} parts
   * @param {Socket} parts.socket
   * @param {string} parts.language
   * @param {boolean} parts.known
   * @param {() => Promise<boolean>} parts.hello
   * @param {() => string[]} parts.boardKeys
   * @param {(lists: Lists) => void} parts.onLists
   * @param {(mine: OwnSeek | null) => void} parts.onSeek
   * @param {(pairing: { table: string, seat: number }) => void} parts.onPairing
   * @param {(sentence: string) => void} parts.onRefusal
   * @param {(open: boolean) => void} parts.onConnection
   */
  constructor({ socket, language, known, hello, boardKeys, onLists, onSeek, onPairing, onRefusal, onConnection }) {
    this.socket = socket;
    this.language = language;
    this.known = known;
    this.hello = hello;
    this.boardKeys = boardKeys;
    this.onLists = onLists;
    this.onSeek = onSeek;
    this.onPairing = onPairing;
    this.onRefusal = onRefusal;
    this.onConnection = onConnection;
    /** The wanted seek, or null. @type {(Wish & { id: string }) | null} */
    this.wish = null;
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
      (/** @type {Failed | { ok: true, lobby: Lobby }} */ answer) => {
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

  /** @param {Lobby} lobby */
  take({ mine, ...lists }) {
    this.onLists(lists);
    if (this.pending) return; // An update from before our seek arrived.
    if (mine) this.wish ??= { ...wishOf(mine), id: newId() };
    else this.wish = null;
    this.onSeek(mine);
  }

  /** @param {Wish} wish */
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
    /** @param {Error | null} error @param {Failed | { ok: true, wait: OwnSeek | null }} answer */
    const take = (error, answer) => {
      if (this.wish !== wish || !this.pending) return;
      if (error) {
        if (this.socket.connected) this.send();
        return;
      }
      this.pending = false;
      if (!answer.ok) this.refuse(answer.refusal.sentence);
      else if (answer.wait) this.onSeek(answer.wait);
    };
    this.socket.timeout(PATIENCE).emit("wait", wish, take);
  }

  /** @param {string} sentence */
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
