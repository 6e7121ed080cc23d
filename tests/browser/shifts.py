"""What moves on a page without a gesture, and where from and to."""

WATCH = """window.shifts = [];
const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
const moved = ({ node, previousRect, currentRect }) =>
  `${node?.dataset?.testid ?? node?.className}: ${place(previousRect)} to ${place(currentRect)}`;
new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
  .filter((entry) => !entry.hadRecentInput)
  .map((entry) => [entry.value, entry.sources.map(moved)])))
  .observe({ type: "layout-shift", buffered: true });"""


def watch_shifts(page_or_context):
    """Note every jump of the pages that are opened from now on."""
    page_or_context.add_init_script(WATCH)


def assert_little_moved(page):
    """At most the 0.1 that counts as good; else the test says what moved."""
    shifts = page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) <= 0.1, shifts
