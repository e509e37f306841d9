// Steps through the played figures of a rules page: before, then each turn as a game shows it. Nothing moves unasked.
// Any position of the page can be tried.

const words = JSON.parse(document.getElementById("figure-words").textContent);
const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

function follow(bar) {
  const figure = bar.closest("figure");
  const course = JSON.parse(bar.dataset.course);
  const [back, forward] = bar.querySelectorAll("button");
  const told = bar.querySelector("span");
  const last = course.turns.length;
  let shown = last;
  let board = null;

  const tell = () => {
    const { said } = course.turns[shown - 1] ?? {};
    const number = bar.dataset.shown.replace("{turn}", shown).replace("{turns}", last);
    told.textContent = [number, said].filter(Boolean).join(" – ");
    back.setAttribute("aria-disabled", shown === 0);
    forward.setAttribute("aria-disabled", shown === last);
  };
  const step = async (way) => {
    const before = shown;
    shown = Math.min(Math.max(shown + way, 0), last);
    if (shown === before) return;
    tell();
    const { boardOf, viewOf } = await import("./stepped.js");
    board ??= boardOf(figure, bar.dataset);
    // A turn travels only where it follows from what stands on the board.
    if (board.view?.number === shown - 1) board.view = viewOf(course, shown);
    else board.jump(viewOf(course, shown));
  };

  back.addEventListener("click", () => step(-1));
  forward.addEventListener("click", () => step(1));
  figure.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (!(event.key in KEYS) || figure.classList.contains("trying")) return;
    event.preventDefault();
    step(KEYS[event.key]);
  });
  figure.classList.add("stepped");
  bar.hidden = false;
}

// A button that makes of the figure a board for its reader.
function offer(figure) {
  const button = document.createElement("button");
  button.type = "button";
  button.classList.add("btn", "try-it");
  button.textContent = words.try;
  const trying = (yes) => figure.classList.toggle("trying", yes);
  button.addEventListener("click", async () => {
    try {
      const { tryOut } = await import("./stepped.js");
      trying(true);
      await tryOut(figure, words, () => {
        trying(false);
        button.focus();
      });
    } catch {
      button.replaceWith(words.alone);
    }
  });
  figure.append(button);
}

for (const bar of document.querySelectorAll("[data-course]")) follow(bar);
for (const figure of document.querySelectorAll("[data-try]")) offer(figure);
