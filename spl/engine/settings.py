"""What the user chose, and the link that reproduces it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from math import nan
from typing import Any
from urllib.parse import parse_qsl, urlencode

from spl.algorithm.params import ALPHA_RANGE, SPLParams
from spl.data.generators import GENERATORS, Generator
from spl.data.pair import DomainPair
from spl.data.samples import load_sample, sample_sets
from spl.engine.lessons import LESSONS
from spl.explain.walkthrough_text import STEPS
from spl.player.colorings import COLORINGS

EMBEDDINGS = ("tsne", "umap", "pca")
UPLOAD = "upload"
BESIDE = "b_"  # prefix of the second run's parameters in a link
CAMERA = ("x", "y", "zoom")
MAX_T = 200  # iterations that the app shows; the command line has no limit
LIMITS: Mapping[str, tuple[float, float]] = {"T": (1, MAX_T), "alpha": ALPHA_RANGE}
FAR = 100  # halves of the picture's extent; a camera that is farther off shows nothing
ZOOM = (0.2, 200)  # the player's


@dataclass
class Settings:
    """Everything that a link reproduces.

    `data` is ``"icons:filled,icons:outline"`` for a sample, ``"moons?shift=0.3"`` for a generator,
    ``"upload"`` for the user's own files (which no link can carry).
    """

    data: str = ""
    params: SPLParams = field(default_factory=SPLParams)
    embedding: str = "tsne"
    color_by: str = "class"
    k: int = 0
    run: bool = False  # whether a run is shown
    compare: SPLParams | None = None  # parameters of a second run beside it
    compare_embedding: str = "tsne"
    camera: dict[str, float] | None = None  # x, y in halves of the picture's extent; zoom
    step: int = 1  # of the walk-through
    sample: int | None = None  # target sample that the walk-through follows; None: its own choice
    lesson: str = ""  # key of the lesson that is open
    upload: str = ""  # token under which this server keeps the visitor's own data

    def __post_init__(self) -> None:
        if not self.data:
            self.choose_data(default_data())

    def choose_data(self, data: str, recommended: SPLParams | None = None) -> None:
        """Switch to other data, with the parameters that suit it."""
        self.data = data
        if self.lesson:  # what a lesson sets ends with it
            self.embedding, self.color_by = "tsne", "class"
        self.params = recommended or recommended_params(data) or SPLParams()
        self.k, self.run = 0, False
        self.compare, self.camera = None, None
        self.sample, self.lesson = None, ""

    def to_query(self) -> dict[str, str]:
        """The URL's query: only what differs from the data's recommended values, and the data."""
        query = {"data": self.data}
        if self.data == UPLOAD and self.upload:
            query["upload"] = self.upload
        query |= _differences(self.params, recommended_params(self.data) or SPLParams())
        defaults = Settings.__dataclass_fields__
        for name in ("embedding", "color_by", "k", "step", "sample", "lesson"):
            if getattr(self, name) != defaults[name].default:
                query[name] = str(getattr(self, name))
        if self.run:
            query["run"] = "1"
        if self.compare:
            query["compare"] = self.compare_embedding
            query |= _differences(self.compare, self.params, prefix=BESIDE)
        if self.camera and self.camera != dict(zip(CAMERA, (0, 0, 1), strict=True)):
            query["camera"] = ",".join(f"{self.camera[part]:.4g}" for part in CAMERA)
        return query


def _differences(params: SPLParams, base: SPLParams, prefix: str = "") -> dict[str, str]:
    """The parameters that differ from `base`, as text."""
    of_base = asdict(base)
    return {
        prefix + name: str(value)
        for name, value in asdict(params).items()
        if value != of_base[name]
    }


def default_data() -> str:
    """The headline example."""
    name, sample = next(iter(sample_sets().items()))
    if {"filled", "outline"} <= set(sample.domains):
        return sample_data(name, "filled", "outline")
    return sample_data(name, *sample.directions[0])


def sample_data(name: str, source: str, target: str) -> str:
    """`Settings.data` of two domains of a sample set."""
    return f"{name}:{source},{name}:{target}"


def generator_data(name: str, arguments: Mapping[str, Any]) -> str:
    """`Settings.data` of a generator with the given slider values."""
    changed = {a: v for a, v in arguments.items() if v != GENERATORS[name].sliders[a].default}
    return f"{name}?{urlencode(changed)}" if changed else name


def recommended_params(data: str) -> SPLParams | None:
    """Parameters that suit a sample or generator; None for the user's own files."""
    name = data.partition("?")[0].partition(":")[0]
    if name in GENERATORS:
        return _recommended_for(GENERATORS[name], generator_arguments(data))
    return sample_sets()[name].recommended if name in sample_sets() else None


def _recommended_for(generator: Generator, arguments: Mapping[str, float]) -> SPLParams:
    """What suits a generator's sliders: d2 follows its classes, d1 its features."""
    params = generator.recommended
    features = int(arguments.get("n_features", params.d1))
    d2 = min(int(arguments.get("n_classes", params.d2)), features)
    return replace(params, d1=min(max(params.d1, d2), features), d2=d2)


def generator_arguments(data: str) -> dict[str, float]:
    """Slider values in `Settings.data`, defaults where it names none.

    Raises
    ------
    ValueError
        If an argument is not known, no number, or outside its slider.
    """
    name, _, query = data.partition("?")
    sliders = GENERATORS[name].sliders
    arguments = {a: s.default for a, s in sliders.items()}
    for argument, text in parse_qsl(query, keep_blank_values=True):
        if argument not in sliders:
            raise ValueError(f"{name} has no slider {argument!r}; it has {', '.join(sliders)}.")
        slider = sliders[argument]
        value = _number(text, argument, like=slider.step)
        if not slider.minimum <= value <= slider.maximum:
            raise ValueError(
                f"{argument}={text} is outside {slider.minimum} to {slider.maximum}; "
                "move its slider."
            )
        arguments[argument] = value
    return arguments


def open_settings_data(data: str) -> DomainPair:
    """The pair that `Settings.data` names; ValueError with one sentence where there is none."""
    name = data.partition("?")[0]
    if name in GENERATORS:
        return GENERATORS[name].make(**generator_arguments(data))
    parts = [item.partition(":") for item in data.split(",")]
    if len(parts) != 2 or parts[0][0] != parts[1][0]:
        raise ValueError(
            f"data={_short(data)} names no sample or generator; choose one on the Data page."
        )
    return load_sample(parts[0][0], parts[0][2], parts[1][2])


def settings_from_query(
    query: Mapping[str, str], *, uploaded: DomainPair | None = None
) -> tuple[Settings, list[str]]:
    """Settings of a link, and one sentence for each part that could not be used as it stands.

    Where its data cannot be had, nothing else of the link is used: its parameters belong to them.
    `uploaded` is the visitor's data that the link names, if this server still keeps them.
    """
    settings = Settings()
    problems: list[str] = []
    data = query.get("data", settings.data)
    try:
        if data == UPLOAD and uploaded is None:
            raise ValueError(
                "This link shows uploaded data, which do not travel in a link and are no longer "
                "kept here; upload the files again on the Data page."
            )
        if data == UPLOAD and uploaded is not None:
            pair = uploaded
            settings.choose_data(UPLOAD)
            settings.upload = query["upload"]
        else:
            pair = open_settings_data(data)
            settings.choose_data(data)
    except ValueError as error:
        return settings, [str(error)]
    settings.params = _params_from(query, settings.params, pair, problems)
    if "compare" in query:
        settings.compare = _params_from(query, settings.params, pair, problems, prefix=BESIDE)
        settings.compare_embedding = query["compare"]
        if settings.compare_embedding not in EMBEDDINGS:
            settings.compare_embedding = settings.embedding
            known = ", ".join(EMBEDDINGS)
            problems.append(f"compare={_short(query['compare'])} is not known; use {known}.")
    if "camera" in query:
        settings.camera = _camera_from(query["camera"], problems)
    for name, allowed in (("embedding", EMBEDDINGS), ("color_by", COLORINGS)):
        if name in query and query[name] in allowed:
            setattr(settings, name, query[name])
        elif name in query:
            problems.append(f"{name}={_short(query[name])} is not known; use {', '.join(allowed)}.")
    for name, least, most, of in (
        ("k", -1, settings.params.T, "the run"),  # −1: before adaptation
        ("step", 1, len(STEPS), "the walk-through"),
        ("sample", 0, pair.n_target - 1, "the target"),
    ):
        if name in query:
            number = _whole(query[name], name, least, most, of, problems)
            setattr(settings, name, getattr(settings, name) if number is None else number)
    if "lesson" in query:
        settings.lesson = next((x.key for x in LESSONS if x.key == query["lesson"]), "")
        if not settings.lesson:
            problems.append(f"There is no lesson {_short(query['lesson'])}; see the Lessons page.")
    settings.run = query.get("run") == "1"
    return settings, problems


def _params_from(
    query: Mapping[str, str],
    base: SPLParams,
    pair: DomainPair,
    problems: list[str],
    prefix: str = "",
) -> SPLParams:
    """`base` with the query's values; a sentence for each that cannot be used as it stands."""
    params = base
    for f in fields(SPLParams):
        text = query.get(prefix + f.name)
        if text is None:
            continue
        try:
            value = _value(text, f.name, getattr(base, f.name))
            if f.name in LIMITS and value > 0:  # what is not is refused below
                value = _bounded(value, f.name, prefix, problems)
            params = replace(params, **{f.name: value})
        except ValueError as error:
            problems.append(f"{prefix}{error}")
    fits = fitting(params, pair)
    for name, most in (("d1", "these data allow"), ("d2", f"d1={fits.d1}")):
        asked, used = getattr(params, name), getattr(fits, name)
        if asked != used and prefix + name in query:
            problems.append(f"{prefix}{name}={asked} is more than {most}; {used} is used.")
    return fits


def fitting(params: SPLParams, pair: DomainPair) -> SPLParams:
    """These parameters as far as the data allow them."""
    d1 = min(params.d1, pair.max_d1)
    return replace(params, d1=d1, d2=min(params.d2, d1))


def _bounded(value: float, name: str, prefix: str, problems: list[str]) -> float:
    """The nearest value that the app's widgets have, and a sentence if it is another one."""
    least, most = LIMITS[name]
    nearest = min(max(value, least), most)
    if nearest != value:
        problems.append(
            f"{prefix}{name}={value:g} is not from {least:g} to {most:g}, which the app has; "
            f"{nearest:g} is used."
        )
    return nearest


def _whole(text: str, name: str, least: int, most: int, of: str, problems: list[str]) -> int | None:
    """The nearest number within bounds, and a sentence if it is another one; None if it is none."""
    try:
        number = int(text)
    except ValueError:
        problems.append(f"{name}={_short(text)} must be a whole number.")
        return None
    nearest = min(max(number, least), most)
    if nearest != number:
        problems.append(
            f"{name}={_short(text)} is not from {least} to {most}, which {of} has; "
            f"{nearest} is shown."
        )
    return nearest


def _short(text: str, most: int = 60) -> str:
    """A link's text in quotes, cut where it is long."""
    return repr(text if len(text) <= most else text[:most] + "…")


def _camera_from(text: str, problems: list[str]) -> dict[str, float] | None:
    try:
        parts = [float(part) for part in text.split(",")]
    except ValueError:
        parts = []
    x, y, zoom = parts if len(parts) == 3 else (nan, nan, nan)
    if not (abs(x) <= FAR and abs(y) <= FAR and ZOOM[0] <= zoom <= ZOOM[1]):  # nor is nan
        problems.append(
            f"camera={_short(text)} must be three numbers: x and y, at most {FAR} to either side, "
            f"and a zoom from {ZOOM[0]} to {ZOOM[1]}."
        )
        return None
    return dict(zip(CAMERA, parts, strict=True))


def _value(text: str, name: str, default: Any) -> Any:
    if isinstance(default, bool):
        if text not in ("True", "False"):
            raise ValueError(f"{name}={_short(text)} must be True or False.")
        return text == "True"
    if isinstance(default, str):
        return text[:60]
    return _number(text, name, like=default)


def _number(text: str, name: str, like: float) -> float:
    try:
        return int(text) if isinstance(like, int) else float(text)
    except ValueError:
        kind = "a whole number" if isinstance(like, int) else "a number"
        raise ValueError(f"{name}={_short(text)} must be {kind}.") from None
