"""Lessons about labels that are given by hand: three that help, three that hurt.

The samples are those that the app proposes for the run without labels: one of each of the three
largest disputes, and the three least certain. Their labels are the true ones.
"""

from __future__ import annotations

from spl.engine.lessons.model import END, START, WHICH_LABELS_MORE, WRONG_AT_THE_END, Lesson, Step
from spl.engine.lessons.questions import Choice, HowMany

DATA = "icons:outline,icons:filled"
OF_LABELS = (
    Lesson(
        "labels help",
        "Three labels that help",
        "With few principal components, whole groups of these icons end with a wrong label, and "
        "NCP and SP disagree on many of them. On the left, one icon of each of the three largest "
        "disputes has its true label, given by hand; on the right, none has. Three labels repair "
        "whole classes. In the app, open “By hand” to see who changed, and give more.",
        "alignment",
        {
            "data": DATA,
            "d1": "64",
            "d2": "35",
            "embedding": "pca",
            "run": "1",
            "k": "10",
            "known": "325:12,326:12,952:34",
            "compare": "pca",
        },
        (
            Step(
                "On the right, SPL runs without any target label. On the left, the three ringed "
                "icons have their true label, given by hand.",
                k=START,
                point="titles",
                walk=2,
            ),
            Step(
                "Ringed icons are selected at every iteration, and pull the prototypes of their "
                "classes. Most of what iteration 1 learns from is correct.",
                k=0,
                to=1,
                walk=2,
                question=HowMany(
                    "Iteration 1 learns from the marked icons: how many have their true label?",
                    "correct",
                    among="next",
                ),
            ),
            Step(
                "Each label frees a class that was taken for another, and that makes room for "
                "others: far more icons than three are repaired.",
                k=0,
                to=END,
                point="curve",
                walk=8,
                question=Choice(
                    WHICH_LABELS_MORE,
                    (("Left: three labels", "left"), ("Right: no labels", "right")),
                ),
            ),
            Step(
                "Some groups are still wrong. Click one of their icons, give its class, and see "
                "whether it helps.",
                k=END,
                color_by="correct",
                mark="wrong",
                walk=7,
                question=WRONG_AT_THE_END,
            ),
        ),
    ),
    Lesson(
        "labels hurt",
        "Three labels that hurt",
        "With the recommended settings SPL does well on these icons. On the left, the three least "
        "certain icons have their true label, given by hand, and all three were labelled correctly "
        "before. On the right, none is given, and far more icons end correctly labelled. The "
        "labels tell SPL nothing new, and yet change the first projection and all that follow.",
        "alignment",
        {
            "data": DATA,
            "embedding": "pca",
            "run": "1",
            "k": "10",
            "known": "608:22,782:28,936:33",
            "compare": "pca",
        },
        (
            Step(
                "On the left, the three ringed icons have their true label: those about which the "
                "run on the right is least certain. It labels all three correctly by itself.",
                k=START,
                point="titles",
                walk=2,
            ),
            Step(
                "Most of what iteration 1 learns from is correct, with the labels as well.",
                k=0,
                to=1,
                walk=2,
                question=HowMany(
                    "Iteration 1 learns from the marked icons: how many have their true label?",
                    "correct",
                    among="next",
                ),
            ),
            Step(
                "The labels hurt. They tell SPL nothing new, and yet they change the first "
                "projection and all that follow.",
                k=0,
                to=END,
                point="curve",
                walk=8,
                question=Choice(
                    WHICH_LABELS_MORE,
                    (("Left: three labels", "left"), ("Right: no labels", "right")),
                ),
            ),
            Step(
                "Whole classes are mistaken for their neighbours now. In the app, take the labels "
                "back under “By hand”, and watch the icons move.",
                k=END,
                color_by="correct",
                mark="wrong",
                walk=7,
                question=WRONG_AT_THE_END,
            ),
        ),
    ),
)
