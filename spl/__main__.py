"""`python -m spl`: the command line."""

import sys

from spl.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
