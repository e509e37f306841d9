// @ts-check
// The rows of the lobby, made from the models that the page holds.

import { counted, element, fill, make, query, queryAll, show } from "../lib/dom.js";

/** @import { Wish } from "./client.js" */

/** A player with a rating, or an empty text where none is shown. @typedef {{ name: string, rating: string }} Rated */
/** @typedef {Rated & { person: string }} Person */
/** The seek of a person, in words. @typedef {Person & Wish & { titles: string[], control_title: string }} SeekRow */
/** A table; of a free chair the person is null. @typedef {{ table: string, title: string, control_title: string, people: (Person | null)[] }} TableRow */
/**
 * A running game: its texts, its players in the order of seats, and the key of its board.
 * @typedef {TableRow & { chairs: (Rated & { stone: string })[], turn: string, doing: string, watching: string, sealed: number, board: string }} RunningRow
 */
/**
 * The lists; `boards` has the markup of boards and of the definitions that they use, by key.
 * @typedef {object} Lists
 * @property {SeekRow[]} waiting
 * @property {TableRow[]} open
 * @property {RunningRow[]} running
 * @property {Record<string, string>} boards
 * @property {number} many_running
 */
/**
 * The texts of the page; `waiting_many` has plural forms.
 * @typedef {Record<"any" | "all_running" | "waiting_none" | "waiting_one", string> & { waiting_many: Record<string, string> }} RowWords
 */

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {ParentNode} row
 * @param {string} name
 * @param {new () => T} [kind]
 */
const parts = (row, name, kind) => queryAll(row, `[data-part="${name}"]`, kind);

/**
 * A row of a list: the id of its model, its key, and the function that draws it.
 * @typedef {{ model: string, key: string, draw: (row: HTMLElement) => void }} WantedRow
 */

/** @param {ParentNode} row @param {Record<string, string>} texts */
function write(row, texts) {
  for (const [name, text] of Object.entries(texts)) for (const part of parts(row, name)) part.textContent = text;
}

/** A name, with the rating of the player where there is one. @param {Rated} player */
function rated({ name, rating }) {
  /** @type {(Node | string)[]} */
  const parts = [make("bdi", { text: name })];
  if (rating) parts.push(" ", make("span", { className: "mute", text: rating }));
  return parts;
}

/**
 * The element of a press must still exist when the press ends: only changed links are replaced.
 * @param {HTMLElement} link
 * @param {(Rated | null)[]} people
 */
function name(link, people) {
  const shown = JSON.stringify(people);
  if (link.dataset.shown === shown) return;
  link.dataset.shown = shown;
  link.replaceChildren();
  for (const [place, one] of people.entries()) link.append(place ? " – " : "", ...(one === null ? ["…"] : rated(one)));
}

/** @param {HTMLElement} place @param {RunningRow["chairs"]} chairs */
function seated(place, chairs) {
  const shown = JSON.stringify(chairs);
  if (place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  const sitter = (/** @type {RunningRow["chairs"][number]} */ chair) => {
    const seat = make("span");
    seat.append(make("i", { className: `stone stone-${chair.stone}` }), ...rated(chair));
    return seat;
  };
  place.replaceChildren(...chairs.map(sitter));
}

export class Rows {
  /**
   * `place` holds our public id as `me` and the address of a table as `table`, with a hyphen for its id; with an `account`
   * rated seeks may be answered; `onPlay(wait)` is called to answer the seek of another person.
   * @param {RowWords} words
   * @param {{ me: string | null, table: string }} place
   * @param {boolean} account
   * @param {(wait: SeekRow) => void} onPlay
   */
  constructor(words, place, account, onPlay) {
    this.words = words;
    this.place = place;
    this.account = account;
    /** @type {Record<string, string>} */
    this.boards = {};
    /** By person. @type {Map<string | undefined, SeekRow>} */
    this.waits = new Map();
    element("waiting-list").addEventListener("click", ({ target }) => {
      const row = /** @type {Element} */ (target).closest("[data-part=play]")?.closest("tr");
      const wait = this.waits.get(row?.dataset.key);
      if (wait) onPlay(wait);
    });
  }

  /** @param {string} table */
  address(table) {
    return this.place.table.replace(/-$/, table);
  }

  // The keys of the markup that the page holds: of the boards, and of the definitions that these use.
  get boardKeys() {
    const boards = queryAll(element("running-list"), "[data-board]").map((board) => board.dataset.board);
    const definitions = queryAll(element("definitions"), ":scope > *").map((defined) => defined.dataset.defs);
    return /** @type {string[]} */ ([...new Set([...boards, ...definitions])]);
  }

  /** @param {Lists} lists */
  draw({ waiting, open, running, boards, many_running: many }) {
    this.boards = boards;
    for (const [key, markup] of Object.entries(boards)) {
      if (!markup.includes("data-defs") || this.boardKeys.includes(key)) continue;
      element("definitions").insertAdjacentHTML("beforeend", markup);
    }
    const all = element("all-running");
    all.textContent = this.words.all_running.replace("{count}", String(many));
    show(all, many > running.length);
    this.waits = new Map(waiting.map((wait) => [wait.person, wait]));
    this.fill("waiting", [
      ...waiting.map((wait) => ({
        model: "wait-row",
        key: wait.person,
        draw: (/** @type {HTMLElement} */ row) => this.wait(row, wait),
      })),
      ...open.map((table) => ({
        model: "open-row",
        key: table.table,
        draw: (/** @type {HTMLElement} */ row) => this.open(row, table),
      })),
    ]);
    this.fill(
      "running",
      running.map((table) => ({ model: "running-row", key: table.table, draw: (row) => this.running(row, table) })),
    );
    const others = [
      ...waiting.filter((wait) => !this.isMe(wait)),
      ...open.filter((table) => !table.people.some((person) => this.isMe(person))),
    ];
    show(element("any-waiting"), others.length > 0);
    element("how-many").textContent = this.waited(others);
  }

  /** @param {Person | null} person */
  isMe(person) {
    return person !== null && person.person === this.place.me;
  }

  /** For a seek, its game. @param {(SeekRow | TableRow)[]} rows */
  waited([first, ...more]) {
    const { words } = this;
    if (!first) return words.waiting_none;
    if (more.length) return counted(words.waiting_many, more.length + 1);
    const game = "title" in first ? first.title : first.titles.join(", ") || words.any;
    return fill(words.waiting_one, { game, control: first.control_title });
  }

  /**
   * A row that stays is updated in place, so that a press on it, or the focus, is not lost.
   * @param {string} id
   * @param {WantedRow[]} wanted
   */
  fill(id, wanted) {
    const body = query(element(`${id}-list`), "tbody, .minis");
    const focused = /** @type {HTMLElement | null} */ (body.querySelector(":focus"));
    /** @type {Set<string | undefined>} */
    const keys = new Set(wanted.map(({ key }) => key));
    for (const row of queryAll(body, ":scope > *")) if (!keys.has(row.dataset.key)) row.remove();
    const standing = new Map(queryAll(body, ":scope > *").map((row) => [row.dataset.key, row]));
    wanted.forEach(({ model, key, draw }, place) => {
      const { content } = element(model, HTMLTemplateElement);
      const row = standing.get(key) ?? /** @type {HTMLElement} */ (content.firstElementChild?.cloneNode(true));
      row.dataset.key = key;
      draw(row);
      if (body.children[place] !== row) body.insertBefore(row, body.children[place] ?? null);
    });
    if (focused?.isConnected) focused.focus();
    show(element(`${id}-list`), wanted.length > 0);
    show(element(`${id}-none`), wanted.length === 0);
  }

  /** @param {HTMLElement} row @param {SeekRow} wait */
  wait(row, wait) {
    const mine = this.isMe(wait);
    write(row, {
      name: wait.name,
      rating: wait.rating,
      wish: wait.titles.join(", ") || this.words.any,
      control: wait.control_title,
    });
    for (const you of parts(row, "you")) show(you, mine);
    for (const play of parts(row, "play")) show(play, !mine && (this.account || !wait.rated));
  }

  /**
   * @param {HTMLElement} row
   * @param {TableRow} table
   * @param {Person[]} people
   */
  table(row, table, people) {
    write(row, { title: table.title, control: table.control_title });
    const [link] = parts(row, "link", HTMLAnchorElement);
    link.href = this.address(table.table);
    name(link, people);
    return link.href;
  }

  /** @param {HTMLElement} row @param {TableRow} table */
  open(row, table) {
    const people = table.people.filter((person) => person !== null);
    const address = this.table(row, table, people);
    const mine = people.some((one) => this.isMe(one));
    for (const you of parts(row, "you")) show(you, mine);
    for (const back of parts(row, "return", HTMLAnchorElement)) {
      back.href = address;
      show(back, mine);
    }
    for (const join of parts(row, "join", HTMLFormElement)) {
      join.action = `${address}/join`;
      show(join, !mine);
    }
  }

  /** @param {HTMLElement} row @param {RunningRow} table */
  running(row, table) {
    const { chairs, title, control_title: control, turn, doing, watching, sealed } = table;
    /** @type {HTMLAnchorElement} */ (row).href = this.address(table.table);
    write(row, { title, control, turn, doing, watching });
    for (const part of parts(row, "doing")) part.classList.toggle("red", sealed > 0);
    seated(parts(row, "above")[0], chairs.slice(1).reverse());
    seated(parts(row, "below")[0], chairs.slice(0, 1));
    const [board] = parts(row, "board");
    const markup = this.boards[table.board];
    if (board.dataset.board === table.board || !markup) return;
    board.innerHTML = markup;
    board.dataset.board = table.board;
  }
}
