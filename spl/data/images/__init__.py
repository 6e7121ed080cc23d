"""Images of samples, their thumbnails, and features computed from them."""
