"""What is remembered of answers fills no more than its bytes, whatever is asked for."""

import pytest

from server.texts.cache import Cache, remembered


def test_a_cache_holds_what_was_used_last_and_no_more_bytes_than_it_may():
    cache = Cache(100_000)
    for number in range(200):
        cache.get(("kept",), lambda: b"kept")
        cache.get((number, "x" * 100), lambda: bytes(4_000))
        assert cache.bytes <= cache.most
    assert 15 < len(cache) < 26
    assert cache.get(("kept",), lambda: b"made anew") == b"kept"
    assert cache.get((0, "x" * 100), lambda: b"made anew") == b"made anew"


def test_what_is_larger_than_a_cache_is_made_and_drives_nothing_out():
    cache = Cache(10_000)
    cache.get("small", lambda: b"small")
    assert len(cache.get("large", lambda: bytes(20_000))) == 20_000
    assert cache.get("small", lambda: b"made anew") == b"small"
    assert len(cache) == 1


def test_a_function_is_asked_once_for_what_is_remembered_and_keeps_no_refusal():
    asked = []

    @remembered(10_000)
    def double(number):
        asked.append(number)
        if number < 0:
            raise ValueError("negative")
        return 2 * number

    assert [double(2), double(2), double(3)] == [4, 4, 6]
    for _ in range(2):
        with pytest.raises(ValueError, match="negative"):
            double(-1)
    assert asked == [2, 3, -1, -1]


def test_hostile_requests_pin_a_bounded_number_of_bytes(app, monkeypatch):
    """Other marks on a board and other queries of a page are other entries of a cache."""
    client = app.test_client()
    diagrams, rules = (app.view_functions[name].__self__ for name in ("figures.diagram", "pages.rules"))
    caches = [diagrams._svgs, rules._rendered]
    bounds = (120_000, 1_000_000)
    for cache, most in zip(caches, bounds, strict=True):
        monkeypatch.setattr(cache, "most", most)
    for number in range(50):
        mark = f"{'abcde'[number % 5]}{1 + number // 5 % 5}"
        assert client.get(f"/diagram/Apocalypse.svg?mark={mark}&turned={number % 2}").status_code == 200
        assert client.get(f"/en/variants/Chess?{number:0200}").status_code == 200
    for cache, most in zip(caches, bounds, strict=True):
        assert 0 < len(cache) < 50
        assert cache.bytes <= most
