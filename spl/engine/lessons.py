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
        "Five Gaussian classes; the target's are turned, stretched and moved, and at first lie "
        "between the classes of the source. Play the iterations: the crosses of each colour close "
        "up with the circles of the same colour, and accuracy, at first below the best classifier "
        "that was trained on the source only, ends above all of them.",
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
        "The same concepts, drawn in two styles. A network trained on photographs sees first of "
        "all the style: nearest neighbours across the domains are often wrong. Watch how, from the "
        "clearest drawings on, whole classes cross the gap, and find one that crosses to the wrong "
        "place.",
        "alignment",
        {"data": "icons:filled,icons:outline", "run": "1"},
    ),
    Lesson(
        "mean shift",
        "How much of it is a mean shift?",
        "Centre each domain on its own mean, and 1-NN and the SVM improve by a good part of the "
        "gap with no adaptation at all (“centred” under Scores). What SPL adds is what it "
        "gains beyond these. Always ask for this control.",
        "alignment",
        {"data": "icons:outline,icons:filled", "run": "1", "k": "10"},
    ),
    Lesson(
        "letters",
        "Reading type after handwriting",
        "Learn the capital letters from handwriting, read them in sans-serif type. Handwritten "
        "letters vary more than printed ones, so the target's clusters are tight and structured "
        "prediction has something to hold on to.",
        "alignment",
        {"data": "letters:handwriting,letters:sans", "run": "1"},
    ),
    Lesson(
        "selection",
        "What selection buys",
        "Left, the k/T most confident samples of each class are learnt from in iteration k; right, "
        "all samples from the start. The first pseudo-labels are often wrong: learning from all of "
        "them cements the mistakes, beginning with the surest repairs many.",
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
        "Every cluster starts at a class prototype, so one might trust it to stay with its class. "
        "Here two of them pass each other on the way. The one-to-one matching (Eq. 11) finds that "
        "the total distance is smaller, if only by a little, when they are swapped, and so labels "
        "nearly all samples correctly. Nearest class prototypes on their own get "
        "many of them wrong: on "
        "Alignment, compare with labeling ncp.",
        "matching",
        {"data": "matching differs", "embedding": "pca", "run": "1"},
    ),
    Lesson(
        "ncp or sp",
        "When nearest prototypes do better",
        "Structured prediction helps where the target's clusters are its classes. With few "
        "principal components these icons' clusters are not: labels by the larger of both "
        "probabilities (left) end below nearest prototypes only (right). Set d1 to 512 on both "
        "sides, in the sidebar and under “Right”, run again, and it turns.",
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
        "26 letters in a subspace of 5 dimensions (left) and of 25 (right). Classes that share a "
        "direction cannot be told apart, and no iteration brings them back. Keep d2 at C − 1, the "
        "number of classes less one, or above: the centred means of C classes span that many "
        "dimensions. (The paper's own advice, a little larger: above the number of classes.)",
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
        "failure",
        "When adaptation makes it worse",
        "Three classes that overlap, one of them far larger than the others: the target's clusters "
        "are not its classes. SPL starts below 1-NN, learns from its own wrong pseudo-labels, and "
        "no iteration repairs them. The clusters look tidy all the same. A tidy picture is no "
        "proof.",
        "alignment",
        {"data": "overlap", "embedding": "pca", "color_by": "correct", "run": "1", "k": "10"},
    ),
)
