"""Words and equations of the walk-through: what each step of Algorithm 1 does, and its symbols.

No number that depends on the data stands here; those are computed in the steps.
"""

from __future__ import annotations

from dataclasses import dataclass

from spl.algorithm.params import SPLParams


@dataclass(frozen=True)
class Step:
    """One step of the page."""

    title: str
    equations: tuple[str, ...]  # LaTeX
    words: str  # for a student who knows linear algebra
    symbols: tuple[str, ...]  # keys of SYMBOLS


SYMBOLS = {  # key → (LaTeX, what it is)
    "x": ("x", "The features of one sample as you gave them: d numbers."),
    "X": ("X", "All samples of both domains as columns, d × n; in steps 3 and 4 only those that "
          "take part in learning, reduced to d₁ numbers each."),
    "H": ("H", "The centring matrix I − (1/n)·ones: X H is X minus its mean column."),
    "V": ("V", "The d₁ directions in which both domains together vary most, d × d₁."),
    "d1": ("d_1", "The number of principal components that are kept; set it in the sidebar."),
    "d2": ("d_2", "Dimension of the subspace that is learnt, at most d₁; set it in the sidebar."),
    "xt": (r"\tilde x", "A sample after PCA, at length 1: d₁ numbers."),
    "T": ("T", "Number of iterations; set it in the sidebar."),
    "k": ("k", "The iteration shown, from 0 to T; move it in the sidebar."),
    "S_k": (r"\mathcal S_k", "The target samples that iteration k learns from, with the "
            "pseudo-labels that iteration k − 1 gave them."),
    "n_c": ("n_c", "The number of target samples with pseudo-label c after iteration k − 1."),
    "M": ("M", (
        "Similarity matrix: M_ij is 1 if samples i and j have the same label and both take part, "
        "else 0. It is never stored, as it would be n × n."
    )),
    "D": ("D", "Diagonal matrix: D_ii is the sum of row i of M, the number of samples of i's "
          "class that take part."),
    "L": ("L", "Laplacian matrix D − M; each of its rows sums to 0."),
    "S": ("S", "One column per class: the sum of its samples, d₁ × C. It replaces M."),
    "P": ("P", "The projection that is learnt, d₁ × d₂."),
    "B": ("B", "Short for X L Xᵀ + αI, d₁ × d₁."),
    "alpha": (r"\alpha", (
        "Weight of the regulariser I, which keeps P from growing; it is one of the variants in "
        "the sidebar."
    )),
    "lambda": (r"\lambda", "Generalised eigenvalue: how far the samples lie from the origin along "
               "one direction, against how far those of one class lie from one another."),
    "z": ("z", "A sample in the common subspace: d₂ numbers, at length 1."),
    "zm": (r"\bar z", "Mean of the projections of all samples of both domains."),
    "zs": (r"\bar z_y^s", "Class prototype: mean z of the source samples of class y, at length 1."),
    "zi": (r"\bar z_i^t", "Centre of the i-th cluster of target samples."),
    "zy": (r"\bar z_y^t", "Centre of the target cluster matched with class y."),
    "A_ij": ("A_{ij}", "1 if cluster i is matched with class j, else 0."),
    "C": ("C", "Number of classes."),
    "p1": ("p_1", "Probability from nearest class prototype, NCP."),
    "p2": ("p_2", "Probability from structured prediction, SP."),
    "p": ("p", "The probability that decides the label."),
    "yhat": (r"\hat y", "Pseudo-label: the class that the algorithm gives a target sample."),
}  # fmt: skip

STEPS = (
    Step(
        "Reduce the dimension (Eq. 1–3)",
        (
            r"\max_{V^\top V = I} \operatorname{tr}\left(V^\top X H X^\top V\right)"
            r"\quad\Longleftrightarrow\quad X H X^\top v = \phi\, v",
            r"\tilde x = V^\top x, \qquad \tilde x \leftarrow \tilde x / \lVert\tilde x\rVert_2",
        ),
        "The samples of both domains form one matrix and are described by the few directions in "
        "which they vary most. Then each sample is scaled to length 1, so that only its "
        "direction counts. No label is used yet, and all iterations share this step.",
        ("x", "X", "H", "V", "xt", "d1"),
    ),
    Step(
        "Select the samples to learn from",
        (),
        "The source has labels and the target has none. The last iteration guessed a label for "
        "every target sample: its pseudo-label. This step selects the most confident guesses, "
        "and the following steps learn from them as if they were true. It takes few samples at "
        "first and more at every iteration.",
        ("S_k", "k", "T", "n_c"),
    ),
    Step(
        "Say which samples belong together (Eq. 4–5)",
        (
            r"\min_P \sum_{i,j} \bigl\lVert P^\top \tilde x_i - P^\top \tilde x_j "
            r"\bigr\rVert_2^2\, M_{ij}, \qquad M_{ij} = \begin{cases} 1 & y_i = y_j \\ 0 & "
            r"\text{otherwise} \end{cases}",
            r"D_{ii} = \sum_j M_{ij}, \qquad L = D - M, \qquad X M X^\top = S S^\top",
        ),
        "A good map brings samples of one class together, whichever domain they come from. M "
        "says which pairs these are, and the sum penalises every such pair that the map leaves "
        "apart. M has a row for every sample, but only the sums of each class are needed.",
        ("M", "D", "L", "S", "P", "X"),
    ),
    Step(
        "Learn the projection P (Eq. 6–7)",
        (
            r"\max_P \frac{\operatorname{tr}\left(P^\top X D X^\top P\right)}"
            r"{\operatorname{tr}\left(P^\top (X L X^\top + \alpha I) P\right)}",
            r"X D X^\top p = \lambda\,(X L X^\top + \alpha I)\, p, \qquad "
            r"P = [p_1, \dots, p_{d_2}]",
            r"P^\top B P = I, \qquad B = X L X^\top + \alpha I",
        ),
        "Along a good direction the samples lie far from the origin (numerator) while those of one "
        "class lie close together (denominator). The best directions are the generalised "
        "eigenvectors with the largest eigenvalues, and they are the columns of P. The numerator "
        "is not centred, so the first direction is nearly the common mean of all samples; the "
        "centring in the next step removes that mean. The next ones, up to one per class, tell "
        "classes apart.",
        ("P", "B", "lambda", "alpha", "d1", "d2"),
    ),
    Step(
        "Project both domains (Eq. 8)",
        (
            r"z \leftarrow P^\top \tilde x, \qquad z \leftarrow z - \bar z, \qquad "
            r"z \leftarrow z / \lVert z \rVert_2",
        ),
        "Every sample is mapped into the common subspace, moved so that the mean of both domains "
        "is the origin, and scaled to length 1. From here on only these points count: all distances"
        " are measured between them.",
        ("P", "xt", "zm", "z", "d2"),
    ),
    Step(
        "Give each class a prototype (Eq. 9)",
        (
            r"\bar z_y^s = \frac{\sum_{i:\, y_i^s = y} z_i^s}"
            r"{\bigl\lVert \sum_{i:\, y_i^s = y} z_i^s \bigr\rVert_2}",
        ),
        "One point represents each class: the mean of its source samples in the subspace, "
        "scaled to length 1. The target influences it only through P and the common mean.",
        ("zs", "z", "C"),
    ),
    Step(
        "First guess: the nearest prototype, NCP (Eq. 10)",
        (
            r"p_1(y \mid x^t) = \frac{\exp\left(-\lVert z^t - \bar z_y^s \rVert\right)}"
            r"{\sum_{y'} \exp\left(-\lVert z^t - \bar z_{y'}^s \rVert\right)}",
        ),
        "How far is the target sample from each class prototype? The distances are turned into "
        "positive numbers that sum to one. A nearer prototype gets a larger number.",
        ("p1", "z", "zs"),
    ),
    Step(
        "Cluster the target and match (Eq. 11)",
        (
            r"\min_{A} \sum_{i=1}^{C}\sum_{j=1}^{C} A_{ij}\, \bigl\lVert \bar z_i^t - \bar z_j^s "
            r"\bigr\rVert \quad \text{s.t.} \quad \forall i\ \sum_j A_{ij} = 1, \quad "
            r"\forall j\ \sum_i A_{ij} = 1",
        ),
        "Target samples also have a structure of their own. K-means groups them, with one "
        "cluster per class, starting from the prototypes. Then every cluster gets exactly one "
        "class so that the sum of the distances from centres to prototypes is smallest.",
        ("A_ij", "zi", "zs", "C"),
    ),
    Step(
        "Second guess: structured prediction, SP (Eq. 12)",
        (
            r"p_2(y \mid x^t) = \frac{\exp\left(-\lVert z^t - \bar z_y^t \rVert\right)}"
            r"{\sum_{y'} \exp\left(-\lVert z^t - \bar z_{y'}^t \rVert\right)}",
        ),
        "This is the first guess again, but with distances to the target's own cluster centres. "
        "A sample in the middle of its cluster is confident here, even if the whole cluster "
        "lies far from the source.",
        ("p2", "z", "zy"),
    ),
    Step(
        "Join both guesses and label (Eq. 13–14)",
        (),
        "In the paper, the larger of both numbers counts for each class, so the more confident "
        "guess decides; a variant in the sidebar uses only one of them. The class with the "
        "largest number becomes the pseudo-label. With many "
        "classes the numbers are nearly equal: they rank samples and are not the probability of "
        "being correct.",
        ("p", "p1", "p2", "yhat"),
    ),
    Step(
        "What changed",
        (r"\hat y_{k-1}(x^t) \;\longrightarrow\; \hat y_k(x^t)",),
        "Until the last iteration, k = T, the algorithm now returns to the selection with the "
        "new pseudo-labels.",
        ("k", "T", "yhat", "S_k"),
    ),
)


def equations(n: int, params: SPLParams) -> tuple[str, ...]:
    """LaTeX of a step, as the run's variants make it.

    Parameters
    ----------
    n : int
        Position in `STEPS`, from 0.
    params : SPLParams
        Of the run.
    """
    if n == 1:
        return (_selection_rule(params),)
    if n == 9:
        fused = {
            "both": r"\max\{p_1(y \mid x^t),\, p_2(y \mid x^t)\}",
            "ncp": r"p_1(y \mid x^t)",
            "sp": r"p_2(y \mid x^t)",
        }[params.used_labeling]
        return (rf"p(y \mid x^t) = {fused}, \qquad \hat y^t = \arg\max_y\, p(y \mid x^t)",)
    return STEPS[n].equations


def _selection_rule(params: SPLParams) -> str:
    if params.selection == "all":
        return r"\mathcal S_k = \{\text{all target samples}\}, \qquad k \geq 1"
    if params.selection == "none":
        return r"\mathcal S_0 = \varnothing"
    if params.selection == "global" and params.quota == "authors":
        return (
            r"\mathcal S_k = \{x : p > \text{the } \lfloor n_t (1 - k/T) "
            r"\rfloor\text{-th smallest,} \allowbreak \text{ counted from } 0\}"
        )
    if params.selection == "global":
        return (
            r"\mathcal S_k = \{\text{the } \lfloor k\, n_t / T \rfloor "
            r"\text{ samples} \allowbreak \text{ with the largest } p\}"
        )
    if params.quota == "authors":
        return (
            r"\mathcal S_k = \bigcup_c \{x : \hat y = c,\ p > \text{the } \lfloor n_c (1 - k/T) "
            r"\rfloor\text{-th smallest} \allowbreak \text{ of class } c \text{, counted from } 0\}"
        )
    return (
        r"\mathcal S_k = \bigcup_c \{\text{the } \lfloor k\, n_c / T \rfloor "
        r"\text{ samples} \allowbreak \text{ of pseudo-class } c "
        r"\allowbreak \text{ with the largest } p\}"
    )
