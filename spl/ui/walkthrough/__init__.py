"""The Walk-through page."""
