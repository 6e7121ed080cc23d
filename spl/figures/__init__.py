"""Figures: pure functions from states to plotly figures, each with its alt text.

No figure fixes a text colour or a background, so that it sits on a light and on a dark page.
Functions take ``dark=True`` to lighten the class colours for a dark one.
"""
