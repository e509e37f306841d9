// The digests of envelopes that this browser saw while they were closed: kept for all its tabs, of the latest tables.

const TABLES = 50; // Tables whose digests are kept: those that were looked at last.
const DIGESTS = 400; // Digests of one table that are kept: those that were seen last.
const INDEX = "cavalier-seals";

const keyOf = (table) => `${INDEX}-${table}`;

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // Storage is forbidden here, or holds something else.
  }
}

// What was seen at a table: {key: digest}. Where turns were taken back meanwhile, nobody knows which digests still count.
export function recall(table, takebacks) {
  const kept = read(keyOf(table));
  return kept?.takebacks === takebacks ? kept.seen : {};
}

// Keeps what was seen at a table, beside what other tabs saw there. An empty digest stands for a seal that was broken.
export function keep(table, takebacks, seen) {
  const all = Object.entries({ ...recall(table, takebacks), ...seen }).slice(-DIGESTS);
  const index = read(INDEX);
  const tables = [table, ...(Array.isArray(index) ? index : []).filter((other) => other !== table)];
  try {
    for (const old of tables.splice(TABLES)) localStorage.removeItem(keyOf(old));
    localStorage.setItem(INDEX, JSON.stringify(tables));
    localStorage.setItem(keyOf(table), JSON.stringify({ takebacks, seen: Object.fromEntries(all) }));
  } catch {
    // Storage is forbidden or full: what was seen lasts as long as the page.
  }
}
