"""Source and target samples: pairs, readers, previews, samples, generators, images."""
