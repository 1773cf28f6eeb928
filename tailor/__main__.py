"""Entry point of `tailor` and `python -m tailor`. Without arguments the app opens and the CLI is not imported."""

import gc
import os
import sys


def main() -> int:
    """Run Tailor and return its exit code. Every file created from here on is private to the person."""
    _in_utf8()
    os.umask(0o077)
    gc.set_threshold(100_000)  # all objects made before the first frame stay; collecting took a tenth of the start
    try:
        return _run()
    except MemoryError:  # raised even where the other handlers lack memory
        sys.stderr.write(
            "Tailor stopped because this computer ran out of memory. Everything you saved is still there.\n"
        )
        return 1
    except (KeyboardInterrupt, RuntimeError) as error:
        # Ctrl+C during the import of the command line while a class is created: Python wraps it in another error
        if KeyboardInterrupt not in (type(error), type(error.__cause__)):
            raise
        sys.stderr.write("Stopped.\n")
        return 130


def _in_utf8() -> None:
    """Restart in UTF-8 mode if the locale is ASCII only. A Latin-1 terminal stays, as it cannot show UTF-8."""
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
    """Whether plain mode may have been asked for; the command line then checks exactly."""
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
