"""Numbers that describe a run: accuracy, label-free scores, domain gap, baselines."""
