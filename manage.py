#!/usr/bin/env python3
"""Django's command line for Tileroom."""

import os
import signal
import sys

ENDED_AT_ONCE = ("serve", "prepare", "warm_engine")
"""Commands that Ctrl+C ends at once. Ending them does no harm, and the compiler that they run can
swallow the exception that Ctrl+C raises otherwise. A server that runs handles Ctrl+C itself."""

INTERRUPTED = 130
"""The exit code of a command that Ctrl+C ended. Ending the server that way is no error."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrabble_site.settings")
    if sys.argv[1:2] and sys.argv[1] in ENDED_AT_ONCE:
        signal.signal(signal.SIGINT, _end_at_once)
    try:
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        _end_at_once()
    except Exception as error:
        from scrabble_site.observing.startup_errors import explain_startup_error

        told = None if "--traceback" in sys.argv else explain_startup_error(error)
        if told is None:
            raise
        sys.exit(told)


def _end_at_once(*_signal: object) -> None:
    os.write(2, b"Interrupted. The next start continues from there.\n")
    os._exit(0 if sys.argv[1] == "serve" else INTERRUPTED)


if __name__ == "__main__":
    main()
