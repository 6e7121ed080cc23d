"""The Comparison page."""
