"""Internal data of the site, in one world and in another: only operators and editors see it."""

from datetime import timedelta
from uuid import uuid4

from django.contrib.admin.models import CHANGE, DELETION, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session

from games.accounts.models import UsedDeviceLink
from games.play.models import Game, Move, Room
from games.puzzles.models import PuzzleSource
from lexicon.models import ImportJob, Lexicon
from tests.play.conftest import NOON
from tests.worlds.study_data import LATER

OTHERS = "session of another player"


def add_internal_data(lexicon: Lexicon) -> None:
    """Add an editor at work, a session, a device link that was used, and a puzzle source."""
    editor = User.objects.get(username="Rust")
    ImportJob.objects.create(lexicon=lexicon, mode="add", note="n", created_by=editor)
    LogEntry.objects.create(user=editor, object_repr="Few", action_flag=CHANGE, action_time=NOON)
    Session.objects.create(session_key=OTHERS, session_data="s", expire_date=LATER)
    UsedDeviceLink.objects.create(number="n", followed_at=NOON)
    PuzzleSource.objects.create(record=uuid4(), asked_at=NOON)


def change_internal_data() -> None:
    """Replace form keys, the workers' leases, and what editors have done and are uploading."""
    for room in Room.objects.all():
        Room.objects.filter(pk=room.pk).update(key=f"other {room.pk}")
    for move in Move.objects.exclude(key=""):
        Move.objects.filter(pk=move.pk).update(key=f"other {move.pk}")
    Game.objects.update(failures=3, reminders_sent=1, claimed_until=NOON + timedelta(seconds=9))
    PuzzleSource.objects.update(
        record=uuid4(), asked_at=LATER, claimed_until=LATER, extracted_at=LATER
    )
    UsedDeviceLink.objects.update(number="another", followed_at=LATER)
    changed = Session.objects.filter(session_key=OTHERS)
    changed.update(session_data="t", expire_date=NOON, session_key=OTHERS[::-1])
    entries = LogEntry.objects.all()
    entries.update(user=User.objects.get(player__nickname="Cobalt"), action_flag=DELETION)
    entries.update(object_repr="Many", object_id="7", change_message="gone", action_time=LATER)
    entries.update(content_type=ContentType.objects.get_for_model(Room))
    jobs = ImportJob.objects.all()
    jobs.update(mode="remove", capitals="upper", encoding="latin-1", longest=9, note="m")
    jobs.update(package_language="de", file_name="f", content=b"AA", checked=b"AA", state="failed")
    jobs.update(stage="s", steps_done=1, steps=2, report={"odd": 1}, message="no", worker="w")
    jobs.update(problem={"code": "upload.empty"})
    for job in jobs.select_related("lexicon"):
        job.base = job.revision = job.lexicon.current_revision
        job.save(update_fields=["base", "revision"])
    jobs.update(heartbeat_at=LATER, attempts=3, created_at=LATER, created_by=None, slot=1)
