"""Plays that pages send over their sockets.

In the last seconds of a turn plays arrive by the thousand, and a request for each would cost many
times what is done for it. So a page sends its plays over the socket that it has open anyway. Those
of a game that arrive while others are being written are judged and written together, in a thread of
their own. Each is answered on its socket once it is stored.
"""

import asyncio
import json
import logging
import re
from collections import deque
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.utils import translation
from django.utils.html import format_html

from games.common.database_outages import is_outage
from games.common.metrics import REFUSALS
from games.common.rate_limits import enforce_rate_limit
from games.common.requests import MAX_TEXT_LENGTH
from games.common.waiting_commands import hold_noted_arrival
from games.duplicate.live.fragments import render_submission
from games.duplicate.models import DuplicateGame, DuplicateSubmission
from games.duplicate.perspective.views import build_submission_view
from games.duplicate.perspective.wording import explain
from games.duplicate.services.games import find_shown_game
from games.duplicate.services.submissions import SentPlay, Submitted, submit_plays
from games.live.latency import get_latencies
from games.live.topics import PageMessage
from games.play.live.fragments import render_message
from games.play.services.outages import ensure_reported_alive
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.numbers import parse_small_number
from scrabble_site.shared.refusals import Forbidden, NotFound, Refusal, TooManyRequests

PLAY_MESSAGE = re.compile(r"play (\{.{1,600}\})", re.DOTALL)
PLAY_KEY = re.compile(r"[\w-]{1,64}", re.ASCII)

PLAYS_AT_ONCE = 100
"""The most plays that are written together. The first of them waits for the last."""

SUCCESS, RULE_BROKEN, UNREACHABLE = 200, 422, 503

NO_PLAYER = UUID(int=0)
"""The id of a visitor who is no player yet."""

logger = logging.getLogger(__name__)

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="duplicate-plays")


class WaitingPlay(NamedTuple):
    """A play that has arrived and is not written yet."""

    message: PageMessage
    sent: SentPlay


class PlayBatches:
    """The plays that wait on one event loop, by the game's code."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[WaitingPlay]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def add(self, message: PageMessage, sent: SentPlay) -> None:
        """Write a play, together with others if some are being written."""
        play = WaitingPlay(message, sent)
        if message.key in self._waiting:
            self._waiting[message.key].append(play)
            return
        self._waiting[message.key] = deque([play])
        task = asyncio.create_task(self._write_all(message.key, _hold_first([play])))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write_all(self, code: str, held: ExitStack) -> None:
        """Write batch by batch. The first arrival of those that wait is held, so that their turn is
        not closed."""
        while waiting := self._waiting[code]:
            before, held = held, _hold_first(waiting)
            before.close()
            plays = [waiting.popleft() for _ in range(min(len(waiting), PLAYS_AT_ONCE))]
            for play, answer in zip(plays, await _write(code, plays), strict=True):
                play.message.reply(answer)
        held.close()
        del self._waiting[code]


async def _write(code: str, plays: Sequence[WaitingPlay]) -> list[str]:
    """Write plays and return the answers. A play that cannot be written does not take others with
    it."""
    write = sync_to_async(write_plays, thread_sensitive=False, executor=_thread)
    try:
        return await write(code, plays)
    except Exception as error:
        if len(plays) > 1 and not is_outage(error):
            return [answer for play in plays for answer in await _write(code, [play])]
        logger.exception("Could not write %s plays of %s", len(plays), code)
        return [render_answer(play.sent.key, UNREACHABLE) for play in plays]


def _hold_first(plays: Iterable[WaitingPlay]) -> ExitStack:
    """Count the play that arrived first as a waiting command, until the stack is closed."""
    held, first = ExitStack(), min(plays, key=lambda play: play.sent.arrived)
    held.enter_context(hold_noted_arrival(first.message.key, first.sent.arrived.timestamp()))
    return held


# Per event loop, because tests run several in one process.
_batches: WeakKeyDictionary[asyncio.AbstractEventLoop, PlayBatches] = WeakKeyDictionary()


def receive_play(message: PageMessage) -> bool:
    """Take a play that a page has sent. Must be called on the event loop.

    Returns false if the message is not a play.
    """
    sent = _parse_play(message)
    if sent is None:
        return False
    try:
        if sent.player == NO_PLAYER:
            raise Forbidden("duplicate.not_entered")
        enforce_rate_limit("moves", player=message.reader.viewer, address=message.address)
    except (Forbidden, TooManyRequests) as refusal:
        message.reply(_render_refusal(message, sent.key, refusal))
        return True
    loop = asyncio.get_running_loop()
    _batches.setdefault(loop, PlayBatches()).add(message, sent)
    return True


def _parse_play(message: PageMessage) -> SentPlay | None:
    """Return the play in a message, or ``None`` for one that no page of this site sends."""
    found = PLAY_MESSAGE.fullmatch(message.text)
    try:
        fields = json.loads(found[1]) if found else None
    except ValueError:
        return None
    if not isinstance(fields, dict):
        return None
    turn = parse_small_number(fields.get("turn"))
    texts = [fields.get(name) for name in ("position", "tiles", "key")]
    if turn is None or not all(_is_short(text) for text in texts):
        return None
    position, tiles, key = map(str, texts)
    if not PLAY_KEY.fullmatch(key):
        return None
    return SentPlay(
        player=UUID(message.reader.viewer) if message.reader.viewer else NO_PLAYER,
        turn=turn,
        position=position,
        tiles=tiles,
        key=key,
        arrived=message.arrived,
        fallback="fallback" in fields,
    )


def _is_short(text: object) -> bool:
    return isinstance(text, str) and len(text) <= MAX_TEXT_LENGTH and text.isprintable()


def write_plays(code: str, plays: Sequence[WaitingPlay]) -> list[str]:
    """Judge and store plays that have arrived together. Returns the answers to their pages."""
    close_old_connections()
    ensure_reported_alive()
    trips = {play.message.reader.viewer: play.message.round_trip for play in plays}
    latencies = get_latencies(f"duplicate.{code}", trips)
    sent = [replace(play.sent, credit_ms=latencies[play.message.reader.viewer]) for play in plays]
    try:
        results: Sequence[Submitted] = submit_plays(code, sent)
        game = find_shown_game(code)
    except NotFound as refusal:
        return [_render_refusal(play.message, play.sent.key, refusal) for play in plays]
    return [_render_result(game, play, result) for play, result in zip(plays, results, strict=True)]


def _render_result(game: DuplicateGame, play: WaitingPlay, result: Submitted) -> str:
    if not isinstance(result, DuplicateSubmission):
        return _render_refusal(play.message, play.sent.key, result)
    with translation.override(play.message.reader.language):
        view = build_submission_view(game, play.sent.player, result)
        return render_answer(play.sent.key, SUCCESS, render_submission(view) if view else "")


def _render_refusal(message: PageMessage, key: str, refusal: Refusal | RuleError) -> str:
    REFUSALS.labels(refusal.code).inc()
    status = getattr(refusal, "status", RULE_BROKEN)
    wait = refusal.seconds if isinstance(refusal, TooManyRequests) else 0
    with translation.override(message.reader.language):
        return render_answer(key, status, render_message(explain(refusal), "warning"), wait)


def render_answer(key: str, status: int, parts: str = "", wait: int = 0) -> str:
    """Return the answer to the play with this key: the status as of a request, parts of the page,
    and the seconds after which it may be sent again."""
    head = '<i id="_answer" hidden data-key="{}" data-status="{}" data-wait="{}"></i>'
    return format_html(head, key, status, wait) + parts
