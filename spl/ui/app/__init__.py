"""What stands around every page: navigation, sidebar, session, progress, server."""
