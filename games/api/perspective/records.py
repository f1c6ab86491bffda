"""Games that are over: in lists, and whole."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.timezone import make_aware

from games.api.perspective.people import find_shown_member
from games.api.schemas.common import LexiconRef
from games.api.schemas.games import (
    ChallengeOut,
    GameLine,
    MoveOut,
    OutcomeOut,
    RecordOut,
    SeatResult,
    VerdictOut,
    WordOut,
)
from games.api.schemas.uploads import SlipOut, UploadOut
from games.people.models import Openness, Privacy
from games.play.models import Game, Holder, Seat
from games.play.perspective import seat_name
from games.players.names import BOT
from games.records.services.sources import Source
from games.rules.course import Step
from games.rules.events import Challenged, Outcome, Played
from games.rules.moves import Exchange, Play, act_to_json
from games.uploads.models import Upload
from lexicon.models import Revision


def list_games(
    *, variant: str, language: str, player: str, since: date | None, until: date | None
) -> QuerySet[Game]:
    """Ended games of public rooms in which nobody sat who keeps their page from anybody.

    ``player`` is a member's name. Raises ``Missing`` and ``Forbidden`` for whom it names.
    """
    games = Game.objects.filter(
        status=Game.Status.OVER, ended_at__isnull=False, state__isnull=False, room__public=True
    )
    if variant:
        games = games.filter(room__variant=variant)
    if language:
        games = games.filter(room__lexicon__language=language)
    if since:
        games = games.filter(ended_at__gte=_day(since))
    if until:
        games = games.filter(ended_at__lt=_day(until) + timedelta(days=1))
    if player:
        games = games.filter(holders__player=find_shown_member(player))
    hidden = Privacy.objects.exclude(profile=Openness.ALL).values("player")
    shy = Holder.objects.filter(game=OuterRef("pk"), player__in=hidden)
    told = games.exclude(Exists(shy)).select_related("room__lexicon").defer("opening", "state")
    return told.prefetch_related("seats__holders__player")


def _day(day: date) -> datetime:
    return make_aware(datetime.combine(day, time()))


def tell_line(game: Game) -> GameLine:
    outcome: dict[str, Any] = game.outcome or {}
    assert game.ended_at is not None
    return GameLine(
        id=game.pk,
        url=reverse("games:record", args=[game.pk]),
        variant=game.room.variant,
        language=game.room.lexicon.language,
        tile_set=game.room.edition,
        rated=game.rated,
        started_at=game.started_at,
        ended_at=game.ended_at,
        reason=outcome.get("reason", ""),
        winner=outcome.get("winner"),
        seats=tell_seats(list(game.seats.all()), outcome.get("scores", ())),
    )


def tell_seats(seats: list[Seat], scores: Any) -> list[SeatResult]:
    told = [*scores, *[None] * (len(seats) - len(scores))]
    return [
        SeatResult(
            name=(name := seat_name(seat)),
            score=score,
            bot=name.endswith(BOT),
            computer=seat.computer_level is not None,
        )
        for seat, score in zip(seats, told, strict=False)
    ]


def tell_record(source: Source) -> RecordOut:
    """Everything, by playing it again."""
    course, game = source.course, source.game
    end = course.end
    tile_set, outcome = end.tile_set, course.outcome
    seats = list(game.seats.prefetch_related("holders__player")) if game else []
    scores = outcome.scores if outcome else tuple(seat.score for seat in end.seats)
    plain = [
        SeatResult(name=name, score=score, bot=False, computer=False)
        for name, score in zip(source.names, scores, strict=True)
    ]
    return RecordOut(
        id=source.id,
        title=source.title,
        url=reverse("games:record", args=[source.id]),
        variant=end.variant.id,
        language=tile_set.language,
        tile_set=tile_set.code,
        layout=end.layout.id,
        lexicon=_tell_lexicon(source.revision),
        started_at=game.started_at if game else None,
        ended_at=game.ended_at if game else None,
        rated=game.rated if game else False,
        seats=tell_seats(seats, scores) if game else plain,
        racks=[tile_set.write(seat.rack) for seat in end.seats],
        moves=[_tell_move(step) for step in course.steps],
        outcome=_tell_outcome(outcome) if outcome else None,
    )


def _tell_lexicon(revision: Revision | None) -> LexiconRef | None:
    if revision is None:
        return None
    lexicon = revision.lexicon
    return LexiconRef(code=lexicon.slug, name=lexicon.name, revision=revision.number)


def _tell_move(step: Step) -> MoveOut:
    tile_set, rack = step.before.tile_set, step.before.seats[step.seat].rack
    told = act_to_json(step.act, tile_set) if isinstance(step.act, Play | Exchange) else {}
    played = next((one for one in step.events if isinstance(one, Played)), None)
    score = played.score if played else None
    return MoveOut(
        number=step.number,
        seat=step.seat,
        kind=type(step.act).__name__.lower(),
        position=told.get("position", ""),
        tiles=told.get("tiles", ""),
        rack=tile_set.write(rack) if step.rack_known else None,
        words=[WordOut(word=x.word, score=x.score, main=x.main) for x in score.words]
        if score
        else [],
        score=score.total if score else 0,
        bingo=bool(score and score.bingo),
        stolen=score.stolen if score else 0,
        challenge=_tell_challenge(step),
        scores=[seat.score for seat in step.after.seats],
    )


def _tell_challenge(step: Step) -> ChallengeOut | None:
    made = next((one for one in step.events if isinstance(one, Challenged)), None)
    if made is None:
        return None
    return ChallengeOut(
        seat=made.seat,
        challenged=made.challenged,
        upheld=made.upheld,
        words=[VerdictOut(word=word, good=good) for word, good in made.words],
    )


def _tell_outcome(outcome: Outcome) -> OutcomeOut:
    return OutcomeOut(
        reason=outcome.reason,
        winner=outcome.winner,
        scores=list(outcome.scores),
        before=list(outcome.before),
        adjustments=list(outcome.adjustments),
        overtime=list(outcome.overtime),
        tie_break=outcome.tie_break,
        went_out=outcome.went_out,
    )


def tell_upload(upload: Upload, slips: list[dict[str, Any]]) -> UploadOut:
    return UploadOut(
        id=upload.pk,
        url=reverse("games:record", args=[upload.pk]),
        title=upload.title,
        variant=upload.variant,
        tile_set=upload.tile_set,
        dictionary=str(upload.revision) if upload.revision else None,
        shared=upload.shared,
        names=upload.names,
        slips=[SlipOut(**slip) for slip in slips],
    )
