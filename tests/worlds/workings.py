"""How the site works inside, in one world and in another: what operators and editors alone see."""

from datetime import timedelta
from uuid import uuid4

from django.contrib.admin.models import CHANGE, DELETION, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session

from games.accounts.models import FollowedLink
from games.play.models import Game, Move, Room
from games.puzzles.models import Quarry
from lexicon.models import ImportJob, Lexicon
from tests.play.conftest import NOON
from tests.worlds.studies import LATER

OTHERS = "session of somebody else"


def give_workings(lexicon: Lexicon) -> None:
    """An editor at work, a log-in under way, a link that was followed, loops that run."""
    editor = User.objects.get(username="Rust")
    ImportJob.objects.create(lexicon=lexicon, mode="add", note="n", created_by=editor)
    LogEntry.objects.create(user=editor, object_repr="Few", action_flag=CHANGE, action_time=NOON)
    Session.objects.create(session_key=OTHERS, session_data="s", expire_date=LATER)
    FollowedLink.objects.create(number="n", followed_at=NOON)
    Quarry.objects.create(record=uuid4(), asked_at=NOON)


def change_workings() -> None:
    """Keys of forms, leases of workers, what editors have done and send."""
    for room in Room.objects.all():
        Room.objects.filter(pk=room.pk).update(key=f"other {room.pk}")
    for move in Move.objects.exclude(key=""):
        Move.objects.filter(pk=move.pk).update(key=f"other {move.pk}")
    Game.objects.update(failures=3, reminders_sent=1, claimed_until=NOON + timedelta(seconds=9))
    Quarry.objects.update(record=uuid4(), asked_at=LATER, claimed_until=LATER, cut_at=LATER)
    FollowedLink.objects.update(number="another", followed_at=LATER)
    changed = Session.objects.filter(session_key=OTHERS)
    changed.update(session_data="t", expire_date=NOON, session_key=OTHERS[::-1])
    told = LogEntry.objects.all()
    told.update(user=User.objects.get(player__nickname="Cobalt"), action_flag=DELETION)
    told.update(object_repr="Many", object_id="7", change_message="gone", action_time=LATER)
    told.update(content_type=ContentType.objects.get_for_model(Room))
    jobs = ImportJob.objects.all()
    jobs.update(mode="remove", capitals="upper", encoding="latin-1", longest=9, note="m")
    jobs.update(package_of="de", file_name="f", content=b"AA", checked=b"AA", state="failed")
    jobs.update(stage="s", steps_done=1, steps=2, report={"odd": 1}, message="no", worker="w")
    for job in jobs.select_related("lexicon"):
        job.base = job.revision = job.lexicon.current_revision
        job.save(update_fields=["base", "revision"])
    jobs.update(beat_at=LATER, attempts=3, created_at=LATER, created_by=None)
