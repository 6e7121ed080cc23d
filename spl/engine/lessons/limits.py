"""Lessons about data that break what the paper assumes."""

from __future__ import annotations

from spl.engine.lessons.model import END, START, WHICH_LABELS_MORE, WRONG_AT_THE_END, Lesson, Step
from spl.engine.lessons.questions import Choice, ClickGroup, DrawCurve, HowMany

OF_LIMITS = (
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
        (
            Step(
                "The target has icons of only a third of the source's classes. The left run first "
                "drops the classes that nearest prototypes leave nearly empty.",
                k=0,
                point="titles",
                walk=7,
            ),
            Step(
                "One-to-one matching gives every class a cluster, so the right run tears true "
                "classes apart. Dropping classes first labels far more samples correctly.",
                k=0,
                to=END,
                point="curve",
                walk=8,
                question=Choice(
                    WHICH_LABELS_MORE,
                    (("Left: partial", "left"), ("Right: closed", "right")),
                ),
            ),
            Step(
                "A few true classes were dropped as well, since their samples had not crossed the "
                "gap. All of these now have a wrong label.",
                k=END,
                color_by="correct",
                mark="wrong",
                walk=7,
                question=WRONG_AT_THE_END,
            ),
            Step(
                "Some of the most confident labels are wrong, although NCP and SP agree on nearly "
                "all samples. Know whether your target may lack classes.",
                k=END,
                color_by="agreement",
                point="readout",
                walk=10,
                question=HowMany(
                    "How many of these 40 most confident labels are correct?",
                    "correct",
                    END,
                    most=40,
                ),
            ),
        ),
    ),
    Lesson(
        "unknown classes",
        "Samples of unknown classes",
        "The source has the letters A to H, and the target all of them. SPL (right) gives each "
        "letter one of the eight labels, although most letters have none of them. The label set "
        "open (left) rejects the least confident samples at k = 2 and then, step by step, those "
        "that lie nearer to rejected samples than to selected ones. Watch letter after letter turn "
        "grey. In the subspace they are pushed away from the eight classes: “How to read” below "
        "the frame says how far. Some unknown letters still pass for one of the eight.",
        "alignment",
        {
            "data": "letters:sans@8,letters:serif",
            "label_set": "open",
            "embedding": "tsne",
            "run": "1",
            "k": "5",
            "compare": "tsne",
            "b_label_set": "closed",
        },
        (
            Step(
                "The source has the letters A to H, and the target has all of them. The right run "
                "gives each letter one of the eight labels.",
                k=0,
                point="titles",
                walk=10,
            ),
            Step(
                "Each of the eight labels takes in letters that the source lacks.",
                k=0,
                color_by="truth",
                mark="unknown",
                walk=7,
                question=ClickGroup(
                    "Click a letter whose label many samples of unknown letters get.", "unknown"
                ),
            ),
            Step(
                "The left run rejects the least confident samples at k = 2, then those that lie "
                "nearer to rejected samples than to selected ones. Most unknown letters go.",
                k=1,
                to=END,
                mark="rejected",
                walk=2,
                question=HowMany(
                    "How many of the marked samples, which are of unknown letters, will be "
                    "rejected at the end?",
                    "rejected",
                    END,
                    among="unknown",
                ),
            ),
            Step(
                "Some unknown letters still pass for one of the eight. In the subspace the "
                "rejected samples, in grey, have been pushed away from these.",
                k=END,
                point="curve",
                walk=4,
                question=Choice(
                    "Which run treats more samples correctly, unknown ones included?",
                    (("Left: open", "left"), ("Right: closed", "right")),
                ),
            ),
        ),
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
        (
            Step(
                "The target holds only three of the source's 26 letters. SPL (left) assumes that "
                "both domains have the same classes.",
                k=START,
                point="titles",
                walk=8,
            ),
            Step(
                "Each cluster gets a letter of its own, and the most confident samples of every "
                "letter are selected, also of letters that do not occur.",
                k=0,
                mark="absent",
                walk=8,
                question=HowMany(
                    "How many of the target's samples get a letter that does not occur there?",
                    "absent",
                ),
            ),
            Step(
                "Each iteration learns from these wrong labels, so accuracy falls below its first "
                "value.",
                k=0,
                to=END,
                color_by="correct",
                point="curve",
                walk=11,
                question=DrawCurve(
                    "How does the accuracy of the left run go? Draw it, then press OK."
                ),
            ),
            Step(
                "The clusters still look tidy, which proves nothing. The right run drops the "
                "letters that hardly any sample gets, and repairs nearly all labels.",
                k=END,
                color_by="correct",
                point="titles",
                walk=8,
                question=Choice(
                    "Which labels most samples correctly?",
                    (
                        ("1-NN, without adaptation", "1-NN"),
                        ("Left: SPL", "left"),
                        ("Right: SPL, partial", "right"),
                    ),
                ),
            ),
        ),
    ),
)
