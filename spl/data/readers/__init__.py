"""Readers of feature files: one module for each format, and how columns are named."""
