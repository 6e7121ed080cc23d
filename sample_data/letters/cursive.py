"""Which handwriting fonts are cursive, measured on the fonts themselves.

A hand is cursive where its small letters are joined or its stems lean; the others are printed hand
lettering. Everything is measured in the regular weight, before a single accuracy is known.
"""

import numpy as np
from PIL import Image, ImageDraw

JOINED = "acdehlmnrtu"  # small letters without descender, set twice: "aa", "cc", …
STEMS = "bdhklp"  # small letters with a long stem
MIN_LEAN = 5  # degrees from upright, to either side
DARKEST = 10  # pixels of a sample that are looked at
MIN_INK = 127.5  # half ink: a stroke of half a pixel


def ink(font, text):
    """Draw a text at half the font's size; return where its ink is, on a wide margin."""
    margin = 2 * font.size
    page = Image.new("L", (round(font.getlength(text)) + 2 * margin, 5 * font.size))
    ImageDraw.Draw(page).text((margin, margin), text, fill=255, font=font)
    return page.reduce(2).point(lambda grey: 255 * (grey > 127))


def touches(font, letter):
    """Tell whether a letter set twice is one piece of ink, but for 1 % of it."""
    picture = ink(font, 2 * letter)
    total = np.count_nonzero(picture)
    rows, columns = np.nonzero(picture)
    ImageDraw.floodfill(picture, (int(columns[0]), int(rows[0])), 0)
    left = np.count_nonzero(picture)
    return min(left, total - left) <= 0.01 * total


def joined(font):
    """Share of the letters that touch themselves when set twice."""
    return sum(touches(font, letter) for letter in JOINED) / len(JOINED)


def lean_of(font, letter):
    """Angle in degrees, positive to the right, that makes a letter's columns most uneven."""
    y, x = np.nonzero(ink(font, letter))
    y = y.max() - y
    unevenness = {}
    for angle in range(-20, 61):
        column = np.round(x - y * np.tan(np.radians(angle))).astype(int)
        unevenness[angle] = (np.bincount(column - column.min()) ** 2).sum()
    return max(unevenness, key=unevenness.get)


def lean(font):
    """Median lean of the letters with a long stem."""
    return float(np.median([lean_of(font, letter) for letter in STEMS]))


def reason_against(font, samples):
    """Return why a font is left out, or "" for one that is taken; samples are its 26 capitals."""
    darkest = np.sort(samples, axis=1)[:, -DARKEST:].mean(axis=1)  # (26,)
    if np.median(darkest) < MIN_INK:
        return "strokes thinner than half a pixel"
    angle, share = lean(font), joined(font)
    if share <= 0.5 and abs(angle) < MIN_LEAN:
        return f"printed lettering: {share:.0%} joined, {angle:g} degrees from upright"
    return ""
