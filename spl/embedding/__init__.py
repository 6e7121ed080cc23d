"""2-D embeddings of all iterations of a run."""
