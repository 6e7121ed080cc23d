"""`spl` and `python -m spl`: the command line."""

import sys


def main() -> int:
    """Run `spl …`; Ctrl-C while its modules are still loaded ends it as quietly as later."""
    try:
        from spl.cli.main import main as run

        return run()
    except KeyboardInterrupt:
        print("spl: stopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
