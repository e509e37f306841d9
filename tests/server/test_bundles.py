"""A page's script as one file holds all its modules, and refuses what it cannot hold; browsers show that it runs."""

import os
import re
from functools import cache
from pathlib import Path

import pytest

from server.web.bundles import Module, late, late_script, order, page_script

STATIC = Path(__file__).parents[2] / "static"
PAGES = {
    script
    for template in (STATIC.parent / "server" / "web").rglob("*.html")
    for script in re.findall(r"script\('([\w-]+\.js)'\)", template.read_text(encoding="utf-8"))
}
"""The scripts that pages begin with; a module of theirs may count on what they import late besides it."""
IMPORTED = re.compile(r"""(?:from|import) ["'](\.[^"']+)["']""")


@cache
def ours(name):
    """A module of the site."""
    return Module(name, (STATIC / name).read_text(encoding="utf-8"))


def given(**sources):
    """Modules with these sources."""
    return cache(lambda name: Module(name, sources[name.removesuffix(".js")]))


@pytest.mark.parametrize("page", sorted(path.name for path in STATIC.glob("*.js")))
def test_a_script_holds_all_that_its_page_imports_each_once_and_after_what_it_needs(page):
    names = order(ours, page)
    needed, todo = {page}, [STATIC / page]
    while todo:
        module = todo.pop()
        for found in IMPORTED.findall(module.read_text(encoding="utf-8")):
            other = Path(os.path.normpath(module.parent / found))
            if (name := other.relative_to(STATIC).as_posix()) not in needed:
                needed.add(name)
                todo.append(other)
    assert set(names) == needed
    assert len(names) == len(needed)
    for at, name in enumerate(names):
        assert {other for other, _ in ours(name).imports} <= set(names[:at])
    script = page_script(ours, page)
    for name in late(ours, page):
        assert f'import("./{page.removesuffix(".js")}/{name}")' in script
        if page in PAGES:
            late_script(ours, page, name)


def test_what_a_table_needs_only_later_is_not_in_its_script():
    assert {"play.js", "home.js", "figures.js", "analysis.js"} <= PAGES
    assert {"review.js", "envelopes.js", "chat.js"} <= set(late(ours, "play.js"))
    script = set(order(ours, "play.js"))
    assert not script & {"review.js", "heat.js", "odds.js", "costs.js", "ranking.js", "envelopes.js", "chat.js"}
    assert "class Canvas" not in late_script(ours, "play.js", "review.js"), "the page has it already"


@pytest.mark.parametrize(
    "source",
    [
        'import whole from "./parts.js";',
        'import * as parts from "./parts.js";',
        "export default 1;",
        "export let one = 1;",
        'export * from "./parts.js";',
        "const told = `${one ? `  ${two}` : three}`;",
    ],
)
def test_what_a_bundle_cannot_hold_is_refused_with_its_line(source):
    with pytest.raises(ValueError, match=re.escape(f"page.js: a bundle cannot hold {source!r}")):
        Module("page.js", f"const before = 1;\n{source}\n")


def test_modules_that_need_each_other_or_are_imported_late_by_a_late_one_are_refused():
    modules = given(page='import "./one.js";\n', one='import "./two.js";\n', two='import "./one.js";\n')
    with pytest.raises(ValueError, match=r"modules that need each other: page\.js, one\.js, two\.js, one\.js"):
        page_script(modules, "page.js")
    modules = given(page='import("./more.js");\n', more='import("./even.js");\n')
    with pytest.raises(ValueError, match=r"more\.js: imported late, and import something late"):
        late_script(modules, "page.js", "more.js")
