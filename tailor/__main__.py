"""`tailor`, and `python -m tailor`. Without arguments it opens the app and does not import the command line."""

import gc
import os
import sys


def main() -> int:
    """Runs Tailor; its exit code. Every file made from here on is for the person alone."""
    _in_utf8()
    os.umask(0o077)
    gc.set_threshold(100_000)  # nothing made before the first frame is garbage; looking was a tenth of the start
    try:
        return _run()
    except MemoryError:  # where what the other nets need finds no room either
        sys.stderr.write("Tailor stopped because there is no memory left. Everything you saved is still there.\n")
        return 1
    except (KeyboardInterrupt, RuntimeError) as error:
        # while the command line was still being imported, and a class made: Python has another error for it there
        if KeyboardInterrupt not in (type(error), type(error.__cause__)):
            raise
        sys.stderr.write("Stopped.\n")
        return 130


def _in_utf8() -> None:
    """Begin anew in UTF-8 where the locale knows ASCII only; a terminal of Latin-1 shows no UTF-8."""
    if sys.getfilesystemencoding() == "ascii" and sys.executable:
        others = {name: value for name, value in os.environ.items() if name != "PYTHONIOENCODING"}
        again = [sys.executable, "-X", "utf8", *sys.orig_argv[1:]]
        os.execve(sys.executable, again, others)  # noqa: S606 - this very command


def _run() -> int:
    from tailor.terminal import has_terminal

    if len(sys.argv) > 1 or not has_terminal() or _may_be_plain():
        from tailor.cli.main import main as command_line

        return command_line(sys.argv[1:])
    from tailor.app import main as screens

    try:
        return screens()
    except Exception as error:  # noqa: BLE001 - the last net, as that of the commands
        from tailor.cli.main import told

        return told(error)


def _may_be_plain() -> bool:
    """Whether somebody may have asked for lines instead of screens; the command line then looks closely."""
    if os.environ.get("TAILOR_PLAIN"):
        return True
    from tailor.paths import user_paths
    from tailor.storage import read_regular

    try:
        return b"plain" in read_regular(user_paths(os.environ).config_file)
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())
