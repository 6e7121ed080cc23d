"""What was understood of a file, its defects, and their fixes."""
