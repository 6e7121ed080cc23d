"""Lessons for a class: each a link that sets data, parameters, page and iteration, and what to see.

The texts hold no figures: those are on the page, computed. What a text claims is checked on the
actual run by `tests/engine/test_lessons.py`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Lesson:
    """One thing to understand, and the link that shows it."""

    key: str
    title: str
    text: str  # what to look for
    page: str
    query: dict[str, str]  # of the link, as in the address line


LESSONS = (
    Lesson(
        "easy shift",
        "An easy shift",
        "There are five Gaussian classes. Those of the target are turned, stretched and moved, "
        "so at first they lie between the classes of the source. Play the iterations: the "
        "crosses of each colour move onto the circles of the same colour. Accuracy starts below "
        "the best classifier trained only on the source and ends above all of them.",
        "alignment",
        {
            "data": "gaussian?rotation=60.0&spread=0.25&shift=3.0&seed=1",
            "embedding": "pca",
            "run": "1",
        },
    ),
    Lesson(
        "icons",
        "From filled to outline icons",
        "The same concepts are drawn in two styles. A network trained on photographs sees "
        "mostly the style, so nearest neighbours across the domains are often wrong. Watch "
        "whole classes cross the gap, beginning with the clearest drawings, and find one that "
        "crosses to the wrong place.",
        "alignment",
        {"data": "icons:filled,icons:outline", "run": "1"},
    ),
    Lesson(
        "mean shift",
        "How much of it is a mean shift?",
        "Centring each domain on its own mean already lets 1-NN and the SVM close a good part "
        "of the gap, without any adaptation (“centred” under Scores). Only the gain beyond "
        "these scores is due to SPL. Always compare with this control.",
        "alignment",
        {"data": "icons:outline,icons:filled", "run": "1", "k": "10"},
    ),
    Lesson(
        "letters",
        "Reading type after handwriting",
        "SPL learns the capital letters from handwriting and reads them in sans-serif type. "
        "Printed letters vary less than handwritten ones, so the target's clusters are tight "
        "and structured prediction works well.",
        "alignment",
        {"data": "letters:handwriting,letters:sans", "run": "1"},
    ),
    Lesson(
        "selection",
        "What selection buys",
        "On the left, iteration k learns from the most confident k/T of each class. On the "
        "right, every iteration learns from all samples. The first pseudo-labels are often "
        "wrong: learning from all of them cements the mistakes, while starting with the most "
        "confident ones repairs many of them.",
        "alignment",
        {
            "data": "digits:uci,digits:mnist",
            "embedding": "pca",
            "run": "1",
            "k": "10",
            "compare": "pca",
            "b_selection": "all",
        },
    ),
    Lesson(
        "matching",
        "What the matching buys",
        "Every cluster starts at a class prototype, so it seems safe to let it keep that class. "
        "Here two clusters pass each other on the way. The one-to-one matching (Eq. 11) finds "
        "that swapping them makes the total distance slightly smaller, and so labels nearly all "
        "samples correctly. Nearest class prototypes without clusters mislabel many samples: on "
        "Alignment, compare with labeling ncp.",
        "matching",
        {"data": "matching differs", "embedding": "pca", "run": "1", "k": "5"},
    ),
    Lesson(
        "ncp or sp",
        "When nearest prototypes do better",
        "Structured prediction helps where the target's clusters are its classes. With few "
        "principal components these icons' clusters are not: labelling by the larger of both "
        "probabilities (left) ends with a lower accuracy than labelling only by nearest "
        "prototypes (right). Set d1 to 512 on both sides (in the sidebar and under “Right”), "
        "run it again, and the order reverses.",
        "alignment",
        {
            "data": "icons:outline,icons:filled",
            "d1": "64",
            "d2": "36",
            "embedding": "pca",
            "run": "1",
            "k": "10",
            "compare": "pca",
            "b_labeling": "ncp",
        },
    ),
    Lesson(
        "small d2",
        "A d2 too small for the classes",
        "There are 26 letters in a subspace of 5 dimensions (left) and of 25 dimensions "
        "(right). Classes that share a direction cannot be told apart, and no later iteration "
        "separates them. The paper keeps d2 above C, the number of classes: the means of C classes "
        "span up to C dimensions, one of which is nearly the common mean of all samples, which "
        "Eq. 8 removes. Here 25 dimensions do as well as 28.",
        "alignment",
        {
            "data": "letters:handwriting,letters:sans",
            "d2": "5",
            "embedding": "pca",
            "run": "1",
            "k": "5",
            "compare": "pca",
            "b_d2": "25",
        },
    ),
    Lesson(
        "fewer classes",
        "When the target lacks classes",
        "The target has icons of only a third of the source's classes. One-to-one matching still "
        "gives every class a cluster, so SPL (right) tears true classes apart, while its margins "
        "and the agreement of NCP and SP look as good as ever. The label set partial (left) first "
        "drops the classes that nearest prototypes leave nearly empty, and labels far more samples "
        "correctly. A few true classes are dropped as well: their samples had not crossed the gap.",
        "alignment",
        {
            "data": "icons:filled,icons:outline@12",
            "d1": "256",
            "d2": "64",
            "label_set": "partial",
            "embedding": "pca",
            "run": "1",
            "k": "10",
            "compare": "pca",
            "b_label_set": "closed",
        },
    ),
    Lesson(
        "unknown classes",
        "Samples of unknown classes",
        "The source has the letters A to H, and the target all of them. SPL (right) gives each "
        "letter one of the eight labels, although most letters have none of them. The label set "
        "open (left) rejects the least confident samples at k = 2 and then, step by step, those "
        "that lie nearer to rejected samples than to selected ones. Watch the rejected samples, in "
        "grey, being pushed away from the eight classes. Some unknown letters still pass for one "
        "of the eight.",
        "alignment",
        {
            "data": "letters:sans@8,letters:serif",
            "label_set": "open",
            "embedding": "pca",
            "run": "1",
            "k": "5",
            "compare": "pca",
            "b_label_set": "closed",
        },
    ),
    Lesson(
        "failure",
        "When adaptation makes it worse",
        "The target holds only three of the source's 26 letters, but SPL assumes that both "
        "domains have the same classes (left): each cluster gets a letter of its own, and the "
        "most confident samples of every letter are selected, also of letters that do not "
        "occur. Each iteration learns from these wrong pseudo-labels, so accuracy falls below its "
        "first value and far below 1-NN. The clusters still look tidy, which proves nothing. On "
        "the right, SPL drops the letters that hardly any sample gets (label set “partial”), and "
        "nearly all samples end with their own letter.",
        "alignment",
        {
            "data": "letters:handwriting,letters:monospace@3",
            "embedding": "pca",
            "color_by": "correct",
            "run": "1",
            "k": "5",
            "compare": "pca",
            "b_label_set": "partial",
        },
    ),
)
