"""What a finished run knows about one sample and about each step of one iteration."""
