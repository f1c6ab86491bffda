"""Uploads on a busy machine: sixty records are sent while every processor is overloaded.

An upload answered with "try again" is repeated as the answer says, and every valid record must be
stored in the end. A page is requested repeatedly at the same time, since uploads must not block its
thread.
"""

import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Any

from games.rules.flow.game import Phase, apply, start_game
from games.rules.flow.simulation import PseudoLexicon, choose_act, list_option_combinations
from games.rules.gcg import RecordPlayer, record_game, write_record
from games.rules.plays.acts import Act
from games.rules.positions.variants import get_variant
from tests.live.client import Visitor
from tests.site_processes import Site

SEED = bytes(32)
CHOSEN: dict[str, Any] = {"keep": "1", "tile_set": "en", "dictionary": "none"}
BUSY_LOOP = "while True: pass"


@dataclass(frozen=True)
class RecordFigures:
    """The outcome of a run.

    ``answers`` counts by status. ``times`` is how often each record was sent until it was stored,
    and ``page`` the median time of a page during the run, in seconds.
    """

    answers: Counter[int]
    times: tuple[int, ...]
    seconds: float
    page: float

    @property
    def refused(self) -> int:
        """The number of answers that mean neither "stored" nor "try again"."""
        return self.answers.total() - self.answers[200] - self.answers[503]

    def __str__(self) -> str:
        return (
            f"{len(self.times)} records: {self.answers[200]} kept, {self.answers[503]} times asked "
            f"to try again, {self.refused} refused, in {self.seconds:.0f} s; sent "
            f"{max(self.times)} times at most; a page meanwhile {self.page * 1000:.0f} ms"
        )


def measure_records(site: Site, count: int, loops: int, seconds: float) -> RecordFigures:
    """Send ``count`` records at once while ``loops`` busy loops run, for ``seconds`` at most."""
    records = [make_record(number) for number in range(count)]
    people = [Visitor(site.webs[n % len(site.webs)], f"Sender {n}") for n in range(count)]
    for person in people:
        person.get("/")
    answers: Counter[int] = Counter()
    with busy_processors(loops, seconds), _asking_for_pages(site) as pages:
        begun = time.perf_counter()
        with ThreadPoolExecutor(count) as threads:
            sent = [
                threads.submit(send_until_kept, person, record, answers)
                for person, record in zip(people, records, strict=True)
            ]
            times = tuple(one.result() for one in sent)
        took = time.perf_counter() - begun
    return RecordFigures(answers, times, took, statistics.median(pages))


def send_until_kept(person: Visitor, record: str, answers: Counter[int]) -> int:
    """Send the record until the answer is not 503, and return how often that was."""
    for times in range(1, 1000):
        answer = person.post("/uploads/new/", text=record, **CHOSEN)
        answers[answer.status] += 1
        if answer.status != 503:
            return times
        assert record.splitlines()[-1] in answer.text.replace("&gt;", ">"), "the form keeps it"
        time.sleep(int(answer.headers["Retry-After"]))
    raise AssertionError("it was never read")


def make_record(number: int) -> str:
    """Return a whole game as GCG, a different one for every number."""
    random, lexicon = Random(number), PseudoLexicon()
    start = state = start_game(
        "scrabble", list_option_combinations(get_variant("scrabble"), 2)[0], 2, SEED
    ).state
    log: list[tuple[int, Act]] = []
    while state.phase is not Phase.OVER:
        log.append(choose_act(state, random, lexicon))
        state = apply(state, *log[-1], lexicon=lexicon, seed=SEED).state
    players = [RecordPlayer(f"Ann{number}", f"Ann {number}"), RecordPlayer("Bob", "Bob")]
    return write_record(record_game(start, log, players, lexicon=lexicon, seed=SEED))


@contextmanager
def busy_processors(loops: int, seconds: float) -> Iterator[None]:
    """Run programs that keep the processors busy, for ``seconds`` at most."""
    command = ["timeout", str(seconds), sys.executable, "-c", BUSY_LOOP]
    programs = [subprocess.Popen(command) for _ in range(loops)]
    try:
        yield
    finally:
        for program in programs:
            program.terminate()
            program.wait()


@contextmanager
def _asking_for_pages(site: Site) -> Iterator[Sequence[float]]:
    """Request a page repeatedly and collect the seconds it took."""
    seconds: list[float] = []
    ended, visitor = Event(), Visitor(site.webs[0])

    def ask() -> None:
        while not ended.wait(0.2):
            begun = time.perf_counter()
            assert visitor.get("/about/rules/scrabble/").status == 200
            seconds.append(time.perf_counter() - begun)

    with ThreadPoolExecutor(1) as thread:
        asking = thread.submit(ask)
        try:
            yield seconds
        finally:
            ended.set()
            asking.result()
