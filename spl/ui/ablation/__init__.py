"""The Ablation page."""
