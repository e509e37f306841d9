// What this browser remembers of its reader's wishes; where storage is forbidden they last as long as the page.

const meanwhile = new Map();

export function wish(name) {
  try {
    return localStorage.getItem(`cavalier-${name}`) ?? meanwhile.get(name) ?? null;
  } catch {
    return meanwhile.get(name) ?? null;
  }
}

export function keepWish(name, text) {
  meanwhile.set(name, text);
  try {
    localStorage.setItem(`cavalier-${name}`, text);
  } catch {
    // As above.
  }
}
