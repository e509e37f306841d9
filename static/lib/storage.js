// @ts-check
// The storage of this browser, and of this tab; if it is forbidden or full, values last as long as the page.

class Values {
  /** `open()` answers with a Storage, or throws where the browser forbids it. @param {() => Storage} open */
  constructor(open) {
    this.open = open;
    /** @type {Map<string, string>} */
    this.unsaved = new Map();
  }

  /** @param {string} name */
  get(name) {
    try {
      return this.unsaved.get(name) ?? this.open().getItem(`cavalier-${name}`);
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {string} text */
  set(name, text) {
    try {
      this.open().setItem(`cavalier-${name}`, text);
      this.unsaved.delete(name);
    } catch {
      this.unsaved.set(name, text);
    }
  }
}

const local = new Values(() => localStorage);

/** @param {string} name */
export const stored = (name) => local.get(name);
/** @param {string} name @param {string} text */
export const store = (name, text) => local.set(name, text);

/** Lasts as long as the tab, also when it is loaded again. */
export const ofTab = new Values(() => sessionStorage);
