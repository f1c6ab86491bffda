"""Uploaded word lists on the site as it runs: in processes of their own, which may be killed."""

import os
import random
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path

from tests.processes import wait_until
from tests.sites import Site

SEND = """
from pathlib import Path
from lexicon.models import Lexicon
from lexicon.services.jobs import Upload, open_import
upload = Upload(Path({path!r}).read_bytes(), "list.txt", "replace", "A longer one.")
print(open_import(Lexicon.objects.get(slug="en-common"), upload, None).pk)
"""


def write_list(path: Path, words: int) -> None:
    """So many words that no language has."""
    syllables = ["".join(pair) for pair in product("bcdfghjklmnpqrstvwxz", "aeiou")]
    chosen = random.Random(1).sample(range(len(syllables) ** 4), words)
    with path.open("w") as file:
        for number in chosen:
            parts = [syllables[number // 100**place % 100] for place in range(4)]
            file.write("".join(parts) + "\n")


def ask(site: Site, query: str) -> list[str]:
    with closing(sqlite3.connect(site.folder / "db.sqlite3", timeout=20)) as database:
        found = database.execute(query).fetchall()
        database.commit()
    return [str(value) for row in found for value in row]


def test_an_import_that_was_killed_goes_on_by_itself(make_site: Callable[..., Site]) -> None:
    site = make_site("embedded")
    path = site.folder / "list.txt"
    write_list(path, 150_000)
    site.manage("shell", "-c", SEND.format(path=str(path)))

    def is_being_checked() -> bool:
        return ask(site, "SELECT state, stage FROM lexicon_importjob") == ["checking", "check"]

    wait_until(is_being_checked, "the check to begin", poll=0.005)
    (mark,) = ask(site, "SELECT worker FROM lexicon_importjob")
    os.kill(int(mark.split(":")[1]), signal.SIGKILL)
    # Its lease ends at once, so that nobody has to wait for that.
    ask(site, "UPDATE lexicon_importjob SET beat_at = '2020-01-01 00:00:00'")

    def is_checked() -> bool:
        return ask(site, "SELECT state, attempts FROM lexicon_importjob") == ["checked", "2"]

    wait_until(is_checked, "another process to check the list")


def test_the_web_process_keeps_nothing_of_an_import(make_site: Callable[..., Site]) -> None:
    site = make_site("embedded")
    path = site.folder / "list.txt"
    write_list(path, 150_000)
    before = memory_of(site)
    site.manage("shell", "-c", SEND.format(path=str(path)))
    wait_until(lambda: state_of(site) == "checked", "the list to be checked")
    # The worker inside the web process starts the build.
    ask(site, "UPDATE lexicon_importjob SET state = 'confirmed', beat_at = '2020-01-01 00:00:00'")
    wait_until(lambda: state_of(site) == "done", "the list to be built", limit=120)
    assert memory_of(site) < before + 60


def state_of(site: Site) -> str:
    return ask(site, "SELECT state FROM lexicon_importjob")[0]


def memory_of(site: Site) -> int:
    """Megabytes that the web process has for itself."""
    status = Path(f"/proc/{site.webs[0].pid}/status").read_text()
    return int(status.split("RssAnon:")[1].split()[0]) // 1024
