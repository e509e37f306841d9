"""Strict models of views, made from their types: what programs get is what pages get."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import BaseModel, Field, create_model
from pydantic.fields import FieldInfo

from server.game import Strict
from server.game.view_types import FIRST, SPEECH


class ViewField(NamedTuple):
    """A field of a view, as its type declares it."""

    type: Any
    about: str
    speech: bool
    """Whether it is in the reader's language."""
    first: bool
    """Whether only a view with all turns has it."""
    optional: bool


def view_fields(kind: Any) -> dict[str, ViewField]:
    """The fields of a view by name."""
    fields = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        given, metadata, optional = hint, [], False
        if get_origin(given) is NotRequired:
            (given,), optional = get_args(given), True
        if get_origin(given) is Annotated:
            given, *metadata = get_args(given)
        about = next((each.description or "" for each in metadata if isinstance(each, FieldInfo)), "")
        fields[name] = ViewField(given, about, SPEECH in metadata, FIRST in metadata, optional)
    return fields


@cache
def model_of(kind: Any) -> type[BaseModel]:
    """The model of a view in the words of a language."""
    declared: dict[str, Any] = {}
    for name, field in view_fields(kind).items():
        about = f"{field.about}; only where `since` is 0".removeprefix("; ") if field.first else field.about
        described: Any = Field(description=about or None)
        if field.first or (field.optional and not field.speech):
            described = Field(default_factory=_left_out, description=about or None)
        declared[name] = _type_of(field.type), described
    return create_model(kind.__name__, __base__=Strict, __doc__=kind.__doc__, **declared)


def _left_out() -> None:
    """The value in a model of a field that is left out."""


def _type_of(hint: Any) -> Any:
    """The type of a field of a model: lists and dictionaries of models in place of sequences and mappings of views."""
    if is_typeddict(hint):
        return model_of(hint)
    origin, given = get_origin(hint), get_args(hint)
    if origin is Sequence:
        return list[_type_of(given[0])]  # type: ignore[misc]
    if origin is Mapping:
        return dict[given[0], _type_of(given[1])]  # type: ignore[misc, valid-type]
    if origin in (Union, UnionType):
        return Union[tuple(_type_of(each) for each in given)]  # noqa: UP007
    return hint
