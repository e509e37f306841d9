"""Finds the variants of this package, of folders and of packages, and explains which one is faulty and why."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from functools import partial
from pathlib import Path
from types import ClassMethodDescriptorType, MappingProxyType, ModuleType
from typing import NamedTuple, get_args

from variants.errors import SettingsError
from variants.grid import HOLE
from variants.packages import Installed, installed
from variants.position import INTERFACE_VERSION, Draws, Option, Position, Sign

HOME = Path(__file__).parent
NAMED = "the name of a variant is one word of letters and digits, the first in upper case"
_NAME = re.compile(r"[A-Z][A-Za-z0-9]{0,39}")
_CODE = re.compile(r"[a-z][a-z0-9_]*")
_SECRET = ("picture", "seen_events", "notation", "guess")
"""What a variant with a hidden board must override, because the defaults show everything."""

_NEEDED = ("start", "from_fen", "fen", "moves", "play", "result", "key")
"""What every variant must define."""

_OF_THE_CLASS = ("start", "from_fen", "sketch", "write", "read", "complete")


class VariantError(Exception):
    """A folder that cannot be a variant, with its path and the reason; of a package, its name and the variant's."""

    def __init__(self, folder: Path, reason: str) -> None:
        self.folder = folder
        self.reason = reason
        super().__init__(f"{folder.parent.name}/{folder.name}: {reason}")


class Found(NamedTuple):
    """The result of a search for variants."""

    variants: Mapping[str, type[Position]]
    """Folder name -> class, in alphabetical order."""
    faults: tuple[VariantError, ...]
    """One for each folder that could not be loaded."""
    places: Mapping[str, str]
    """The source of each variant: a folder that holds variants, or a package."""


def is_built_in(variant: type[Position]) -> bool:
    """Whether a variant is the project's own, and not from outside."""
    return variant.__module__.startswith("variants.")


def is_name(name: str) -> bool:
    """Whether a variant may have this name."""
    return _NAME.fullmatch(name) is not None


def discover(folders: Iterable[str | Path] = ()) -> Found:
    """Load every variant of this package, of the `folders` outside it that hold variant folders, and of packages.

    A variant that cannot be loaded becomes a fault; the others are loaded. Of two with one name the first stays. A
    folder that does not exist is a fault too.
    """
    variants: dict[str, type[Position]] = {}
    places: dict[str, str] = {}
    faults: list[VariantError] = []

    def take(name: str, folder: Path, place: str, load: Callable[[], type[Position]]) -> None:
        try:
            if name in variants:
                raise VariantError(folder, f"another variant has this name already, in {places[name]}")
            variants[name] = load()
            places[name] = place
        except VariantError as fault:
            faults.append(fault)

    for place in (HOME, *map(Path, folders)):
        if not place.is_dir():
            faults.append(VariantError(place, "there is no such folder"))
            continue
        for folder in _variant_folders(place):
            take(folder.name, folder, place.name if place == HOME else str(place), partial(_load, folder))
    for entry in installed():
        take(entry.name, Path(entry.place) / entry.name, entry.place, partial(_load_installed, entry))
    return Found(MappingProxyType(dict(sorted(variants.items()))), tuple(faults), MappingProxyType(places))


def load_all(folders: Iterable[str | Path] = ()) -> Mapping[str, type[Position]]:
    """Every variant that can be loaded, by the name of its folder. `discover` reports the others."""
    return discover(folders).variants


def load(name: str, folders: Iterable[str | Path] = ()) -> type[Position]:
    """One variant by its name. Raises VariantError where it is missing or broken."""
    places = (HOME, *map(Path, folders))
    for place in places:
        folder = place / name
        if folder in _variant_folders(place):
            return _load(folder)
    for entry in installed():
        if entry.name == name:
            return _load_installed(entry)
    raise VariantError(HOME / name, f"there is no such variant in {', '.join(place.name for place in places)}")


def _variant_folders(place: Path) -> list[Path]:
    """Folders that are variants or look like them: a name in upper case, or a module to import."""
    if not place.is_dir():
        return []
    return sorted(
        folder
        for folder in place.iterdir()
        if folder.is_dir()
        and folder.name[0] not in "._"
        and (folder.name[0].isupper() or (folder / "__init__.py").is_file())
    )


def _load(folder: Path) -> type[Position]:
    """The class `Variant` of a folder. Raises VariantError."""
    if not (folder / "__init__.py").is_file() and is_name(folder.name):
        raise VariantError(folder, "has no __init__.py")
    return _checked(folder, partial(_import, folder))


def _load_installed(entry: Installed) -> type[Position]:
    """The class `Variant` of the module that a package names. Raises VariantError."""
    folder = Path(entry.place) / entry.name
    variant = _checked(folder, entry.load)
    if variant.interface_version is None:
        raise VariantError(folder, f"a package says which interface it is for: interface_version = {INTERFACE_VERSION}")
    return variant


def _checked(folder: Path, load: Callable[[], object]) -> type[Position]:
    if not is_name(folder.name):
        raise VariantError(folder, NAMED)
    try:
        module = load()
    except (Exception, SystemExit) as error:  # Whatever a module raises, the other variants stay available.
        raise VariantError(folder, f"cannot be imported: {type(error).__name__}: {error}") from error
    variant = getattr(module, "Variant", None)
    if not (isinstance(variant, type) and issubclass(variant, Position)):
        raise VariantError(folder, "exports no Variant that is a Position")
    try:
        reason = next(iter(_reasons(variant)), None)
    except Exception as error:  # A table of the wrong shape fails where it is iterated.
        raise VariantError(folder, f"cannot be checked: {type(error).__name__}: {error}") from error
    if reason is not None:
        raise VariantError(folder, reason)
    return variant


def _import(folder: Path) -> ModuleType:
    """A folder of this package by its usual name; one from outside as a package of its own, `sys.path` untouched."""
    if folder.parent == HOME:
        return importlib.import_module(f"variants.{folder.name}")
    # Imported here because most sites have no variants from outside, and start the sooner.
    from hashlib import sha256
    from importlib.util import module_from_spec, spec_from_file_location

    mark = sha256(str(folder.resolve()).encode()).hexdigest()[:12]
    name = f"outside_{mark}_{folder.name}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
    if spec is None or spec.loader is None:
        raise ImportError(f"{folder / '__init__.py'} is not a Python module")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for half_loaded in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
            del sys.modules[half_loaded]
        raise
    return module


def _reasons(variant: type[Position]) -> Iterable[str]:
    """The first reason why this class is no variant, if there is one."""
    if variant.interface_version not in (None, INTERFACE_VERSION):
        yield (
            f"was written for version {variant.interface_version} of the interface, and this is version"
            f" {INTERFACE_VERSION}, which docs/variants.md describes"
        )
    missing = [name for name in _NEEDED if _same(variant, name)]
    if missing:
        yield f"Variant does not define {', '.join(sorted(missing))}"
    kinds = vars(variant).get("__annotations__", {})
    own = [name for name, kind in kinds.items() if not str(kind).startswith(("ClassVar", "typing.ClassVar"))]
    if own and "__dataclass_params__" not in vars(variant):
        yield f"Variant lacks @dataclass(frozen=True, kw_only=True), and so its own fields: {', '.join(own)}"
    for method in _OF_THE_CLASS:
        if not isinstance(inspect.getattr_static(variant, method), classmethod | ClassMethodDescriptorType):
            yield f"{method} must be a @classmethod: it is asked of the variant, before there is a position"
    if not isinstance(getattr(variant, "drawings", None), Mapping) or not variant.drawings:
        yield "Variant does not define drawings"
    for symbol, drawing in variant.drawings.items():
        if not (isinstance(symbol, str) and len(symbol) == 1 and isinstance(drawing, str) and drawing):
            yield f"drawings must lead from one letter to the name of a drawing, not from {symbol!r} to {drawing!r}"
    if not (isinstance(variant.size, tuple) and len(variant.size) == 2 and all(type(n) is int for n in variant.size)):
        yield f"size must be two numbers, not {variant.size}"
    files, ranks = variant.size
    if not (1 <= files <= 26 and 1 <= ranks <= 99):
        yield f"size must be at most 26 files and 99 ranks, not {variant.size}"
    if not (isinstance(variant.holes, frozenset) and variant.holes < set(range(files * ranks))):
        yield f"holes must be a frozenset of squares of the board, not {variant.holes!r}"
    if variant.holes and HOLE not in variant.drawings:
        yield f"drawings must have a drawing for {HOLE!r}, the missing squares, such as “hole”"
    yield from _seat_reasons(variant)
    yield from _option_reasons(variant)
    yield from _event_reasons(variant)
    for table in ("reasons", "special_codes", "tally_codes", "needs_codes", "price_codes"):
        if isinstance(getattr(variant, table), str):
            yield f"{table} must be a set of codes, not the text {getattr(variant, table)!r}"
        for code in sorted(getattr(variant, table)):
            if not _CODE.fullmatch(code):
                yield f"{table} must be codes in lower case, not {code!r}"
    if not isinstance(variant.draws, Draws) or variant.draws.kind not in ("claim", "automatic"):
        yield "draws must be a Draws whose kind is claim or automatic"
    for name in ("occurrences", "quiet_turns"):
        limit = getattr(variant.draws, name)
        if limit is not None and (type(limit) is not int or limit < 1):
            yield f"{name} of draws must be a whole number from 1 on or None, not {limit!r}"
    if variant.hidden:
        silent = [name for name in _SECRET if _same(variant, name)]
        if silent:
            yield f"Variant has a hidden board and does not define {', '.join(silent)}"


def _same(variant: type[Position], name: str) -> bool:
    """Whether a method is that of the interface."""
    return inspect.getattr_static(variant, name) is inspect.getattr_static(Position, name)


def _event_reasons(variant: type[Position]) -> Iterable[str]:
    codes, signs = variant.event_codes, getattr(variant, "signs", {})
    signs = signs if isinstance(signs, Mapping) else {}
    if not isinstance(codes, Mapping) or signs:
        meant = {code: signs.get(code) for code in (*signs, *sorted(set(codes) - set(signs)))}
        yield f"event_codes must lead from each code to its sign or None, and there is no signs: event_codes = {meant}"
    for code, sign in codes.items():
        if not _CODE.fullmatch(code):
            yield f"event_codes must be codes in lower case, not {code!r}"
        if sign not in (None, *get_args(Sign)):
            yield f"the sign of {code} must be one of {', '.join(get_args(Sign))}, or None, not {sign!r}"


def _seat_reasons(variant: type[Position]) -> Iterable[str]:
    # Seats filled by `start` from the settings have no default here; the contract test looks at those.
    seats = next(each.default for each in fields(variant) if each.name == "seats")
    if seats is MISSING:
        return
    good = isinstance(seats, tuple) and seats and all(isinstance(seat, str) and _CODE.fullmatch(seat) for seat in seats)
    if not good or len(set(seats)) != len(seats):
        yield f"seats must be different codes in lower case, not {seats!r}"


def _option_reasons(variant: type[Position]) -> Iterable[str]:
    names = [option.name for option in variant.options if isinstance(option, Option)]
    if len(names) != len(variant.options) or len(set(names)) != len(names):
        yield "options must be Options with different names"
    for option in variant.options:
        texts = {str(choice) for choice in option.choices}
        if not _CODE.fullmatch(option.name) or not option.choices or len(texts) != len(option.choices):
            yield f"the option {option.name!r} needs a name in lower case and different choices"
        for choice in option.choices:
            fits = len(choice) <= 100 if isinstance(choice, str) else isinstance(choice, int) and abs(choice) <= 10**9
            if not fits:
                yield (
                    f"the option {option.name!r} offers {choice!r}, which no record holds: a choice is True or False, a"
                    " whole number of at most a thousand million, or a text of at most 100 signs"
                )
    for code, settings in variant.presets.items():
        try:
            variant.complete(settings)
        except SettingsError as error:
            yield f"the preset {code!r}: {error}"
