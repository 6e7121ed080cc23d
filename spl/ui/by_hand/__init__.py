"""Labels that a visitor gives, and samples that a visitor leaves out."""
