"""What the app runs on: workers, caches, uploads, links and lessons, without streamlit."""
