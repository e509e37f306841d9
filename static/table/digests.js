// @ts-check
// The digests of seals that this browser saw before the reveal: stored for all its tabs, of the latest tables.

const TABLES = 50; // Tables whose digests are stored, the latest ones.
const DIGESTS = 400; // Digests of one table that are stored, the latest ones.
const INDEX = "cavalier-seals";

/** @param {string} table */
const keyOf = (table) => `${INDEX}-${table}`;

/** @param {string} key @returns {unknown} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // Storage is forbidden here, or holds something else.
  }
}

/**
 * The digests of a table by key; none if there was a takeback since, as old ones may no longer count.
 * @param {string} table
 * @param {number} takebacks
 * @returns {Record<string, string>}
 */
export function storedDigests(table, takebacks) {
  const digests = /** @type {{ takebacks: number, seen: Record<string, string> } | null} */ (read(keyOf(table)));
  return digests?.takebacks === takebacks ? digests.seen : {};
}

/**
 * Stores digests of a table beside those of other tabs. An empty digest is a broken seal.
 * @param {string} table
 * @param {number} takebacks
 * @param {Record<string, string>} seen
 */
export function storeDigests(table, takebacks, seen) {
  const all = Object.entries({ ...storedDigests(table, takebacks), ...seen }).slice(-DIGESTS);
  const index = read(INDEX);
  const tables = [table, ...(Array.isArray(index) ? index : []).filter((other) => other !== table)];
  try {
    for (const old of tables.splice(TABLES)) localStorage.removeItem(keyOf(old));
    localStorage.setItem(INDEX, JSON.stringify(tables));
    localStorage.setItem(keyOf(table), JSON.stringify({ takebacks, seen: Object.fromEntries(all) }));
  } catch {
    // Storage is forbidden or full: digests last as long as the page.
  }
}
