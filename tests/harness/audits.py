"""What holds for every page: axe finds no fault, it fits the window, it does not jump, and Tab reaches all of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal

from playwright.sync_api import ViewportSize, expect

from tests.harness.checkout import ROOT

if TYPE_CHECKING:
    from tests.harness.people import Person

Theme = Literal["light", "dark"]

WIDE, NARROW = ViewportSize(width=1280, height=900), ViewportSize(width=360, height=740)
PHONE: dict[str, Any] = {"viewport": ViewportSize(width=360, height=640), "has_touch": True}


class Audited(Enum):
    """How much of a state the audits may try."""

    STANDING = "the page as it stands"
    TABBED = "and where Tab leads"
    RELOADED = "and how it comes: a reload shows the same state again, or one like it"
    SENT = "and how it has come: it answers a form, sent `with_fonts`, and a reload would not bring it back"


def audit(
    person: Person, audited: Audited, language: str, *themes: Theme, further_widths: Sequence[int] = ()
) -> list[str]:
    """All faults of a page as its window is, in these themes; and whether it fits windows of further widths."""
    page = person.page
    page.wait_for_load_state()  # A page that a form has led to may stand there without its style for a moment.
    expect(page.locator("main.play:not(.ready)")).to_have_count(0)
    faults = jumps(person) if audited is Audited.SENT else []
    for theme in themes:
        faults += axe(person, theme, {} if theme == themes[0] else CONTRAST)
    faults += small_targets(person) + moving(person)
    if language == "fr":
        faults += [f"a word of English: {word}" for word in words(person, ENGLISH)]
    if audited is not Audited.STANDING:
        faults += unreached(person)
    window = page.viewport_size
    assert window is not None
    for width in (*further_widths, window["width"]):
        page.set_viewport_size({"width": width, "height": window["height"]})
        faults += overflow(person)
    if audited is Audited.RELOADED:
        page.evaluate("() => scrollTo(0, 0)")  # A reload restores the scroll, to which Tab has led.
        page.reload()
        faults += jumps(person)
    return faults


# Faults that axe finds

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

RUN_AXE = """rules => axe.run(document, {resultTypes: ["violations"], ...rules}).then(
  ({violations}) => violations.flatMap(({id, nodes}) => nodes.map(({target, any, all, none}) =>
    `${id}: ${target.join(" ")}: ${[...any, ...all, ...none].map(({message}) => message).join("; ")}`)))"""

CONTRAST: Mapping[str, Any] = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What a theme can break."""


def axe(person: Person, theme: Theme, rules: Mapping[str, Any]) -> list[str]:
    """What axe finds on the page in a theme, by these of its rules or all."""
    page = person.page
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    page.emulate_media(color_scheme=theme)
    return [f"{theme}: {fault}" for fault in page.evaluate(RUN_AXE, dict(rules))]


# Size

SMALL = """() => [...document.querySelectorAll("a:not(.nudge), button, select, summary")]
  .filter((node) => node.checkVisibility() && !node.closest(".vh"))
  .filter((node) => node.getBoundingClientRect().height < 24)
  .map((node) => `less than 24 px high: ${node.outerHTML.slice(0, 120)}`)"""


def small_targets(person: Person) -> list[str]:
    """What can be pressed and is too small for a finger; a nudge leads to what is large enough on the same page."""
    found: list[str] = person.page.evaluate(SMALL)
    return found


MISPLACED = """() => {
  const main = document.querySelector("main");
  const below = main ? main.scrollHeight - main.clientHeight : 0;
  const texts = [...document.querySelectorAll("p, li, dd, td, figcaption")].filter((node) => node.checkVisibility()
    && !node.closest(".vh") && node.textContent.trim().length > 20 && node.getBoundingClientRect().width < 48);
  return [
    ...(below > 1 ? [`${below} px hang out of the page, over its foot`] : []),
    ...texts.map((node) => `squeezed: ${node.outerHTML.slice(0, 120)}`),
  ];
}"""


def overflow(person: Person) -> list[str]:
    """Whether the page is wider than its window, hangs over its foot, or has a column too narrow for a word."""
    beside = person.overflow()
    found: list[str] = person.page.evaluate(MISPLACED)
    size = person.page.viewport_size
    assert size is not None
    return [f"{beside} px lie beside {size}"] * (beside > 0) + [f"{size['width']} px wide: {each}" for each in found]


# Motion

MOVING = """() => !matchMedia("(prefers-reduced-motion: reduce)").matches ? [] : [
  ...document.getAnimations().map(({effect}) => effect.target),
  ...[...document.querySelectorAll("main *")].filter((node) => getComputedStyle(node).animationName !== "none"),
].map((node) => `moves though the reader asks for no motion: ${node.outerHTML.slice(0, 120)}`)"""


def moving(person: Person) -> list[str]:
    """The elements that move, or have moved when they came, on a page although its reader prefers reduced motion."""
    found: list[str] = person.page.evaluate(MOVING)
    return found


# Layout shift

SHIFT = """(since) => new Promise((done) => {
  let shifted = 0;
  new PerformanceObserver((list) => {
    for (const {startTime, hadRecentInput, value} of list.getEntries())
      if (startTime >= since && !hadRecentInput) shifted += value;
  }).observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(shifted), 0)));
})"""

MAX_SHIFT = 0.02


def layout_shift(person: Person, since: float = 0.0) -> float:
    """The cumulative layout shift of the page, since a time of its own clock: how much has jumped without input."""
    person.page.wait_for_load_state("networkidle")
    shifted: float = person.page.evaluate(SHIFT, since)
    return shifted


def jumps(person: Person) -> list[str]:
    """Whether the page has jumped while it came."""
    shifted = layout_shift(person)
    return [f"a layout shift of {shifted:.3f}"] if shifted > MAX_SHIFT else []


RECORD_PLACES = """() => {
  window.places = {};
  const look = () => {
    document.querySelectorAll("cavalier-board, .plate").forEach((node, index) => {
      const {x, y, width, height} = node.getBoundingClientRect();
      if (!width) return;  // It is not shown.
      const places = (window.places[`${index} ${node.localName}`] ??= new Set());
      places.add([x + scrollX, y + scrollY, width, height].join(" "));
    });
    requestAnimationFrame(look);
  };
  look();
  return performance.now();
}"""
"""Remember in every frame where the board and the players beside it stand on the page."""


def places(person: Person) -> dict[str, list[str]]:
    """Where each of what `RECORD_PLACES` looks at has stood."""
    found: dict[str, list[str]] = person.page.evaluate(
        "() => Object.fromEntries(Object.entries(window.places).map(([what, where]) => [what, [...where]]))"
    )
    return found


# Keyboard

MAX_TABS = 60
"""So many presses of Tab lead through any page."""

RECORD_CONTROLS = """() => {
  const groups = new Set();
  const within = document.querySelector("dialog:modal") ?? document;
  window.unreached = new Set(
    [...within.querySelectorAll("a[href], button, input, select, textarea, summary")].filter((node) => {
      if (node.tabIndex < 0 || node.matches(":disabled") || node.closest("[inert]") || !node.checkVisibility({
        visibilityProperty: true})) return false;
      if (node.type !== "radio") return true;
      const first = !groups.has(node.name);
      groups.add(node.name);
      return first;
    }));
  return window.unreached.size;
}"""
"""Remember every control that Tab has to reach, in an open dialog or on the page: of a group of radio buttons, one, and
of the squares of a board the one that Tab leads to, which another one may be after the next change."""

FOCUSED = """() => {
  const node = document.activeElement;
  if (node === document.body) return ["", true, window.unreached.size];
  const board = node.closest("cavalier-board");
  for (const control of window.unreached)
    if (control === node || (node.type === "radio" && control.name === node.name) || (board && board.contains(control)
      && control.matches("[data-square]"))) window.unreached.delete(control);
  const outlined = [node, node.closest(".seg label, .card")].filter(Boolean).some((shown) => {
    const {outlineStyle, outlineWidth} = getComputedStyle(shown);
    const {width, height} = shown.getBoundingClientRect();
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && width > 1 && height > 1;
  });
  return [outlined ? "" : `no outline: ${node.outerHTML.slice(0, 120)}`, false, window.unreached.size];
}"""
"""What is wrong with where the focus is, whether it is nowhere, and how many controls it has not been on."""


def unreached(person: Person) -> list[str]:
    """What Tab does not reach, once round from where the focus is, and each control whose focus is not seen."""
    page, faults, rounds = person.page, [], 0
    for _ in range(page.evaluate(RECORD_CONTROLS) + MAX_TABS):
        page.keyboard.press("Tab")
        fault, nowhere, left = page.evaluate(FOCUSED)
        faults += [fault] if fault else []
        rounds += nowhere
        if rounds == 2 or not left:
            break
    missed = page.evaluate("() => [...window.unreached].map((node) => node.outerHTML.slice(0, 120))")
    return faults + [f"not reached: {control}" for control in missed]


def tab_to(person: Person, selector: str, key: str = "Tab") -> None:
    """Press Tab until the focus is there; what has just appeared is reached as soon as it can be pressed."""
    expect(person.page.locator(f"[inert] :is({selector}), [inert]:is({selector})")).to_have_count(0)
    for _ in range(MAX_TABS):
        person.page.keyboard.press(key)
        if person.page.locator(f":focus:is({selector})").count():
            return
    raise AssertionError(f"Tab never comes to {selector}")


# Languages

ENGLISH = """
the and is of with your you white black move moves from which play turn turns piece game seal sealed choose
chosen offer offered offers draw resign link copy first last forward back penalty penalties footman footmen board
horseman horsemen guest rules waiting waits cancel close risky safe empty seat skip
this not was yes keep all wins won lost start again name nobody
"""
FRENCH = """
le la les des est et du une dans blancs noirs coup coups pour case sur votre vous partie parties sceller scellé
tour joueurs nulle abandonner lien copier fermer annuler rejoindre risqué sûr vide siège libre nom
"""

EVERY_TEXT = """() => {
  const later = JSON.parse(document.querySelector("script#words")?.textContent ?? "{}");
  const texts = [document.title, ...Object.values(later)
    .flatMap((value) => typeof value === "string" ? [value] : Object.values(value))];
  const foreign = (element) => element.closest("script, style, code, bdi, [lang]:not(html)");
  for (const element of document.querySelectorAll("html, html *")) {
    if (foreign(element)) continue;
    for (const name of ["aria-label", "title", "alt", "placeholder"]) texts.push(element.getAttribute(name) ?? "");
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
    if (element.dataset.words) texts.push(element.dataset.words.replace(/"\\w+":/g, " "));
  }
  return texts.join(" ");
}"""
"""All that a page says or may come to say: seen, hidden or only spoken."""


def words(person: Person, language: str) -> list[str]:
    """Which words of a language (`ENGLISH`, `FRENCH`) stand on a page."""
    text = person.page.evaluate(EVERY_TEXT)
    found = set(re.findall(r"[^\W\d_]+", re.sub(r"{\w+}", " ", text.lower())))
    return sorted(found.intersection(language.split()))
