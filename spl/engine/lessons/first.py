"""Lessons about what SPL does: the runs to begin with."""

from __future__ import annotations

from spl.engine.lessons.model import END, START, Lesson, Step
from spl.engine.lessons.questions import Choice, ClickGroup, DrawCurve, HowMany

FIRST = (
    Lesson(
        "easy shift",
        "An easy shift",
        "There are five Gaussian classes. Those of the target are turned, stretched and moved, "
        "so at first they lie apart, and many get a wrong label. Play the iterations: the "
        "crosses of each colour move onto the circles of the same colour. Accuracy starts below "
        "the best classifier trained only on the source and ends above all of them.",
        "alignment",
        {
            "data": "gaussian?rotation=60.0&spread=0.25&shift=3.0&seed=1",
            "embedding": "pca",
            "run": "1",
        },
        (
            Step(
                "The five classes of the target (+) are those of the source (○), turned, stretched "
                "and moved. Before adaptation they lie apart from the source's classes.",
                k=START,
                point="legend",
                walk=1,
            ),
            Step(
                "The first labels come from a subspace that was learnt only from the source. Where "
                "a class of the target lies between two of the source, they are often wrong.",
                k=0,
                mark="changes",
                walk=10,
                question=ClickGroup(
                    "Click a class that will lose many of its samples to other classes.", "changes"
                ),
            ),
            Step(
                "Some of the labels that iteration 1 learns from are wrong. Most of them are "
                "correct, and the projection follows the majority.",
                k=0,
                to=1,
                walk=2,
                question=HowMany(
                    "Iteration 1 learns from the marked samples: how many of them have their true "
                    "label?",
                    "correct",
                    among="next",
                ),
            ),
            Step(
                "The crosses of each colour move onto the circles of the same colour. Accuracy "
                "ends above the best classifier trained only on the source, the dashed line.",
                k=0,
                to=END,
                point="curve",
                walk=4,
                question=DrawCurve(
                    "How does the accuracy go? Draw it on the curve, then press OK."
                ),
            ),
            Step(
                "The bar shows how many samples took part in learning: a few at first, all of them "
                "at the end. To select, to learn and to label again is the whole of Algorithm 1.",
                k=END,
                point="bar",
                walk=2,
            ),
        ),
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
        (
            Step(
                "The same concepts are drawn in two styles. A network trained on photographs sees "
                "mostly the style, so the two domains lie apart.",
                k=START,
                point="readout",
                walk=1,
            ),
            Step(
                "A subspace learnt from the source's labels keeps what tells concepts apart, and "
                "part of the style is gone before any adaptation.",
                k=0,
                point="readout",
                walk=4,
                question=Choice(
                    "Which labels more of the outline icons correctly?",
                    (("1-NN on the features", "1-NN"), ("SPL's first labels, at k = 0", "start")),
                ),
            ),
            Step(
                "The clearest drawings have the most confident labels, and nearly all of these are "
                "correct. So SPL learns from them first.",
                k=0,
                to=1,
                walk=2,
                question=HowMany(
                    "How many of these 40 most confident labels are correct?", "correct", most=40
                ),
            ),
            Step(
                "The marked icons get another label as the domains align. More of these changes "
                "repair a mistake than make one.",
                k=0,
                to=END,
                mark="changes",
                walk=11,
                question=ClickGroup(
                    "Click a class of which many icons will get another label.", "changes"
                ),
            ),
            Step(
                "Not every mistake is repaired: the marked icons crossed to the wrong place. "
                "At the last iteration no label changes any more.",
                k=END,
                color_by="correct",
                mark="wrong",
                walk=10,
                question=ClickGroup(
                    "Click a class that has gathered many icons of other concepts.", "wrong", END
                ),
            ),
        ),
    ),
    Lesson(
        "mean shift",
        "How much of it is a mean shift?",
        "Centring each domain on its own mean already lets 1-NN and the SVM close a good part "
        "of the gap, without any adaptation (“centred” under the app's Scores). Only the gain "
        "beyond these scores is due to SPL. Always compare with this control.",
        "alignment",
        {"data": "icons:outline,icons:filled", "run": "1", "k": "10"},
        (
            Step(
                "The source is drawn in outline, the target is filled. Part of the gap between "
                "them is a shift of the whole domain.",
                k=START,
                point="readout",
                walk=1,
            ),
            Step(
                "Centring each domain on its own mean closes a good part of the gap, without any "
                "adaptation.",
                k=START,
                point="readout",
                question=Choice(
                    "Which labels more icons correctly?",
                    (("1-NN", "1-NN"), ("1-NN, each domain centred", "1-NN centred")),
                ),
            ),
            Step(
                "SPL is better than every classifier that only centres. The gain beyond these "
                "scores is due to SPL, and no more.",
                k=0,
                to=END,
                point="readout",
                question=Choice(
                    "And which of these, at the end of the run?",
                    (("SVM, each domain centred", "SVM centred"), ("SPL", "left")),
                ),
            ),
            Step(
                "Most of the gain comes with the first iterations. The dashed line is the best "
                "score without adaptation: always compare with it.",
                k=0,
                to=END,
                point="curve",
                walk=2,
                question=DrawCurve(
                    "How does SPL's accuracy go over the iterations? Draw it, then press OK."
                ),
            ),
        ),
    ),
    Lesson(
        "letters",
        "Reading type after handwriting",
        "SPL learns the capital letters from handwriting and reads them in sans-serif type. "
        "Printed letters vary less than handwritten ones, so the target's clusters are tight "
        "and structured prediction works well.",
        "alignment",
        {"data": "letters:handwriting,letters:sans", "run": "1"},
        (
            Step(
                "SPL learns the capital letters from handwriting (○) and reads them in sans-serif "
                "type (+).",
                k=START,
                point="legend",
                walk=1,
            ),
            Step(
                "The subspace in which handwritten letters of one class lie close together suits "
                "type as well. Even the first labels beat the classifiers without adaptation.",
                k=0,
                point="readout",
                walk=4,
                question=Choice(
                    "Which reads more printed letters correctly?",
                    (
                        ("1-NN", "1-NN"),
                        ("A linear SVM", "SVM"),
                        ("SPL's first labels, at k = 0", "start"),
                    ),
                ),
            ),
            Step(
                "Printed letters vary less than handwritten ones, so the target's clusters are "
                "tight. Most of the labels that iteration 1 learns from are correct.",
                k=0,
                to=1,
                walk=2,
                question=HowMany(
                    "Iteration 1 learns from the marked letters: how many have their true label?",
                    "correct",
                    among="next",
                ),
            ),
            Step(
                "The round letters look alike. Their mistakes are repaired late, and most of the "
                "changes repair one.",
                k=0,
                to=END,
                mark="changes",
                walk=11,
                question=ClickGroup(
                    "Click a letter of which many samples will get another label.", "changes"
                ),
            ),
        ),
    ),
)
