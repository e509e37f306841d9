"""What docs/interfaces.md says of messages is what the site takes."""

import re

import pytest

from tests.harness.checkout import ROOT
from tests.harness.local_site import local_site

TEXT = (ROOT / "docs" / "interfaces.md").read_text(encoding="utf-8")


def rows(title):
    """The rows of the first table below this title, as lists of cells."""
    lines = TEXT.partition(f"\n## {title}")[2].partition("\n## ")[0].split("\n")
    cells = [re.split(r"(?<!\\) \| ", line.strip("| ")) for line in lines if line.startswith("| ")]
    return [row for row in cells[1:] if not row[0].startswith("---")]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with local_site(tmp_path_factory.mktemp("data")) as made:
        yield made


def test_every_message_is_described_with_its_fields(site):
    described = {}
    for names, fields, *_ in rows("Messages of the sockets"):
        sets = re.findall(r"(?:`(\w+)` withdraws it: )?`\{([\w, ]*)\}`", fields)
        for name in re.findall(r"`(\w+)`", names):
            described[name] = set(re.findall(r"\w+", sets[0][1]))
        described |= {name: set(re.findall(r"\w+", listed)) for name, listed in sets[1:] if name}
    assert described == {name: set(model.model_fields) for name, model in site.models.items()}
