"""What the visitor chose, and the link that reproduces it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace

from spl.algorithm.params import ALPHA_RANGE, SPLParams
from spl.data.pair import DomainPair
from spl.embedding.spaces import BEFORE
from spl.engine.by_hand import ByHand
from spl.engine.chosen_data import UPLOAD, default_data, recommended_params
from spl.engine.hosting import LIMITS as HOSTED

EMBEDDINGS = ("tsne", "pca") if HOSTED else ("tsne", "umap", "pca")
BESIDE = "b_"  # prefix of the second run's parameters in a link
LINKED = (
    "embedding",
    "color_by",
    "shown",
    "hidden",
    "k",
    "step",
    "sample",
    "lesson",
    "lesson_step",
    "own_lesson",
    "live",
)
CAMERA = ("x", "y", "zoom")
MAX_T = HOSTED.t if HOSTED else 200  # iterations that the app shows; the command line takes more
LIMITS: Mapping[str, tuple[float, float]] = {"T": (1, MAX_T), "alpha": ALPHA_RANGE}


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
    shown: str = ""  # keys of what the player shows beside points; "": as at first; "none"
    hidden: str = ""  # what the legend has switched off, as `player/web/hidden.js` writes it
    hand: ByHand = ByHand()  # labels given and samples left out
    k: int = BEFORE
    run: bool = False  # whether a run is shown
    compare: SPLParams | None = None  # parameters of a second run beside it
    compare_embedding: str = "tsne"
    camera: dict[str, float] | None = None  # x, y in halves of the frame's extent; zoom
    step: int = 1  # of the walk-through
    sample: int | None = None  # target sample that the walk-through follows; None: its own choice
    lesson: str = ""  # key of the lesson that is open
    lesson_step: int = 0  # of its tour, from 0
    own_lesson: str = ""  # the steps of a lesson of one's own, as a link carries them
    live: str = ""  # whether changed settings run by themselves: "on", "off", "": not chosen
    upload: str = ""  # token under which this server keeps the visitor's own data

    def __post_init__(self) -> None:
        if not self.data:
            self.choose_data(default_data())

    def choose_data(self, data: str, recommended: SPLParams | None = None) -> None:
        """Switch to other data, with the parameters that suit them.

        Parameters
        ----------
        data : str
            As the field `data`.
        recommended : SPLParams, optional
            Parameters that suit own files; a sample or generator has its own.
        """
        self.data = data
        if self.lesson:  # what a lesson sets ends with it
            self.embedding, self.color_by = "tsne", "class"
        self.params = recommended or recommended_params(data) or SPLParams()
        self.hand, self.k, self.run, self.hidden = ByHand(), BEFORE, False, ""
        self.compare, self.camera = None, None
        self.sample, self.lesson, self.lesson_step, self.own_lesson = None, "", 0, ""

    def to_query(self) -> dict[str, str]:
        """The link's query: the data, and what differs from the values recommended for them."""
        query = {"data": self.data}
        if self.data == UPLOAD and self.upload:
            query["upload"] = self.upload
        query |= _differences(self.params, recommended_params(self.data) or SPLParams())
        defaults = Settings.__dataclass_fields__
        for name in LINKED:
            if name == "lesson_step" and not self.lesson:
                continue  # where a lesson that was closed stood
            if getattr(self, name) != defaults[name].default:
                query[name] = str(getattr(self, name))
        query |= self.hand.to_query()
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
    return {prefix + name: str(value) for name, value in differing(params, base).items()}


def differing(params: SPLParams, base: SPLParams) -> dict[str, object]:
    """The parameters that differ from others, with their values.

    Parameters
    ----------
    params, base : SPLParams

    Examples
    --------
    >>> differing(SPLParams(T=5), SPLParams())
    {'T': 5}
    """
    of_base = asdict(base)
    return {name: value for name, value in asdict(params).items() if value != of_base[name]}


def fitting(params: SPLParams, pair: DomainPair) -> SPLParams:
    """The parameters, capped at what the data and the app allow.

    Parameters
    ----------
    params : SPLParams
    pair : DomainPair
    """
    fits = params.capped(pair.n_samples, pair.n_features)
    return replace(fits, T=min(fits.T, MAX_T))


def last_of(params: SPLParams) -> int:
    """The last iteration of a run.

    Parameters
    ----------
    params : SPLParams
    """
    return 0 if params.selection == "none" else params.T
