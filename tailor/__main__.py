"""`tailor`, and `python -m tailor`: the way in.

Owns one decision: without arguments straight to the screens, which must not wait for the command line to be
imported. Refuses everything else.
"""

import os
import sys


def main() -> int:
    """Runs Tailor; its exit code. Every file made from here on is for the person alone."""
    os.umask(0o077)
    if len(sys.argv) > 1 or os.environ.get("TAILOR_PLAIN") or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from tailor.cli.main import main as command_line

        return command_line(sys.argv[1:])
    from tailor.app import main as screens

    return screens()


if __name__ == "__main__":
    sys.exit(main())
