"""The algorithm of Wang & Breckon (2020), step by step, and nothing else."""
