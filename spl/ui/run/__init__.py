"""The pages that explain one run: Matching, Selection and Classes."""
