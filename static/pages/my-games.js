// @ts-check
// My games while the page is open: rows come as the server draws them, and their clocks count down.

import { reading } from "../lib/countdown.js";
import { data, element, optional, query, queryAll, show } from "../lib/dom.js";
import { notifyAbout } from "../lib/notify.js";
import { connect } from "../lib/socket.js";

/** The row of a game as the server draws it, and the list that holds it. @typedef {{ table: string, part: string, row: string }} Row */
/**
 * What has changed; `gone` are the ids of tables, `challenges` a list of them in markup.
 * @typedef {{ rows: Row[], gone: string[], definitions: Record<string, string>, challenges?: string }} Changes
 */
/** @typedef {Partial<Changes> & { challenged?: true }} News */

/** @type {{ days_hours: string }} */
const words = data("words");
const main = query(document, "main.mine");
const socket = connect();
const notify = optional("notices") && notifyAbout("Cavalier", "challenged");
/** By clock, when its figures came. @type {WeakMap<Element, number>} */
const arrived = new WeakMap();
/** @param {string} part */
const body = (part) => main.querySelector(`tbody[data-part="${part}"]`);
const rows = () => queryAll(main, "tr[data-table]");
/** @param {string} table */
const rowOf = (table) => rows().find((row) => row.dataset.table === table);
let timer = 0;

function tick() {
  clearTimeout(timer);
  const waits = [];
  for (const clock of queryAll(main, "[data-left]")) {
    const came = arrived.get(clock) ?? performance.now();
    arrived.set(clock, came);
    if (clock.dataset.runs === undefined) continue;
    const left = Math.max(0, Number(clock.dataset.left) - (performance.now() - came) / 1000);
    const [text, tenths] = reading(left, true, words);
    const [figures, small] = clock.querySelectorAll("[data-figures]");
    if (figures.textContent !== text) figures.textContent = text;
    if (small.textContent !== tenths) small.textContent = tenths;
    clock.classList.toggle("low", tenths !== "");
    if (left > 0) waits.push((left % (tenths ? 0.1 : 1)) * 1000 + 4);
  }
  if (waits.length && !document.hidden) timer = setTimeout(tick, Math.min(...waits));
}

/**
 * The row before which one with this time belongs; waiting games are sorted by the least time.
 * @param {HTMLElement} list
 * @param {string} part
 * @param {string | undefined} until
 */
const after = (list, part, until) =>
  queryAll(list, ":scope > *").find(
    (row) =>
      part === "finished" ||
      part === "open" ||
      (until && (!row.dataset.until || Number(row.dataset.until) > Number(until))),
  ) ?? null;

/** @param {Row} changed */
function put({ table, part, row: markup }) {
  const old = rowOf(table);
  if (!old && main.dataset.page !== "1") return;
  const list = /** @type {HTMLElement} */ (body(part));
  const held = document.createElement("template");
  held.innerHTML = markup;
  const row = /** @type {HTMLElement} */ (held.content.firstElementChild);
  const focused = old?.contains(document.activeElement);
  // A row that keeps its place is replaced in place: rows with equal times keep their order.
  if (old?.parentElement === list && old.dataset.until === row.dataset.until) old.replaceWith(row);
  else {
    old?.remove();
    list.insertBefore(row, after(list, part, row.dataset.until));
  }
  if (focused) row.querySelector("a")?.focus({ preventScroll: true });
}

/** @param {Changes} changes */
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
    const section = /** @type {HTMLElement} */ (list.closest("section"));
    const none = section.querySelector("[data-none]");
    show(/** @type {HTMLElement} */ (list.closest("table")), any);
    if (none) show(none, !any);
    show(section, any || (none !== null && main.dataset.page === "1"));
  }
  tick();
}

/** @param {string} markup */
function challenge(markup) {
  const list = element("challenge-list");
  const held = document.createElement("template");
  held.innerHTML = markup;
  const links = (/** @type {ParentNode} */ place) =>
    queryAll(place, "a[href*='/game/']", HTMLAnchorElement)
      .map((link) => link.pathname)
      .join();
  // A list that stays as it is keeps its focus.
  if (links(list) !== links(held.content)) list.replaceChildren(held.content);
  show(/** @type {HTMLElement} */ (list.closest("section")), markup !== "");
}

function look() {
  const signs = Object.fromEntries(rows().map((row) => [row.dataset.table, row.dataset.sign]));
  const boards = queryAll(main, "[data-defs]").map((defined) => defined.dataset.defs);
  const request = { language: document.documentElement.lang, rows: signs, boards, pieces: main.dataset.pieces };
  socket.emit("mine", request, (/** @type {Changes & { ok: boolean }} */ answer) => answer.ok && take(answer));
}

socket.on("connect", look);
socket.on("mine", (/** @type {News} */ news) => {
  if (news.rows) take(/** @type {Changes} */ (news));
  if (news.challenged) notify?.("challenged");
});
document.addEventListener("visibilitychange", tick);
tick();
