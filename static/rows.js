// The rows of the lobby, made from the models that the page holds.

import { element, make, show } from "./page.js";

const parts = (row, name) => row.querySelectorAll(`[data-part="${name}"]`);

function model(id, texts) {
  const row = element(id).content.firstElementChild.cloneNode(true);
  for (const [name, text] of Object.entries(texts)) for (const part of parts(row, name)) part.textContent = text;
  return row;
}

function name(link, people) {
  people.forEach((one, place) => link.append(place ? " – " : "", one ? make("bdi", { text: one.name }) : "…"));
}

export class Rows {
  // `place` holds our public id as `me` and the address of a table as `table`, with a hyphen for its id; `play(wait)` is
  // called when the wait of somebody else is to be answered.
  constructor(words, place, play) {
    Object.assign(this, { words, place, play });
  }

  address(table) {
    return this.place.table.replace(/-$/, table);
  }

  draw({ waiting, open, running }) {
    this.fill("waiting", [...waiting.map((wait) => this.wait(wait)), ...open.map((table) => this.open(table))]);
    this.fill("running", running.map((table) => this.running(table)));
    const count = waiting.filter((wait) => wait.person !== this.place.me).length + open.length;
    show(element("way-waiting"), count > 0);
    element("how-many").textContent = count === 1 ? this.words.waiting_one : this.words.waiting_many.replace("{count}", count);
  }

  // Whoever has the keyboard on a row keeps it there.
  fill(id, rows) {
    const body = element(`${id}-list`).querySelector("tbody");
    const focused = document.activeElement.closest(`#${id}-list tr`)?.dataset.key;
    body.replaceChildren(...rows);
    if (focused) rows.find((row) => row.dataset.key === focused)?.querySelector("button:not([hidden]), a:not([hidden])")?.focus();
    show(element(`${id}-list`), rows.length > 0);
    show(element(`${id}-none`), rows.length === 0);
  }

  wait(wait) {
    const wish = wait.titles.join(", ") || this.words.any;
    const row = model("wait-row", { name: wait.name, wish, control: wait.control_title });
    const mine = wait.person === this.place.me;
    row.dataset.key = wait.person;
    for (const you of parts(row, "you")) show(you, mine);
    const [play] = parts(row, "play");
    show(play, !mine);
    play.addEventListener("click", () => this.play(wait));
    return row;
  }

  table(id, table, texts) {
    const row = model(id, { title: table.title, control: table.control_title, ...texts });
    row.dataset.key = table.table;
    const [link] = parts(row, "link");
    link.href = this.address(table.table);
    return [row, link];
  }

  open(table) {
    const [row, link] = this.table("open-row", table, {});
    const people = table.people.filter(Boolean);
    name(link, people);
    const mine = people.some((one) => one.person === this.place.me);
    for (const you of parts(row, "you")) show(you, mine);
    for (const back of parts(row, "return")) {
      back.href = link.href;
      show(back, mine);
    }
    for (const join of parts(row, "join")) {
      join.action = `${link.href}/join`;
      show(join, !mine);
    }
    return row;
  }

  running(table) {
    const [row, link] = this.table("running-row", table, { turns: table.turns, looking: table.looking });
    name(link, table.people);
    return row;
  }
}
