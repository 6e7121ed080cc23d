"""Frames with named columns, of pandas and polars, wherever features are given."""

import warnings

import numpy as np
import pytest

from spl import DomainPair, SPLClassifier, SPLParams, iterate

pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")

rng = np.random.default_rng(5)
NAMES = ["height", "width", "depth", "mass"]
Y = np.repeat(["cup", "jar"], 15)
XS = rng.normal(size=(30, 4)) + 3 * np.eye(4)[np.repeat([0, 1], 15)]
XT = XS + rng.normal(size=(30, 4)) / 2 + 0.5
PARAMS = SPLParams(d1=4, d2=3, T=2)
TURNED = [2, 0, 3, 1]
MOVED = "The columns of X_target were put in the order of X"
FRAMES = {
    "pandas": pd.DataFrame,
    "polars": lambda X, columns: pl.DataFrame(X, schema=columns),
    "Arrow": lambda X, columns: pa.table(dict(zip(columns, X.T, strict=True))),
}


@pytest.fixture(params=FRAMES)
def frame(request):
    def make(X, order=(0, 1, 2, 3), names=NAMES):
        return FRAMES[request.param](X[:, list(order)], columns=[names[i] for i in order])

    return make


def last_labels(source, target):
    return [*iterate(source, Y, target, PARAMS)][-1].pseudo_labels


def test_iterate_joins_columns_by_name(frame):
    with pytest.warns(UserWarning, match=MOVED):
        found = last_labels(frame(XS), frame(XT, TURNED))
    np.testing.assert_array_equal(found, last_labels(XS, XT))
    assert (last_labels(XS, XT[:, TURNED]) != found).any()  # by position they are others


def test_a_pair_joins_columns_by_name(frame):
    with pytest.warns(UserWarning, match=MOVED):
        pair = DomainPair(frame(XS), Y, frame(XT, TURNED))
    np.testing.assert_array_equal(pair.X_target, XT)


def test_the_estimator_joins_columns_by_name(frame):
    plain = SPLClassifier(d1=4, d2=3, T=2).fit(XS, Y, XT)
    with pytest.warns(UserWarning, match=MOVED):
        named = SPLClassifier(d1=4, d2=3, T=2).fit(frame(XS), Y, frame(XT, TURNED))
    assert named.feature_names_in_.tolist() == NAMES
    np.testing.assert_array_equal(named.transduction_, plain.transduction_)
    with pytest.warns(UserWarning, match="The columns of X were put in the order of the fitted X"):
        found = named.predict(frame(XT, TURNED))
    np.testing.assert_array_equal(found, plain.predict(XT))
    np.testing.assert_array_equal(named.predict(frame(XT)), plain.predict(XT))


@pytest.mark.parametrize("names", [[*NAMES[:3], "age"], ["a", "b", "c", "d"]])
def test_other_names_are_refused(frame, names):
    other = frame(XT, names=names)
    for use in (
        lambda: iterate(frame(XS), Y, other, PARAMS),
        lambda: DomainPair(frame(XS), Y, other),
        lambda: SPLClassifier(d1=4, d2=3, T=2).fit(frame(XS), Y, other),
    ):
        with pytest.raises(ValueError, match=f"X_target lacks the column.*has .*`{names[3]}`"):
            use()
    with pytest.raises(ValueError, match="X lacks the column.* of the fitted X and has"):
        SPLClassifier(d1=4, d2=3, T=2).fit(frame(XS), Y, frame(XT)).predict(other)


def test_without_names_on_one_side_positions_count(frame):
    np.testing.assert_array_equal(DomainPair(XS, Y, frame(XT, TURNED)).X_target, XT[:, TURNED])
    np.testing.assert_array_equal(DomainPair(frame(XS, TURNED), Y, XT).X_target, XT)


LEVELS = pd.MultiIndex.from_product([["a", "b"], [1, 2]])


@pytest.mark.parametrize("columns", [range(4), LEVELS], ids=["numbers", "two levels"])
def test_names_that_are_not_text_are_put_in_order_too(columns):
    source, target = pd.DataFrame(XS, columns=columns), pd.DataFrame(XT, columns=columns)
    with pytest.warns(UserWarning, match="columns of X_target were put in the order of X_source"):
        pair = DomainPair(source, Y, target.iloc[:, [2, 0, 3, 1]])
    np.testing.assert_array_equal(pair.X_target, XT)
    model = SPLClassifier(d1=4, d2=3, T=2).fit(source, Y, target)
    with pytest.warns(UserWarning, match="columns of X were put in the order of the fitted X"):
        turned = model.predict(target.iloc[:, [2, 0, 3, 1]])
    np.testing.assert_array_equal(turned, model.predict(target))


def test_numbers_that_count_other_columns_are_positions():
    target = pd.DataFrame(XT, columns=range(7, 11))
    np.testing.assert_array_equal(DomainPair(pd.DataFrame(XS), Y, target).X_target, XT)
    named = pd.DataFrame(XS, columns=NAMES)
    np.testing.assert_array_equal(DomainPair(named, Y, target).X_target, XT)
    with pytest.raises(ValueError, match="X_target lacks the columns `3`, `4`, `5`, `6` of X_sour"):
        DomainPair(pd.DataFrame(XS, columns=range(3, 7)), Y, target)


def test_two_columns_of_one_name_in_another_order_are_refused():
    source = pd.DataFrame(XS, columns=["a", "b", "b", "c"])
    np.testing.assert_array_equal(DomainPair(source, Y, source).X_target, XS)
    with pytest.raises(ValueError, match="several columns called `b`"):
        DomainPair(source, Y, source.iloc[:, [1, 0, 2, 3]])


@pytest.mark.parametrize("value", ["2020-01-01", "NaT"])
def test_dates_are_refused_by_name(frame, value):
    days = np.full(30, value, dtype="datetime64[us]")
    kind = pa.table if isinstance(frame(XS), pa.Table) else type(frame(XS))
    dated = kind({**{name: XT[:, i] for i, name in enumerate(NAMES[:3])}, "mass": days})
    for use in (
        lambda: DomainPair(frame(XS), Y, dated),
        lambda: SPLClassifier(d1=4, d2=3, T=2).fit(frame(XS), Y, dated),
    ):
        with pytest.raises(ValueError, match="X_target holds dates or times in `mass`"):
            use()


@pytest.mark.parametrize("dtype", ["datetime64[D]", "timedelta64[s]"])
def test_dates_are_refused_in_arrays(dtype):
    days = np.zeros((30, 4), dtype=dtype)
    days[3] = "NaT"
    with pytest.raises(ValueError, match="X_target holds dates or times, which are not features"):
        iterate(XS, Y, days, PARAMS)
    with pytest.raises(ValueError, match="X holds dates or times"):
        SPLClassifier(d1=4, d2=3, T=2).fit(days, Y, XT)


def test_the_same_order_is_not_worth_a_word(frame):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        DomainPair(frame(XS), Y, frame(XT))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ([0, 1, 2, 3], ["0", "1", "2", "3"]),
        ([400.5, 401.5, 402.5, 403.5], [400.5, 401.5, 402.5, 403.5]),
        ([400.5, 401.5, 402.5, 403.5], ["400.5", "401.5", "402.5", "403.5"]),
    ],
    ids=["text of whole numbers", "fractions", "text of fractions"],
)
def test_numbers_are_names_and_so_is_their_text(ours, theirs):
    source = pd.DataFrame(XS, columns=ours)
    target = pd.DataFrame(XT[:, TURNED], columns=[theirs[i] for i in TURNED])
    with pytest.warns(UserWarning, match=MOVED):
        pair = DomainPair(source, Y, target)
    np.testing.assert_array_equal(pair.X_target, XT)


def test_dates_in_a_table_of_arrow_are_named():
    dates = pa.table({"when": np.arange(30).astype("M8[s]"), "mass": np.arange(30.0)})
    with pytest.raises(ValueError, match="X_source holds dates or times in `when`"):
        DomainPair(dates, Y, dates)


def test_a_long_name_is_cut_in_a_sentence():
    with pytest.raises(ValueError, match=f"has `{'x' * 59}…`, which X_source lacks"):
        DomainPair(
            pd.DataFrame(XS, columns=NAMES), Y, pd.DataFrame(XT, columns=[*NAMES[:3], "x" * 5000])
        )


def test_a_plan_of_a_frame_is_refused_in_one_sentence():
    X, y = np.arange(12.0).reshape(6, 2) % 5, ["a", "b"] * 3
    frame, labels = pl.DataFrame(X, schema=["p", "q"]), pl.DataFrame({"y": y})
    for given in ((frame.lazy(), y, frame), (frame, y, frame.lazy()), (frame, labels.lazy(), X)):
        with pytest.raises(
            ValueError, match="is a LazyFrame, which has no values yet; give .*collect"
        ):
            DomainPair(*given)
        with pytest.raises(
            ValueError, match="is a LazyFrame, which has no values yet; give .*collect"
        ):
            SPLClassifier().fit(*given)


@pytest.mark.parametrize(
    "rows",
    [
        lambda frame: [row for _, row in frame.iterrows()],
        lambda frame: list(frame.itertuples()),
        lambda frame: tuple(frame.itertuples(index=False)),
    ],
    ids=["Series", "named tuples with a row number", "named tuples"],
)
def test_a_list_of_rows_with_names_is_refused(rows):
    source = pd.DataFrame(XS, columns=NAMES)
    target = pd.DataFrame(XT, columns=NAMES)[NAMES[::-1]]
    for given in ((rows(source), Y, rows(target)), (XS, Y, rows(target))):
        with pytest.raises(ValueError, match="rows whose values have names .*pandas.DataFrame"):
            DomainPair(*given)
    plain = DomainPair([pd.Series(row) for row in XS], Y, list(map(tuple, XT)))
    np.testing.assert_array_equal(plain.X_source, XS)


@pytest.mark.parametrize(
    "names",
    [
        pd.date_range("2020", periods=4),
        pd.IntervalIndex.from_breaks(range(5)),
        [b"a", b"b", b"c", b"d"],
        ["a", 1, "b", 2],
    ],
    ids=["dates", "intervals", "bytes", "text and numbers"],
)
def test_names_of_any_kind_join_columns(names):
    source, target = pd.DataFrame(XS, columns=names), pd.DataFrame(XT, columns=names)
    with pytest.warns(UserWarning, match=MOVED):
        found = last_labels(source, target.iloc[:, TURNED])
    np.testing.assert_array_equal(found, last_labels(XS, XT))


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["a", 1, "b", 2], "X has columns whose names are text and others whose names are not"),
        (["a", "a", "b", "c"], "X has columns of the same name; give every column a name"),
    ],
)
def test_names_that_scikit_learn_refuses_are_said_in_our_words(names, sentence):
    with pytest.raises((TypeError, ValueError), match=sentence):
        SPLClassifier(d1=4, d2=3, T=2).fit(pd.DataFrame(XS, columns=names), Y, XT)


@pytest.mark.parametrize(
    "theirs",
    [[("f", name) for name in NAMES], pd.date_range("2020-01-01", periods=4)],
    ids=["tuples", "dates"],
)
def test_names_of_another_kind_are_other_names(theirs):
    with pytest.raises(ValueError, match="X_target lacks the columns `height`, `width`"):
        last_labels(pd.DataFrame(XS, columns=NAMES), pd.DataFrame(XT, columns=theirs))


def test_names_in_bytes_are_text():
    theirs = pd.DataFrame(XT[:, TURNED], columns=[NAMES[i].encode() for i in TURNED])
    with pytest.warns(UserWarning, match=MOVED):
        found = last_labels(pd.DataFrame(XS, columns=NAMES), theirs)
    np.testing.assert_array_equal(found, last_labels(XS, XT))
