"""Commands of the command line, one module each; `spl.cli` puts them together."""
