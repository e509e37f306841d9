// @ts-check
// Events of the parts of a page, for other parts that these do not know.

/**
 * The events of one part.
 * @template {object} Details by name, what comes with an event
 */
export class Events {
  /** @type {Map<keyof Details, ((detail: never) => void)[]>} */
  #acts = new Map();

  /**
   * Calls `act` with what comes with each event of this name.
   * @template {keyof Details} Name
   * @param {Name} name
   * @param {(detail: Details[Name]) => void} act
   */
  on(name, act) {
    this.#acts.set(name, [...(this.#acts.get(name) ?? []), act]);
  }

  /**
   * @template {keyof Details} Name
   * @param {Name} name
   * @param {Details[Name]} detail
   */
  emit(name, detail) {
    for (const act of this.#acts.get(name) ?? []) /** @type {(detail: Details[Name]) => void} */ (act)(detail);
  }
}
