"""Finds the variants of this package, of folders and of packages, and explains which one is faulty and why."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import NamedTuple

from variants import class_check
from variants.packages import Installed, installed
from variants.position import Position

HOME = Path(__file__).parent
NAMED = "the name of a variant is one word of letters and digits, the first in upper case"
_NAME = re.compile(r"[A-Z][A-Za-z0-9]{0,39}")


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
        own = _variant_folders(place)
        if not own and (reason := _why_empty(place)):
            faults.append(VariantError(place, reason))
        for folder in own:
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


def _why_empty(place: Path) -> str:
    """What is wrong with a folder in which no variant lies; "" where nothing in it looks like one."""
    if (place / "__init__.py").is_file():
        return f"is a variant itself: name the folder that holds it, {place.parent}"
    if _variant_folders(place / HOME.name):
        return (
            f"holds no variant: those in its folder {HOME.name} belong right into the folder that is named, each with"
            " rules/ and pieces/ inside"
        )
    sources = {path.relative_to(place).parts[0] for pattern in ("*.py", "*/*.py") for path in place.glob(pattern)}
    if sources:
        kind = "a variant is a folder with an __init__.py whose name begins in upper case"
        return f"holds no variant: {kind}, not {', '.join(sorted(sources))}"
    return ""


def _load(folder: Path) -> type[Position]:
    """The class `Variant` of a folder. Raises VariantError."""
    if not (folder / "__init__.py").is_file() and is_name(folder.name):
        raise VariantError(folder, "has no __init__.py")
    return _checked(folder, partial(_import, folder))


def _load_installed(entry: Installed) -> type[Position]:
    """The class `Variant` of the module that a package names. Raises VariantError."""
    return _checked(Path(entry.place) / entry.name, entry.load, packaged=True)


def _checked(folder: Path, load: Callable[[], object], packaged: bool = False) -> type[Position]:
    if not is_name(folder.name):
        raise VariantError(folder, NAMED)
    try:
        module = load()
    except (Exception, SystemExit) as error:  # Whatever a module raises, the other variants stay available.
        raise VariantError(folder, f"cannot be imported: {type(error).__name__}: {error}{_advice(error)}") from error
    variant = getattr(module, "Variant", None)
    if not (isinstance(variant, type) and issubclass(variant, Position)):
        raise VariantError(folder, "exports no Variant that is a Position")
    try:
        reason = next(class_check.faults(variant, packaged), None)
    except Exception as error:  # A table of the wrong shape fails where it is iterated.
        raise VariantError(folder, f"cannot be checked: {type(error).__name__}: {error}") from error
    if reason is not None:
        raise VariantError(folder, reason)
    return variant


def _advice(error: BaseException) -> str:
    """Where to look for a name of this project that an import did not find."""
    if not isinstance(error, ImportError):
        return ""
    # Imported here because it reads sources, which no start of a site needs.
    from variants.imports import advice

    return advice(error)


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
