// The local storage of this browser; if it is forbidden, values last as long as the page.

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
