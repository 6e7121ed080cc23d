"""How the methods of a comparison are set: all with SPL's d1, or each as its own paper sets it.

Neither is fair in every way. SPL's d1, where it was found for SPL, can cost other methods many
points; without it SPL stands where its paper has it, which is not where these data would.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace

from spl.algorithm.params import OF_LABEL_SETS, SPLParams
from spl.data.pair import DomainPair
from spl.data.samples import FOUND_WITH_LABELS, is_tuned
from spl.methods import SPL
from spl.paper import DATASETS

OWN_AXES = 1024  # principal axes that a method gets of its own: all, or so many of wider features
SETTINGS = {  # how the methods are set, in words
    "same": "all with the same d1",
    "own": "each with its own published settings",
}


def params_of(name: str, pair: DomainPair, params: SPLParams, settings: str) -> SPLParams:
    """The parameters with which a method is prepared and, if it is SPL or CAPLS, run.

    With its own settings SPL has d1, d2 and T that its paper uses for its set with the nearest
    number of classes, and no variant. The others get all features, as their papers do.

    Parameters
    ----------
    name : str
        Key of `METHODS`.
    pair : DomainPair
        Only its sizes are looked at.
    params : SPLParams
    settings : str
        A key of `SETTINGS`.
    """
    if settings == "own" and name in (SPL, "CAPLS"):
        near = min(DATASETS.values(), key=lambda d: abs(d.n_classes - pair.n_classes))
        given = {key: getattr(params, key) for key in (*OF_LABEL_SETS, "normalize_features")}
        params = SPLParams(d1=near.d1, d2=near.d2, T=near.T, **given)
    elif settings == "own":
        params = replace(params, d1=OWN_AXES)
    return params.capped(pair.n_samples, pair.n_features)


def parameters_used(names: Collection[str], settings: str) -> tuple[str, ...]:
    """Parameters of SPL that change anything in a comparison of these methods.

    Parameters
    ----------
    names : collection of str
        Keys of `METHODS`.
    settings : str
        A key of `SETTINGS`.
    """
    same, ours = settings == "same", {SPL, "CAPLS"} & set(names)
    used = ["normalize_features", *(["d1"] if same else []), *(OF_LABEL_SETS if ours else ())]
    if same and ours:
        fixed = ("labeling", "selection") if ours == {"CAPLS"} else ()
        used += [f.name for f in fields(SPLParams) if f.name not in (*used, *fixed)]
    return tuple(used)


def settings_note(pair: DomainPair, params: SPLParams, settings: str = "same") -> str:
    """Sentences on how the methods are set, and where SPL's values come from.

    Parameters
    ----------
    pair, params, settings
        As for `compare`.
    """
    used = params_of(SPL, pair, params, settings)
    values = f"d1 = {used.d1}, d2 = {used.d2}, T = {used.T}"
    if settings == "own":
        axes = params_of("1-NN", pair, params, settings).d1
        return (
            f"Shown: {SETTINGS[settings]}. SPL and CAPLS have {values}, which the SPL paper uses "
            "for its data set with the nearest number of classes (capped at what these data "
            f"allow). The other methods get {axes:,} principal axes of the features (at most "
            f"{OWN_AXES:,}) and the parameters of their papers, where these publish any. No target "
            "label chose any of these but SCA's, which were fixed with accuracies on published "
            "features and on the samples in view."
        )
    source = "were chosen for SPL"
    if is_tuned(pair, params):
        source = f"favour SPL: {FOUND_WITH_LABELS}"
    return (
        f"Shown: {SETTINGS[settings]}. All methods get the same features: L2, joint PCA to "
        f"{used.d1:,} dimensions, L2. SPL's values ({values}) {source}. Many methods do better "
        "with all features: see each with its own settings."
    )
