"""Whether the options of a task, given from Python, have values of their types."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from numbers import Integral, Real
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from metrics.tasks.asking import OptionError


def check_choices(module: ModuleType, function: Callable, options: Mapping[str, Any]) -> None:
    """Raise OptionError for a value that is none of those which the option's type lists, or no grouping of the task."""
    types = {**get_type_hints(module.OPTIONS), **get_type_hints(function)}
    choices = {name: _listed(types[name]) for name in options if name in types}
    choices |= {"by": (None, *module.BY)} if "by" in options else {}
    for name, known in choices.items():
        if known and options[name] not in known:
            raise OptionError(name, f"'{options[name]}' is none; there are {', '.join(map(str, known))}")


def check_numbers(module: ModuleType, options: Mapping[str, Any]) -> None:
    """Raise OptionError for a number that none can rest on: nan, infinity, text."""
    for name, kind in get_type_hints(module.OPTIONS).items():
        value = options.get(name, 0)
        wanted = {float: Real, int: Integral}.get(kind)
        if wanted and (not isinstance(value, wanted) or isinstance(value, bool) or not math.isfinite(value)):
            raise OptionError(name, f"{value!r} is no {'finite' if kind is float else 'whole'} number")


def _listed(kind: Any) -> tuple:
    """The values that a type lists: those of a Literal, with None where that may stand in its place; () for other types."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    values = [value for part in parts for value in _listed(part)]
    return (*values, None) if values and NoneType in parts else tuple(values)
