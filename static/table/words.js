// @ts-check
// The texts that the page of a table holds for its scripts.

/**
 * @typedef {Record<string, string> & {
 *   states: Record<string, string>,
 *   names: string,
 *   seals_broken: Record<string, string>,
 *   taken_back: Record<string, string>,
 *   onlookers: Record<string, string>,
 *   pieces: Record<string, string>,
 *   taken: Record<string, string>,
 *   letters: Record<string, string>,
 * }} TableWords
 */

export {};
