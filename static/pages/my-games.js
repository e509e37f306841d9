// My games while the page is open: rows come as the server draws them, and their clocks count down.

import { reading } from "../lib/clocks.js";
import { data, element, optional, show } from "../lib/dom.js";
import { Notifications } from "../lib/notifications.js";
import { connect } from "../lib/socket.js";

const words = data("words");
const main = document.querySelector("main.mine");
const socket = connect();
const notice = optional("notices") && new Notifications("Cavalier", "challenged");
const arrived = new WeakMap(); // By clock, when its figures came.
const body = (part) => main.querySelector(`tbody[data-part="${part}"]`);
const rows = () => [...main.querySelectorAll("tr[data-table]")];
const rowOf = (table) => rows().find((row) => row.dataset.table === table);
let timer = null;

function tick() {
  clearTimeout(timer);
  const waits = [];
  for (const clock of main.querySelectorAll("[data-left]")) {
    if (!arrived.has(clock)) arrived.set(clock, performance.now());
    if (clock.dataset.runs === undefined) continue;
    const left = Math.max(0, clock.dataset.left - (performance.now() - arrived.get(clock)) / 1000);
    const [text, tenths] = reading(left, true, words);
    const [figures, small] = clock.querySelectorAll("[data-figures]");
    if (figures.textContent !== text) figures.textContent = text;
    if (small.textContent !== tenths) small.textContent = tenths;
    clock.classList.toggle("low", tenths !== "");
    if (left > 0) waits.push((left % (tenths ? 0.1 : 1)) * 1000 + 4);
  }
  if (waits.length && !document.hidden) timer = setTimeout(tick, Math.min(...waits));
}

// The row before which one with this time belongs; waiting games are sorted by the least time.
const after = (part, until) =>
  [...body(part).children].find(
    (row) =>
      part === "finished" ||
      part === "open" ||
      (until && (!row.dataset.until || Number(row.dataset.until) > Number(until))),
  ) ?? null;

function put({ table, part, row: markup }) {
  const old = rowOf(table);
  if (!old && main.dataset.page !== "1") return;
  const held = document.createElement("template");
  held.innerHTML = markup;
  const row = held.content.firstElementChild;
  const focused = old?.contains(document.activeElement);
  const there = old?.parentElement === body(part);
  // A row that keeps its place is replaced in place: rows with equal times keep their order.
  if (there && old.dataset.until === row.dataset.until) old.replaceWith(row);
  else {
    old?.remove();
    body(part).insertBefore(row, after(part, row.dataset.until));
  }
  if (focused) row.querySelector("a")?.focus({ preventScroll: true });
}

function take({ rows: changed, gone, definitions, challenges }) {
  // Nothing had been played when the page came.
  if ((changed.length || challenges) && !body("waiting")) {
    location.reload();
    return;
  }
  if (challenges !== undefined && body("waiting")) challenge(challenges);
  for (const markup of Object.values(definitions)) main.insertAdjacentHTML("afterbegin", markup);
  changed.forEach(put);
  for (const table of gone) rowOf(table)?.remove();
  for (const list of main.querySelectorAll("tbody[data-part]")) {
    const any = list.children.length > 0;
    const section = list.closest("section");
    const none = section.querySelector("[data-none]");
    show(list.closest("table"), any);
    if (none) show(none, !any);
    show(section, any || (none && main.dataset.page === "1"));
  }
  tick();
}

function challenge(markup) {
  const list = element("challenge-list");
  const held = document.createElement("template");
  held.innerHTML = markup;
  const links = (place) => [...place.querySelectorAll("a[href*='/game/']")].map((link) => link.pathname).join();
  // A list that stays as it is keeps its focus.
  if (links(list) !== links(held.content)) list.replaceChildren(held.content);
  show(list.closest("section"), markup !== "");
}

function look() {
  const signs = Object.fromEntries(rows().map((row) => [row.dataset.table, row.dataset.sign]));
  const boards = [...main.querySelectorAll("[data-defs]")].map((defined) => defined.dataset.defs);
  const request = { language: document.documentElement.lang, rows: signs, boards, pieces: main.dataset.pieces };
  socket.emit("mine", request, (answer) => answer.ok && take(answer));
}

socket.on("connect", look);
socket.on("mine", (news) => {
  if (news.rows) take(news);
  if (news.challenged) notice?.notify("challenged");
});
document.addEventListener("visibilitychange", tick);
tick();
