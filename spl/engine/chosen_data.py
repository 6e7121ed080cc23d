"""What `Settings.data` names: a sample, a generator with its sliders, or own files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from spl.algorithm.params import SPLParams
from spl.data.generators import GENERATORS, Generator
from spl.data.pair import DomainPair
from spl.data.samples import load_sample, sample_sets
from spl.engine.hosting import check_samples
from spl.engine.link_values import bounded, number, respelled, short

UPLOAD = "upload"
PREFERRED = "filled", "outline"  # source and target, where a set has them


def default_data() -> str:
    """The headline example."""
    return set_data(next(iter(sample_sets())))


def set_data(name: str) -> str:
    """`Settings.data` of a sample set, in the direction that is shown first.

    Parameters
    ----------
    name : str
        A key of `sample_sets`.
    """
    directions = sample_sets()[name].directions
    return sample_data(name, *(PREFERRED if PREFERRED in directions else directions[0]))


def sample_data(name: str, source: str, target: str) -> str:
    """`Settings.data` of two domains of a sample set.

    Parameters
    ----------
    name : str
        A key of `sample_sets`.
    source, target : str
        Names of domains of the set.
    """
    return f"{name}:{source},{name}:{target}"


def generator_data(name: str, arguments: Mapping[str, Any]) -> str:
    """`Settings.data` of a generator with the given slider values.

    Parameters
    ----------
    name : str
        A key of `GENERATORS`.
    arguments : mapping of str to number
        Slider values by name; those that are not the defaults are written.
    """
    changed = {a: v for a, v in arguments.items() if v != GENERATORS[name].sliders[a].default}
    return f"{name}?{urlencode(changed)}" if changed else name


def recommended_params(data: str) -> SPLParams | None:
    """Parameters that suit a sample or generator; None for the visitor's own files.

    Parameters
    ----------
    data : str
        `Settings.data`.
    """
    name = data.partition("?")[0].partition(":")[0]
    if name in GENERATORS:
        return _recommended_for(GENERATORS[name], generator_arguments(data))
    return sample_sets()[name].recommended if name in sample_sets() else None


def _recommended_for(generator: Generator, arguments: Mapping[str, float]) -> SPLParams:
    """Parameters that suit a generator: d2 follows its number of classes, d1 its features."""
    params = generator.recommended
    features = int(arguments.get("n_features", params.d1))
    d2 = int(arguments.get("n_classes", params.d2))
    wanted = replace(params, d1=max(params.d1, d2), d2=d2)
    return wanted.capped(n_samples=features, n_features=features)  # samples never are the fewer


def generator_arguments(data: str) -> dict[str, float]:
    """Slider values in `Settings.data`; the defaults of those that it does not name.

    Parameters
    ----------
    data : str
        Name of a generator and, after a question mark, a query of slider values.

    Raises
    ------
    ValueError
        If a slider is unknown, or its value is not a number or is out of range.
    """
    name, _, query = data.partition("?")
    sliders = GENERATORS[name].sliders
    arguments = {a: s.default for a, s in sliders.items()}
    given: dict[str, str] = {}
    for argument, text in parse_qsl(query, keep_blank_values=True):
        if argument not in sliders:
            raise ValueError(f"{name} has no slider {argument!r}; it has {', '.join(sliders)}.")
        if given.setdefault(argument, text) != text:
            raise ValueError(
                f"{argument} is {given[argument]!r} and {text!r} in data={short(data)}; give it "
                "once."
            )
        slider = sliders[argument]
        value = number(text, argument, like=slider.step)
        if not slider.minimum <= value <= slider.maximum:
            raise ValueError(
                f"{argument}={text} is outside {slider.minimum} to {slider.maximum}; "
                "move its slider."
            )
        arguments[argument] = value
    return arguments


def corrected_data(data: str) -> tuple[str, list[str]]:
    """`Settings.data` as a link means it, and a sentence for each slider value that is another.

    Parameters
    ----------
    data : str
        As a link has it.

    Examples
    --------
    >>> corrected_data("moons?shift=0.50&n=05")
    ('moons?shift=0.5', ["moons has no slider 'n', which was left out; it has n_per_class, \
rotation, shift, noise, seed."])
    """
    name, mark, query = data.partition("?")
    if not mark:
        return data, []
    given = parse_qsl(query, keep_blank_values=True)
    if name not in GENERATORS:
        sliders = ", ".join(short(argument) for argument, _ in given[:6])
        said = f"data={short(name)} has no sliders; {sliders or short('?')} was left out."
        return name, [said]
    problems: list[str] = []
    arguments: dict[str, float] = {}
    for argument, text in given:
        slider = GENERATORS[name].sliders.get(argument)
        if slider is None:
            has = ", ".join(GENERATORS[name].sliders)
            problems.append(
                f"{name} has no slider {short(argument)}, which was left out; it has {has}."
            )
            continue
        try:
            value = _finite(text, argument, slider.step)
        except ValueError as error:
            problems.append(f"{str(error).rstrip('.')}; it was left out.")
            continue
        if arguments.get(argument, value) != value:
            problems.append(f"data has {short(argument)} several times; the last is taken.")
        problems += respelled(text, argument, value)
        limits = (slider.minimum, slider.maximum)
        arguments[argument] = bounded(value, argument, "", limits, problems)
    return generator_data(name, arguments), problems


def _finite(text: str, name: str, step: float) -> float:
    value = number(text, name, like=step)
    if value != value:
        raise ValueError(f"{name}={short(text)} must be a number.")
    return value


def open_settings_data(data: str) -> DomainPair:
    """The pair that `Settings.data` names.

    Parameters
    ----------
    data : str
        A sample or a generator; own files have no name.

    Raises
    ------
    ValueError
        If there is no such sample or generator, a slider value cannot be used, or a hosted app
        does not take so many samples.
    """
    name = data.partition("?")[0]
    if name in GENERATORS:
        made = GENERATORS[name].make(**generator_arguments(data))
        check_samples(made)
        return made
    parts = [item.partition(":") for item in data.split(",")]
    if data in sample_sets():
        raise ValueError(f"data={data} names no domains; write for example data={set_data(data)}.")
    if len(parts) != 2 or parts[0][0] != parts[1][0]:
        raise ValueError(
            f"data={short(data)} is not the name of a sample set or a generator; choose one on "
            "the Data page."
        )
    return load_sample(parts[0][0], parts[0][2], parts[1][2])
