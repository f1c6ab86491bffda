"""Rows are deleted after their term, and nothing else is; the privacy page shows the terms."""

from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import DateTimeField, Model
from django.test import Client
from django.utils.html import escape

from games.accounts.models import UsedDeviceLink
from games.analysis.models import Analysis
from games.api.models import ApiToken
from games.chat.models import Message
from games.computers.models import Hint
from games.daily.models import DailyAttempt, DailyPlay
from games.duplicate.models import DuplicateGame
from games.fairplay.models import MeasuredGame, PageAbsence, PlayerSignals
from games.mail.models import OutgoingMail
from games.moderation.models import ModerationReport
from games.people.models import MemberPresence
from games.play.models import Game, Move, Room, SeatMember
from games.players.models import DeletedAccountHash, MemberSession, Notification, Player
from games.players.services.sessions import open_session
from games.push.models import OutgoingPush
from games.puzzles.models import Puzzle, PuzzleAttempt
from games.retention.jobs import cleanup
from games.retention.services.expiry import DELETIONS, delete_all, delete_batch
from games.retention.services.permanent_tables import PERMANENT_TABLES
from games.study.models import Quiz, StudyCard, StudyList
from tests.play.conftest import NOON
from tests.retention.expired_rows import DAY, MADE, SECOND, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(open_table, make_member, noon) -> Table:
    room = open_table()
    made = Table(room, make_member("Moss"))
    Player.objects.update(created_at=NOON)
    return made


def rows() -> set[tuple[str, Any]]:
    """Return the key of every row of every table of the site."""
    models = [*apps.get_app_config("games").get_models(), User, EmailAddress]
    return {
        (model._meta.label, pk)
        for model in models
        for pk in model._base_manager.values_list("pk", flat=True)
    }


@pytest.mark.parametrize("kind", sorted(MADE))
def test_only_rows_past_their_term_are_deleted(table: Table, kind: str) -> None:
    ends = NOON - timedelta(days=settings.RETENTION[kind].days)
    MADE[kind](table, ends + SECOND)
    before = rows()
    old = MADE[kind](table, ends - SECOND)
    if isinstance(old, User):
        old = EmailAddress.objects.get(user=old)
    assert delete_all(NOON, [kind]) == 1
    gone = before - rows()
    assert not gone
    assert not type(old)._base_manager.filter(pk=old.pk).exists()
    assert delete_all(NOON, [kind]) == 0


def test_every_term_is_applied_and_tested() -> None:
    assert settings.RETENTION.keys() == DELETIONS.keys() == MADE.keys() | {"deletion_marks"}


def test_every_table_with_an_instant_has_a_term_or_a_reason_to_stay() -> None:
    expiring: set[type[Model]] = {
        *(
            Player,
            User,
            MemberSession,
            UsedDeviceLink,
            ApiToken,
            DeletedAccountHash,
            Notification,
            Message,
            OutgoingMail,
        ),
        *(
            OutgoingPush,
            Hint,
            Analysis,
            ModerationReport,
            PuzzleAttempt,
            *(DailyAttempt, DailyPlay),
            StudyCard,
            StudyList,
            Quiz,
        ),
        *(PageAbsence, MeasuredGame, PlayerSignals, DuplicateGame),
        apps.get_model("games", "MissedWord"),
        apps.get_model("games", "ClubMessage"),
    }
    timed = {
        model._meta.label
        for model in apps.get_models()
        if any(isinstance(field, DateTimeField) for field in model._meta.fields)
    }
    assert timed == {model._meta.label for model in expiring} | PERMANENT_TABLES.keys()
    assert not PERMANENT_TABLES.keys() & {model._meta.label for model in expiring}


def test_all_deletions_together_touch_no_game(table: Table, people: list[Player]) -> None:
    """The people at the table were created years ago and have done nothing since."""
    Player.objects.create(nickname="Passer-by")
    Player.objects.update(created_at=NOON - 9999 * DAY)
    MADE["hints"](table, NOON - 9999 * DAY)
    kept = [
        set(model.objects.values_list("pk", flat=True)) for model in (Game, Room, SeatMember, Move)
    ]
    state = Game.objects.values_list("state", "turn_number", "due_at").get(pk=table.game.pk)
    assert delete_all(NOON) == 4, "the passer-by, the two who have no seat, and the hint"
    assert Player.objects.filter(pk__in=[one.pk for one in people[:2]]).count() == 2
    assert kept == [
        set(model.objects.values_list("pk", flat=True)) for model in (Game, Room, SeatMember, Move)
    ]
    assert state == Game.objects.values_list("state", "turn_number", "due_at").get(pk=table.game.pk)


def test_guests_with_data_stay(table: Table) -> None:
    old = NOON - 9999 * DAY
    kept = [table.guest(old) for _ in range(3)]
    Message.objects.filter(pk=table.say(NOON).pk).update(author=kept[0])
    Notification.objects.filter(pk=table.notify(NOON).pk).update(player=kept[1])
    PuzzleAttempt.objects.create(player=kept[2], puzzle=make_puzzle(table), began_at=NOON)
    gone = table.guest(old)
    delete_all(NOON, ["guests", "guest_practice"])
    assert Player.objects.filter(pk__in=[one.pk for one in kept]).count() == 3
    assert not Player.objects.filter(pk=gone.pk).exists()


def make_puzzle(table: Table) -> Puzzle:
    assert table.game.revision is not None
    return Puzzle.objects.create(
        kind="best",
        variant="scrabble",
        language="en",
        revision=table.game.revision,
        state={},
        seat=0,
        answers=[],
        best=[],
        worth=1.0,
        level=1,
        for_days=False,
    )


def test_practice_of_members_stays_and_of_guests_is_deleted(table: Table) -> None:
    old, puzzle = NOON - 999 * DAY, make_puzzle(table)
    for player in (table.member, table.guest(old)):
        PuzzleAttempt.objects.create(player=player, puzzle=puzzle, began_at=old)
        StudyList.objects.create(
            player=player, lexicon=table.room.lexicon, name="Mine", made_at=old
        )
    assert delete_all(NOON, ["guest_practice"]) == 2
    assert PuzzleAttempt.objects.get().player == StudyList.objects.get().player == table.member


def test_accounts_in_use_or_confirmed_stay(table: Table, settings: Any) -> None:
    old = NOON - 999 * DAY
    users = [table.account(old) for _ in range(6)]
    people = [Player.objects.get(user=user) for user in users]
    EmailAddress.objects.filter(user=users[0]).update(verified=True)
    User.objects.filter(pk=users[1].pk).update(is_staff=True)
    open_session(people[2], "Firefox", NOON)
    MemberPresence.objects.create(player=people[3], seen_at=NOON)
    seat = table.game.seats.all()[0]
    SeatMember.objects.create(seat=seat, game=table.game, player=people[4])
    settings.MAIL_ENABLED = False
    assert delete_all(NOON, ["accounts"]) == 0, "this site confirms no address"
    settings.MAIL_ENABLED = True
    assert delete_all(NOON, ["accounts"]) == 1
    assert set(User.objects.filter(pk__in=[user.pk for user in users])) == set(users[:5])
    left = Player.objects.get(pk=people[5].pk)
    assert (left.user, left.nickname) == (None, "A former player")


def test_hashes_of_former_names_are_deleted_at_their_own_dates(table: Table) -> None:
    for digest, until in (("past", NOON - SECOND), ("lasting", NOON + SECOND)):
        DeletedAccountHash.objects.create(digest=digest, player=table.member, until=until)
    assert delete_all(NOON, ["deletion_marks"]) == 1
    assert DeletedAccountHash.objects.get().digest == "lasting"


def test_ended_sessions_are_deleted(table: Table) -> None:
    number = table.session(NOON - 999 * DAY).number
    assert delete_all(NOON, ["sessions"]) == 1
    member = Player.objects.get(pk=table.member.pk)
    assert not member.session_validity.is_valid(member.epoch, number)


def test_tokens_revoked_with_all_sessions_are_deleted(table: Table) -> None:
    old = NOON - 99 * DAY
    good = table.token(NOON, revoked_at=None, used_at=old, created_at=old)
    outdated = {"revoked_at": None, "epoch": table.member.epoch + 1}
    table.token(NOON, created_at=old, **outdated)
    table.token(NOON, created_at=old, used_at=old, **outdated)
    used = table.token(NOON, created_at=old, used_at=NOON, **outdated)
    assert delete_all(NOON, ["tokens"]) == 2
    assert set(ApiToken.objects.all()) == {good, used}


def test_unfinished_work_and_unsettled_reports_stay(table: Table) -> None:
    old = NOON - 999 * DAY
    table.letter(old, due_at=NOON)
    table.analysis(old, state=Analysis.State.WAITING)
    OutgoingPush.objects.filter(pk=table.push(old).pk).update(due_at=NOON)
    ModerationReport.objects.filter(pk=table.report(old).pk).update(settled_at=None, state="open")
    assert delete_all(NOON, ["emails", "analyses", "pushes", "reports"]) == 0


def test_batches_are_small_and_continue_each_other(table: Table) -> None:
    for _ in range(5):
        table.guest(NOON - 99 * DAY)
        table.notify(NOON - 999 * DAY)
    for kind, left in (("guests", Player), ("notices", Notification)):
        had = left.objects.count()
        step = delete_batch(kind, NOON, batch=2)
        assert left.objects.count() >= had - 2
        assert step.after is not None
        assert delete_all(NOON, [kind], batch=2) >= 3


def drive(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine that never waits in this thread, which has the test's connection."""
    with pytest.raises(StopIteration):
        work.send(None)


def test_the_worker_deletes_in_batches_and_can_restart_anywhere(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(work: Any, *given: Any) -> Any:
        return work(*given)

    monkeypatch.setattr(cleanup, "run_in_database_thread", at_once)
    for _ in range(450):
        table.notify(NOON - 999 * DAY)
    first = cleanup.RetentionCleaner()
    drive(first.run_round())
    assert Notification.objects.count() == 250
    drive(cleanup.RetentionCleaner().run_round())
    assert Notification.objects.count() == 50
    drive(first.run_round())
    assert Notification.objects.count() == 0


def test_the_privacy_page_shows_the_configured_terms(client: Client, settings: Any) -> None:
    table = settings.RETENTION
    settings.RETENTION = table | {"chat": table["chat"]._replace(days=7)}
    page = client.get("/about/privacy/").content.decode()
    for term in table.values():
        assert escape(str(term.what)) in page
    assert "<strong>7 days</strong> after they were sent" in page
    assert "<strong>1 day</strong> after they were used" in page
