"""Tests hold promises and not walls: how far they reach into the product only falls."""

from tests.harness.structure import FILE, annotated_tests, imports_of_tests, text


def test_how_far_tests_reach_into_the_product_is_as_recorded():
    """Where a number fell: `python -m tests.harness.structure` records it; where one rose: go through the harness."""
    assert text() == FILE.read_text(encoding="utf-8")


def test_no_test_file_imports_another():
    assert imports_of_tests() == []


def test_test_files_carry_no_annotations():
    assert annotated_tests() == []
