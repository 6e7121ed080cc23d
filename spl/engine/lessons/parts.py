"""Lessons about the parts of Algorithm 1: each compares a run with and without one."""

from __future__ import annotations

from spl.engine.lessons.model import END, WHICH_LABELS_MORE, WRONG_AT_THE_END, Lesson, Step
from spl.engine.lessons.questions import Choice, ClickGroup, DrawCurve, HowMany

OF_PARTS = (
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
        (
            Step(
                "On the left, iteration k learns from the most confident k/T of each class. On the "
                "right, every iteration learns from all samples.",
                k=0,
                to=1,
                point="bar",
                walk=2,
            ),
            Step(
                "Many of the first labels are wrong. The selected ones are correct more often than "
                "the others, so it is better to learn from them first.",
                k=0,
                walk=2,
                question=HowMany(
                    "The left run learns first from the marked digits: how many have their true "
                    "label?",
                    "correct",
                    among="next",
                ),
            ),
            Step(
                "Learning from all first labels cements their mistakes. Starting with the most "
                "confident ones repairs many of them.",
                k=0,
                to=END,
                point="curve",
                walk=11,
                question=Choice(
                    "Which run labels more digits correctly at the end?",
                    (("Left: selected samples", "left"), ("Right: all samples", "right")),
                ),
            ),
            Step(
                "Selection does not repair everything: the marked digits still have a wrong label.",
                k=END,
                color_by="correct",
                mark="wrong",
                walk=10,
                question=ClickGroup(
                    "Click a label that is still wrong for many digits of the left run.",
                    "wrong",
                    END,
                ),
            ),
        ),
    ),
    Lesson(
        "matching",
        "What the matching buys",
        "Every cluster starts at a class prototype, so it seems safe to let it keep that class. "
        "Here two clusters pass each other on the way. The one-to-one matching (Eq. 11) finds "
        "that swapping them makes the total distance slightly smaller, and so labels nearly all "
        "samples correctly. Nearest class prototypes without clusters mislabel many samples: "
        "compare with labeling ncp.",
        "alignment",
        {"data": "matching differs", "embedding": "pca", "run": "1", "k": "5"},
        (
            Step(
                "K-means groups the target, and every cluster starts at a class prototype. So it "
                "seems safe to let each cluster keep that class.",
                k=5,
                shown="names,classes,selected,changed",
                point="legend",
                walk=8,
            ),
            Step(
                "Two clusters passed each other on the way. The one-to-one matching finds that "
                "swapping them makes the total distance slightly smaller.",
                k=5,
                color_by="cluster",
                shown="names,lines,classes,clusters",
                mark="rematched",
                walk=8,
                question=ClickGroup(
                    "Click a sample whose cluster is matched with another class than the one it "
                    "started from.",
                    "rematched",
                    5,
                ),
            ),
            Step(
                "Nearest prototypes and clusters disagree on one of the two swapped clusters. "
                "There the cluster is correct.",
                k=5,
                color_by="agreement",
                focus=("B", "C"),
                mark="disputed",
                walk=7,
                question=HowMany(
                    "Each sample is nearest to a prototype and lies in a cluster: for how many do "
                    "the two give different classes?",
                    "disputed",
                    5,
                ),
            ),
            Step(
                "With the matching nearly all labels are correct. To see what is lost without it, "
                "compare with labeling ncp.",
                k=5,
                to=END,
                color_by="correct",
                walk=10,
                question=HowMany(
                    "How many samples have their true label at the end?", "correct", END
                ),
            ),
        ),
    ),
    Lesson(
        "ncp or sp",
        "When nearest prototypes do better",
        "Structured prediction helps where the target's clusters are its classes. With few "
        "principal components these icons' clusters are not: labelling by the larger of both "
        "probabilities (left) ends with a lower accuracy than labelling only by nearest "
        "prototypes (right). Set d1 to 512 on both sides (in the app's sidebar and under “Right”), "
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
        (
            Step(
                "On the left, the larger of two probabilities decides: nearest prototype (NCP) or "
                "cluster (SP). On the right, only NCP does.",
                k=0,
                point="titles",
                walk=10,
            ),
            Step(
                "At first the two guesses differ often, and the more confident one decides.",
                k=0,
                color_by="agreement",
                mark="disputed",
                walk=9,
                question=HowMany(
                    "On how many samples do NCP and SP disagree at k = 0?", "disputed"
                ),
            ),
            Step(
                "Structured prediction helps where the clusters are the classes. With few "
                "principal components these icons' clusters are not.",
                k=0,
                to=END,
                point="curve",
                walk=8,
                question=Choice(
                    WHICH_LABELS_MORE,
                    (("Left: NCP and SP", "left"), ("Right: only NCP", "right")),
                ),
            ),
            Step(
                "The marked icons ended in the wrong class. Set d1 to 512 on both sides, run it "
                "again, and the order reverses.",
                k=END,
                color_by="correct",
                mark="wrong",
                walk=8,
                question=WRONG_AT_THE_END,
            ),
        ),
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
        (
            Step(
                "There are 26 letters in a subspace of 5 dimensions (left) and of 25 dimensions "
                "(right).",
                k=0,
                point="titles",
                walk=4,
            ),
            Step(
                "Classes that share a direction cannot be told apart. With so few dimensions most "
                "labels gather samples of other letters.",
                k=0,
                color_by="correct",
                mark="wrong",
                walk=5,
                question=ClickGroup(
                    "Click a letter that many samples of the left run get wrongly.", "wrong"
                ),
            ),
            Step(
                "No later iteration separates them: letters that share a direction stay mixed.",
                k=0,
                to=END,
                point="curve",
                walk=11,
                question=DrawCurve(
                    "How does the accuracy of the left run go? Draw it, then press OK."
                ),
            ),
            Step(
                "The means of C classes span up to C dimensions, one of which Eq. 8 removes. "
                "The paper keeps d2 above C; here 25 do as well as 28.",
                k=END,
                point="curve",
                walk=5,
                question=Choice(
                    "And which run labels more letters correctly at the end?",
                    (("Left: d2 = 5", "left"), ("Right: d2 = 25", "right")),
                ),
            ),
        ),
    ),
)
