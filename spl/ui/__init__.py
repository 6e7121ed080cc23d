"""What the app shares between pages: session, sidebar, the player."""
