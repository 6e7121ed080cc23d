"""Build the sample set ``letters``: capital letters drawn from openly licensed fonts.

Run by hand, with npm on the path, to rebuild the committed files::

    python -m pip install pillow==13.0.0 fonttools==4.68.0 brotli==1.2.1 numpy==2.4.6
    python build.py [--packages DIR] [--out DIR]

Python packages: pillow 13.0.0 (its wheel brings FreeType and zlib), fonttools 4.68.0,
brotli 1.2.1, numpy 2.4.6; Python 3.11. npm packages: ``@fontsource/<family>``, version
5.3.0 except where `VERSIONS` says otherwise. ``--packages`` keeps the npm packages in a folder,
so that a second run need not install them.
"""

import argparse
import io
import json
import string
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from cursive import reason_against
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

LETTERS = string.ascii_uppercase
SIDE, MARGIN = 16, 1  # pixels of a sample, and those left empty around the letter
FONT_SIZE = 320  # drawn large, so that the reduction to 16×16 is all the antialiasing there is
MIN_DISTANCE = 0.05  # between unit vectors of one class and domain; closer ones are dropped

DEFAULT_VERSION = "5.3.0"
VERSIONS = {"ma-shan-zheng": "5.3.1", "montecarlo": "5.2.8", "source-code-pro": "5.3.1"}
LICENCES = {"OFL-1.1": "SIL OPEN FONT LICENSE", "Apache-2.0": "APACHE LICENSE"}

# No family and no close relative of it (Roboto and Roboto Mono, say) is in two domains.
# Handwriting: the candidates; cursive.py says which of them are taken.
FAMILIES = {
    "sans": """
        archivo barlow cabin dosis exo-2 figtree inter josefin-sans karla lato lexend manrope
        montserrat mulish nunito open-sans outfit poppins quicksand raleway rubik titillium-web
        urbanist work-sans""",
    "serif": """
        alegreya aleo arvo bitter bodoni-moda cardo cormorant-garamond crimson-text domine
        eb-garamond frank-ruhl-libre fraunces libre-baskerville libre-caslon-text literata lora
        martel merriweather newsreader old-standard-tt playfair-display rokkitt spectral volkhov
        vollkorn zilla-slab""",
    "monospace": """
        anonymous-pro azeret-mono b612-mono cascadia-code commit-mono courier-prime cousine dm-mono
        fira-code geist-mono ibm-plex-mono inconsolata iosevka jetbrains-mono kode-mono lekton
        overpass-mono red-hat-mono reddit-mono roboto-mono sometype-mono source-code-pro space-mono
        spline-sans-mono victor-mono""",
    "handwriting": """
        alex-brush allison allura amatic-sc annie-use-your-telescope architects-daughter
        bad-script berkshire-swash birthstone caveat caveat-brush cedarville-cursive chilanka
        comic-neue cookie corinthia courgette covered-by-your-grace damion dancing-script
        delicious-handrawn delius ephesis gaegu gloria-hallelujah gochi-hand grand-hotel
        great-vibes handlee herr-von-muellerhoff homemade-apple hurricane indie-flower italianno
        itim kalam kaushan-script la-belle-aurore licorice liu-jian-mao-cao long-cang
        ma-shan-zheng mansalva marck-script meow-script monsieur-la-doulaise montecarlo
        mr-de-haviland ms-madi nanum-brush-script nanum-gothic-coding nanum-pen-script neucha
        oooh-baby pacifico parisienne patrick-hand permanent-marker pinyon-script playpen-sans
        reenie-beanie rochester rock-salt sacramento satisfy schoolbell shadows-into-light
        short-stack smooch sriracha sue-ellen-francisco swanky-and-moo-moo tangerine
        the-girl-next-door twinkle-star vibur whisper yellowtail yomogi zhi-mang-xing""",
}
DESCRIPTIONS = {
    "sans": "letters without serifs, regular and bold",
    "serif": "letters with serifs, regular and bold",
    "monospace": "fonts for code, all letters of one width, regular and bold",
    "handwriting": "cursive hands, joined or leaning, most in one weight",
}


def install(folder):
    """Put the npm packages with the versions given above into ``folder``."""
    families = " ".join(FAMILIES.values()).split()
    names = [f"@fontsource/{f}@{VERSIONS.get(f, DEFAULT_VERSION)}" for f in families]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true}\n')
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    subprocess.run(["npm", "install", *options, *names], cwd=folder, check=True)


def check_package(package):
    """Return a package's metadata; refuse other versions and licences than expected."""
    declared = json.loads((package / "package.json").read_text())
    metadata = json.loads((package / "metadata.json").read_text())
    wanted = VERSIONS.get(package.name, DEFAULT_VERSION)
    if declared["version"] != wanted:
        raise ValueError(f"{package.name} is {declared['version']}, not {wanted}; reinstall it.")
    licence = declared["license"]
    text = (package / "LICENSE").read_text().upper()
    if metadata["license"]["type"] != licence or LICENCES.get(licence, "?") not in text:
        raise ValueError(f"{package.name} is under {licence!r}; keep OFL-1.1 and Apache-2.0 only.")
    return metadata | {"licence": licence, "version": wanted}


def weights_of(metadata):
    """Regular and the weight nearest to bold from below: 400 and, as a rule, 700."""
    return sorted({400, max(w for w in metadata["weights"] if w <= 700)})


def open_font(package, weight):
    """Unpack one upright Latin font of a package; the woff2 becomes a plain TrueType file."""
    font = TTFont(package / "files" / f"{package.name}-latin-{weight}-normal.woff2")
    missing = [letter for letter in LETTERS if ord(letter) not in font.getBestCmap()]
    if missing:
        raise ValueError(f"{package.name} {weight} lacks {''.join(missing)}; leave it out.")
    font.flavor = None
    plain = io.BytesIO()
    font.save(plain)
    plain.seek(0)
    return ImageFont.truetype(plain, FONT_SIZE, layout_engine=ImageFont.Layout.BASIC)


def draw(font, letter):
    """Draw a letter as 16×16 grey values, 255 = ink, in the middle, its aspect kept."""
    page = Image.new("L", (5 * FONT_SIZE, 5 * FONT_SIZE))  # room for swashes
    ImageDraw.Draw(page).text((2 * FONT_SIZE, 2 * FONT_SIZE), letter, fill=255, font=font)
    box = page.getbbox()
    if box is None or min(box) == 0 or max(box) == page.width:
        raise ValueError(f"{letter} of {font.getname()} is empty or too large; leave it out.")
    ink = page.crop(box)
    side = round(max(ink.size) * SIDE / (SIDE - 2 * MARGIN))
    square = Image.new("L", (side, side))
    square.paste(ink, ((side - ink.width) // 2, (side - ink.height) // 2))
    # BOX: each pixel is the share of its area that is inked, no ringing at the edges.
    return np.asarray(square.resize((SIDE, SIDE), Image.Resampling.BOX)).ravel()


def drop_near_identical(X, y):
    """Mark the samples that stay: none is close to an earlier one of its class."""
    unit = X / np.linalg.norm(X.astype(np.float64), axis=1, keepdims=True)  # (n, 256)
    keep = np.ones(len(X), dtype=bool)
    for i in range(len(X)):
        earlier = np.flatnonzero(keep[:i] & (y[:i] == y[i]))
        distances = np.linalg.norm(unit[earlier] - unit[i], axis=1)
        keep[i] = not (distances < MIN_DISTANCE).any()
    return keep


def is_cursive(package, metadata):
    """Tell whether a handwriting family belongs to its domain; print why not."""
    font = open_font(package, 400)
    reason = reason_against(font, np.array([draw(font, letter) for letter in LETTERS]))
    if metadata["category"] != "handwriting":
        reason = f"listed as {metadata['category']}"
    if reason:
        print(f"  not {metadata['family']}: {reason}")
    return not reason


def build_domain(domain, packages):
    """Draw all letters of a domain's families; return the arrays and a licence per family."""
    rows, y, names, credits = [], [], [], []
    for family in FAMILIES[domain].split():
        metadata = check_package(packages / family)
        if domain == "handwriting" and not is_cursive(packages / family, metadata):
            continue
        for weight in weights_of(metadata):
            font = open_font(packages / family, weight)
            rows += [draw(font, letter) for letter in LETTERS]
            y += range(len(LETTERS))
            names += [f"{metadata['family']} {weight}"] * len(LETTERS)
        credits.append(
            {
                "what": metadata["family"],
                "source": f"npm @fontsource/{family}",
                "version": metadata["version"],
                "licence": metadata["licence"],
            }
        )
    X, y, names = np.array(rows), np.array(y, dtype=np.uint8), np.array(names)
    keep = drop_near_identical(X, y)
    X, y, names = X[keep], y[keep], names[keep]
    for entry in credits:
        entry["n"] = sum(name.rsplit(" ", 1)[0] == entry["what"] for name in names.tolist())
    return {"X": X, "y": y, "names": names}, credits


def write_meta(out, counts, credits):
    """Write meta.json: what the app says about the set, and each family's licence."""
    meta = {
        "title": "Letters: 26 capitals in four kinds of type",
        "description": (
            "The capital letters A to Z, drawn from openly licensed fonts. Four domains (sans, "
            "serif, monospace, handwriting) make twelve source and target pairs. The classes are "
            "the letters; what changes between the domains is how they are drawn. Handwriting "
            "holds the hands that are joined or lean; upright lettering, close to sans, is left "
            "out, so that there is a gap to close: a demonstration, no benchmark."
        ),
        "features": "256 grey values of the letter at 16×16 pixels, 0 = paper and 255 = ink.",
        "class_names": list(LETTERS),
        "domains": counts,
        "thumbnail_shape": [SIDE, SIDE],
        "thumbnail_invert": True,
        "licences": credits,
        "recommended": {"d1": 32, "d2": 25, "T": 5},
    }
    text = json.dumps(meta, indent=1, ensure_ascii=False)
    (out / "meta.json").write_text(text + "\n", encoding="utf-8")


def build(packages, out):
    """Write all files of the set to ``out``."""
    counts, credits = {}, []
    for domain in FAMILIES:
        arrays, entries = build_domain(domain, packages)
        np.savez_compressed(out / f"{domain}.npz", **arrays)
        per_class = np.bincount(arrays["y"], minlength=len(LETTERS))
        print(f"{domain}: {len(entries)} families, {len(arrays['y'])} samples, per class:")
        print("  " + " ".join(f"{c}{n}" for c, n in zip(LETTERS, per_class, strict=True)))
        counts[domain] = {
            "n": len(arrays["y"]),
            "description": f"{len(entries)} families: {DESCRIPTIONS[domain]}",
        }
        credits += [{"domain": domain} | entry for entry in entries]
    write_meta(out, counts, credits)


def main():
    """Install the packages if need be, then build."""
    parser = argparse.ArgumentParser(description="Build the sample set letters.")
    parser.add_argument("--packages", type=Path, help="folder that keeps the npm packages")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.packages or Path(scratch)
        if not (folder / "node_modules").exists():
            install(folder)
        build(folder / "node_modules" / "@fontsource", args.out)


if __name__ == "__main__":
    main()
