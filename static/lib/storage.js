// What this browser remembers of its reader's wishes; where storage is forbidden they last as long as the page.

const unsaved = new Map();

export function stored(name) {
  try {
    return localStorage.getItem(`cavalier-${name}`) ?? unsaved.get(name) ?? null;
  } catch {
    return unsaved.get(name) ?? null;
  }
}

export function store(name, text) {
  unsaved.set(name, text);
  try {
    localStorage.setItem(`cavalier-${name}`, text);
  } catch {
    // As above.
  }
}
