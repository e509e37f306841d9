// The rows of the lobby, made from the models that the page holds.

import { counted, element, fill, make, show } from "../lib/dom.js";

const parts = (row, name) => row.querySelectorAll(`[data-part="${name}"]`);

function write(row, texts) {
  for (const [name, text] of Object.entries(texts)) for (const part of parts(row, name)) part.textContent = text;
}

// A name, with the rating of the player where there is one.
function rated({ name, rating }) {
  const parts = [make("bdi", { text: name })];
  if (rating) parts.push(" ", make("span", { className: "mute", text: rating }));
  return parts;
}

// The element of a press must still exist when the press ends: only changed links are replaced.
function name(link, people) {
  const shown = JSON.stringify(people);
  if (link.dataset.shown === shown) return;
  link.dataset.shown = shown;
  link.replaceChildren();
  for (const [place, one] of people.entries()) link.append(place ? " – " : "", ...(one === null ? ["…"] : rated(one)));
}

function seated(place, chairs) {
  const shown = JSON.stringify(chairs);
  if (place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  const sitter = (chair) => {
    const seat = make("span");
    seat.append(make("i", { className: `stone stone-${chair.stone}` }), ...rated(chair));
    return seat;
  };
  place.replaceChildren(...chairs.map(sitter));
}

export class Rows {
  // `place` holds our public id as `me` and the address of a table as `table`, with a hyphen for its id; `play(wait)` is
  // called to answer the seek of another person.
  constructor(words, place, play) {
    Object.assign(this, { words, place });
    this.waits = new Map();
    element("waiting-list").addEventListener("click", ({ target }) => {
      const row = target.closest("[data-part=play]")?.closest("tr");
      if (row) play(this.waits.get(row.dataset.key));
    });
  }

  address(table) {
    return this.place.table.replace(/-$/, table);
  }

  // The keys of the markup that the page holds: of the boards, and of the definitions that these use.
  get boardKeys() {
    const boards = [...element("running-list").querySelectorAll("[data-board]")].map((board) => board.dataset.board);
    const definitions = [...element("definitions").children].map((defined) => defined.dataset.defs);
    return [...new Set([...boards, ...definitions])];
  }

  draw({ waiting, open, running, boards, many_running: many }) {
    this.boards = boards;
    for (const [key, markup] of Object.entries(boards)) {
      if (!markup.includes("data-defs") || this.boardKeys.includes(key)) continue;
      element("definitions").insertAdjacentHTML("beforeend", markup);
    }
    const all = element("all-running");
    all.textContent = this.words.all_running.replace("{count}", many);
    show(all, many > running.length);
    this.waits = new Map(waiting.map((wait) => [wait.person, wait]));
    this.fill("waiting", [
      ...waiting.map((wait) => ["wait-row", wait.person, (row) => this.wait(row, wait)]),
      ...open.map((table) => ["open-row", table.table, (row) => this.open(row, table)]),
    ]);
    this.fill(
      "running",
      running.map((table) => ["running-row", table.table, (row) => this.running(row, table)]),
    );
    const others = [...waiting.filter((wait) => wait.person !== this.place.me), ...open];
    show(element("any-waiting"), others.length > 0);
    element("how-many").textContent = this.waited(others);
  }

  // For a seek, its game.
  waited([first, ...more]) {
    const { words } = this;
    if (!first) return words.waiting_none;
    if (more.length) return counted(words.waiting_many, more.length + 1);
    const game = first.title ?? (first.titles.join(", ") || words.any);
    return fill(words.waiting_one, { game, control: first.control_title });
  }

  // Each of `wanted` is a model, a key, and a function that draws the row. A row that stays is updated in place, so
  // that a press on it, or the focus, is not lost.
  fill(id, wanted) {
    const body = element(`${id}-list`).querySelector("tbody, .minis");
    const focused = body.querySelector(":focus");
    const keys = new Set(wanted.map(([, key]) => key));
    for (const row of [...body.children]) if (!keys.has(row.dataset.key)) row.remove();
    const standing = new Map([...body.children].map((row) => [row.dataset.key, row]));
    wanted.forEach(([model, key, draw], place) => {
      const row = standing.get(key) ?? element(model).content.firstElementChild.cloneNode(true);
      row.dataset.key = key;
      draw(row);
      if (body.children[place] !== row) body.insertBefore(row, body.children[place] ?? null);
    });
    if (focused?.isConnected) focused.focus();
    show(element(`${id}-list`), wanted.length > 0);
    show(element(`${id}-none`), wanted.length === 0);
  }

  wait(row, wait) {
    const mine = wait.person === this.place.me;
    write(row, {
      name: wait.name,
      rating: wait.rating,
      wish: wait.titles.join(", ") || this.words.any,
      control: wait.control_title,
    });
    for (const you of parts(row, "you")) show(you, mine);
    for (const play of parts(row, "play")) show(play, !mine);
  }

  table(row, table, people, texts) {
    write(row, { title: table.title, control: table.control_title, ...texts });
    const [link] = parts(row, "link");
    link.href = this.address(table.table);
    name(link, people);
    return link.href;
  }

  open(row, table) {
    const people = table.people.filter(Boolean);
    const address = this.table(row, table, people, {});
    const mine = people.some((one) => one.person === this.place.me);
    for (const you of parts(row, "you")) show(you, mine);
    for (const back of parts(row, "return")) {
      back.href = address;
      show(back, mine);
    }
    for (const join of parts(row, "join")) {
      join.action = `${address}/join`;
      show(join, !mine);
    }
  }

  running(row, table) {
    const { chairs, title, control_title: control, turn, doing, watching, sealed } = table;
    row.href = this.address(table.table);
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
