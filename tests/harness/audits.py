"""What holds for every page: axe finds no fault, it fits the window, it does not jump, and Tab reaches all of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import ViewportSize, expect

from tests.harness.zygote import ROOT

if TYPE_CHECKING:
    from tests.harness.people import Person

WIDE, NARROW = ViewportSize(width=1280, height=900), ViewportSize(width=360, height=740)
PHONE: dict[str, Any] = {"viewport": ViewportSize(width=360, height=640), "has_touch": True}

# Faults that axe finds

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

RUN = """rules => axe.run(document, {resultTypes: ["violations"], ...rules}).then(({violations}) => violations.flatMap(
  ({id, nodes}) => nodes.map(({target, any, all, none}) =>
    `${id}: ${target.join(" ")}: ${[...any, ...all, ...none].map(({message}) => message).join("; ")}`)))"""

CONTRAST = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What a theme can break."""


def examine(person: Person, state: str) -> list[str]:
    """What is wrong with the page as it stands: each fault with the state in which it was found."""
    page = person.page
    found: list[str] = []

    def axe(theme: Any, rules: object) -> None:
        page.emulate_media(color_scheme=theme)
        found.extend(f"{state}, {theme}: {fault}" for fault in page.evaluate(RUN, rules))

    page.wait_for_load_state()  # A page that a form has led to may stand there without its style for a moment.
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    axe("dark", CONTRAST)
    axe("light", {})
    page.set_viewport_size(NARROW)
    if person.overflow() > 0:
        found.append(f"{state}: at 360 px {person.overflow()} px lie beside the window")
    page.set_viewport_size(WIDE)
    return found


# Layout shift

RECORD_SHIFT = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifted += shift.value;
  }).observe({type: "layout-shift", buffered: true});
}"""

MAX_SHIFT = 0.02


def layout_shift(person: Person) -> float:
    """The cumulative layout shift of a page that has run `RECORD_SHIFT`: how much has jumped without input."""
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shifted: float = person.page.evaluate("() => window.shifted")
    return shifted


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
"""Remember every control that Tab has to reach, in an open dialog or on the page: of a group of radio buttons, one."""

FOCUSED = """() => {
  const node = document.activeElement;
  if (node === document.body) return "";
  for (const control of window.unreached)
    if (control === node || (node.type === "radio" && control.name === node.name)) window.unreached.delete(control);
  const outlined = [node, node.closest(".seg label, .card")].filter(Boolean).some((shown) => {
    const {outlineStyle, outlineWidth} = getComputedStyle(shown);
    const {width, height} = shown.getBoundingClientRect();
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && width > 1 && height > 1;
  });
  return outlined ? "" : `no outline: ${node.outerHTML.slice(0, 120)}`;
}"""
"""What is wrong with where the focus is."""


def unreached(person: Person) -> list[str]:
    """What Tab does not reach, once round from where the focus is, and each control whose focus is not seen."""
    page, found, ends = person.page, [], 0
    for _ in range(page.evaluate(RECORD_CONTROLS) + MAX_TABS):
        page.keyboard.press("Tab")
        if fault := page.evaluate(FOCUSED):
            found.append(fault)
        ends += page.evaluate("() => document.activeElement === document.body")
        if ends == 2 or not page.evaluate("() => window.unreached.size"):
            break
    missed = page.evaluate("() => [...window.unreached].map((node) => node.outerHTML.slice(0, 120))")
    return found + [f"not reached: {control}" for control in missed]


def tab_to(person: Person, selector: str, key: str = "Tab") -> None:
    """Press Tab until the focus stands there; what has just appeared can be reached when it can be pressed."""
    expect(person.page.locator(f"[inert] :is({selector}), [inert]:is({selector})")).to_have_count(0)
    for _ in range(MAX_TABS):
        person.page.keyboard.press(key)
        if person.page.locator(f":focus:is({selector})").count():
            return
    raise AssertionError(f"Tab never comes to {selector}")


# Languages

ENGLISH = """
the and is of with your you white black move moves from which play turn turns piece game games seal sealed choose
chosen offer offered offers draw resign link copy first last forward back penalty penalties footman footmen board
horseman horsemen guest rules waiting waits cancel close join risky safe empty seat free type skip
this not was yes keep all wins won lost start again name nobody
"""
FRENCH = """
le la les des est et du une dans blancs noirs coup coups pour case sur votre vous partie parties sceller scellé
tour joueurs nulle abandonner lien copier fermer annuler rejoindre risqué sûr vide siège libre nom
"""

EVERY_TEXT = """() => {
  const texts = [document.title, ...Object.values(JSON.parse(document.querySelector("#words")?.textContent ?? "{}"))
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
