// @ts-check
// The home page: finds an opponent, keeps the lists up to date, and the board at the top if its game is being played.

import "../board/element.js";
import "./base.js";
import { Connection } from "../lib/connection.js";
import { data, drawStones, element, optional, query, show } from "../lib/dom.js";
import { notifyAbout } from "../lib/notify.js";
import { addPickers } from "../lib/picker.js";
import { filterWhileTyping } from "../lib/search.js";
import { connect } from "../lib/socket.js";
import { LobbyClient, wishOf } from "../lobby/client.js";
import { Rows } from "../lobby/rows.js";
import { Seek } from "../lobby/seek.js";
import { TableClient } from "../table/client.js";

/** @import { CavalierBoard } from "../board/element.js" */
/** @import { View } from "../game/view-types.js" */
/** @import { RowWords } from "../lobby/rows.js" */
/** @import { SeekWords } from "../lobby/seek.js" */

/** @type {RowWords & SeekWords} */
const words = data("words");
/** @type {{ me: string | null, table: string, hello: string }} */
const place = data("lobby");
const language = document.documentElement.lang;

/** @param {View} view */
function draw(view) {
  /** @type {CavalierBoard} */ (query(document, "cavalier-board")).view = view;
  element("turn").textContent = String(view.result ? view.number : view.number + 1);
  drawStones(view.chairs.map((chair) => chair.stone));
  for (const chair of view.chairs) {
    const plate = document.querySelector(`[data-chair="${chair.seat}"]`);
    for (const state of ["sealed", "choosing"]) {
      for (const sign of plate?.querySelectorAll(`[data-${state}]`) ?? []) show(sign, chair.state === state);
    }
  }
}

/** @param {View} first */
function watch(first) {
  draw(first);
  const client = new TableClient({ table: first.table, seat: null, language, view: first });
  client.events.on("view", ({ view }) => draw(view));
  return client.socket;
}

const socket = optional("view") ? watch(data("view")) : connect();

const seek = new Seek(words, { onSeek: (wish) => lobby.seek(wish), onStop: () => lobby.stop() });

const rows = new Rows(words, place, seek.rated !== null, (wait) => {
  element("seek").scrollIntoView({ block: "nearest" });
  seek.want({ ...wishOf(wait), distance: null });
});

addPickers();
filterWhileTyping();

const notify = notifyAbout("Cavalier", "paired");
socket.on("mine", (/** @type {{ challenged?: true }} */ { challenged }) => notify(challenged && "challenged"));
const connection = new Connection();

const lobby = new LobbyClient({
  socket,
  language,
  known: place.me !== null,
  hello: async () => {
    const answer = await fetch(place.hello, { method: "POST" }).catch(() => null);
    if (answer?.ok) place.me = (await answer.json()).person;
    return place.me !== null;
  },
  boardKeys: () => rows.boardKeys,
  onLists: (lists) => rows.draw(lists),
  onSeek: (mine) => seek.draw(mine),
  onPairing: async ({ table, seat }) => {
    seek.found();
    await notify("paired");
    location.assign(`${rows.address(table)}?seat=${seat}`);
  },
  onRefusal: (sentence) => seek.refuse(sentence),
  onConnection: (yes) => connection.link(yes),
});
