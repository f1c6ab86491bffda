"""Sentences about events: refusals, methods, and the acts in the log."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.names import isolate_name
from games.events.models import EventAct
from games.events.perspective.reason_texts import write_points
from games.pairing.event import Method
from games.play.perspective.wording import explain as explain_play
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Conflict, Refusal
from scrabble_site.shared.wording import join_list

REFUSAL_TEXTS = {
    "event.unknown": gettext_lazy("This event doesn't exist."),
    "event.directors_only": gettext_lazy("Only directors can do that."),
    "event.many": gettext_lazy("You direct %(n)s events. End one of them first."),
    "event.no_director": gettext_lazy("That person doesn't direct this event."),
    "event.last_director": gettext_lazy("An event needs a director. Add another one first."),
    "event.no_title": gettext_lazy("Give the event a name."),
    "event.rounds": gettext_lazy("That number of rounds isn't possible."),
    "event.no_member": gettext_lazy("No member has that name."),
    "event.over": gettext_lazy("The event is over."),
    "event.full": gettext_lazy("Every place is taken."),
    "event.by_director": gettext_lazy("The director decides who takes part."),
    "event.entered": gettext_lazy("%(name)s is in the event already."),
    "event.unavailable": gettext_lazy("%(name)s can't be entered in this event."),
    "event.unconfirmed": gettext_lazy("%(name)s has yet to confirm that they will play."),
    "event.not_entered": gettext_lazy("You're not taking part in this event."),
    "event.no_entrant": gettext_lazy("No one in this event has that number."),
    "event.division": gettext_lazy("The event has no such division."),
    "event.divisions": gettext_lazy("Name at least two divisions, each with a name of its own."),
    "event.division_floors": gettext_lazy(
        "Give every division except the last a minimum rating, from the highest to the lowest."
    ),
    "event.division_played": gettext_lazy(
        "%(name)s has already played, so the division and the team can't be changed."
    ),
    "event.divided_late": gettext_lazy(
        "A round has already been paired, so the divisions can't be changed."
    ),
    "event.undivided": gettext_lazy("This event has no divisions."),
    "event.arena": gettext_lazy(
        "An arena has no rounds: it pairs players as soon as they are free."
    ),
    "event.computer_on_boards": gettext_lazy("Computer players can't play on real boards."),
    "event.no_people": gettext_lazy("No one is left in this event to open the rooms."),
    "event.arena_on_boards": gettext_lazy("Arenas are played online, not on real boards."),
    "event.team": gettext_lazy("Enter the name of your team."),
    "event.team_boards": gettext_lazy(
        "Team matches need tables of two and rounds that aren't paired by hand."
    ),
    "event.shared_racks": gettext_lazy(
        "Teams can share a rack only in Scrabble games played here, and not in team matches."
    ),
    "event.no_team": gettext_lazy("This link doesn't lead to a team."),
    "event.team_full": gettext_lazy("The team is full."),
    "event.team_left": gettext_lazy("The team has left the event."),
    "event.team_taken": gettext_lazy("Someone else in the event is called %(name)s."),
    "event.team_pins": gettext_lazy("In team matches, tables can't be chosen by hand."),
    "event.paused": gettext_lazy("The event is paused. Resume it first."),
    "event.last_round": gettext_lazy("Every round has been played. Add a round to continue."),
    "event.not_started": gettext_lazy("Round %(n)s has not started yet."),
    "event.round_open": gettext_lazy("Round %(n)s is still being played."),
    "event.no_pairing": gettext_lazy("No round is paired and waiting to start."),
    "event.too_few": gettext_lazy("There are too few players to pair a round."),
    "event.later_round": gettext_lazy("A later round is paired already. Undo that first."),
    "event.has_result": gettext_lazy("The result is in already. A director can correct it."),
    "event.not_at_table": gettext_lazy("You're not playing at this table."),
    "event.by_game": gettext_lazy("The result comes from the game itself."),
    "event.scores": gettext_lazy("Enter a score for every player."),
    "event.two_seats": gettext_lazy(
        "For tables of three or four, choose automatic, Swiss, king of the hill or pairing by hand."
    ),
    "event.tsh": gettext_lazy("Line %(line)s isn't in division-file format."),
    "event.tsh_long": gettext_lazy("That's more players or rounds than an event can have."),
    "event.tsh_seats": gettext_lazy("tsh and TOU files only support tables of two."),
    "event.no_round": gettext_lazy("This round hasn't been paired."),
    "event.no_table": gettext_lazy("There is no such table."),
    "event.no_missable_round": gettext_lazy("There is no round left to miss."),
    "event.no_act": gettext_lazy("There is no such entry in the log."),
    "event.lasting": gettext_lazy("That can't be undone."),
    "event.undo_later_first": gettext_lazy("Undo the later changes first."),
    "event.arena_minutes": gettext_lazy("An arena must last between 10 minutes and 12 hours."),
    "event.members_only": gettext_lazy("Only members of the club can take part."),
    "event.many_computers": gettext_lazy("An event can have up to %(n)s computer players."),
    "event.changed_since": gettext_lazy("That has changed since, so it can't be undone."),
}

NAMED_REFUSALS = {
    "event.results_missing": gettext_lazy("These players have no result yet: %(names)s."),
    "event.gone": gettext_lazy("%(names)s withdrew after the round was paired. Pair it again."),
    "pairing.manual.players_left": gettext_lazy("These players don't have a table: %(names)s."),
    "pairing.pinned.twice": gettext_lazy("You chose the same player twice: %(names)s."),
    "pairing.pinned.not_playing": gettext_lazy("Not playing in this round: %(names)s."),
    "pairing.pinned.table_size": gettext_lazy("Choose a full table for %(names)s."),
}
"""Refusals that list players."""

METHOD_LABELS = {
    Method.AUTOMATIC: gettext_lazy("Automatic"),
    Method.ROUND_ROBIN: gettext_lazy("Round robin"),
    Method.SWISS: gettext_lazy("Swiss"),
    Method.KING_OF_THE_HILL: gettext_lazy("King of the hill"),
    Method.FACTOR: gettext_lazy("Factor"),
    Method.FONTES: gettext_lazy("Groups first (Fontes)"),
    Method.AUSTRALIAN: gettext_lazy("Australian draw"),
    Method.KNOCKOUT: gettext_lazy("Knock-out"),
    Method.ARENA: gettext_lazy("Arena: new games until time is up"),
    Method.MANUAL: gettext_lazy("By hand"),
}

ENTRY_TEXTS = {
    "link": gettext_lazy("Unlisted: only those with the link can find it."),
    "club": gettext_lazy("Only members of the club can take part."),
    "director": gettext_lazy("The director decides who takes part."),
}
"""What a page says about events that not everyone may enter."""

ACT_TEXTS = {
    "enter": gettext_lazy("%(name)s entered."),
    "join_team": gettext_lazy("%(name)s joined the team %(team)s."),
    "leave_team": gettext_lazy("%(name)s left the team %(team)s."),
    "add_entrant": gettext_lazy("%(name)s was entered."),
    "add_computer": gettext_lazy("%(name)s, a computer player, was entered."),
    "check_in": gettext_lazy("%(name)s checked in."),
    "confirm": gettext_lazy("%(name)s confirmed the entry."),
    "withdraw": gettext_lazy("%(name)s withdrew."),
    "miss_round": gettext_lazy("%(name)s will miss round %(n)s."),
    "play_round": gettext_lazy("%(name)s will play round %(n)s after all."),
    "reenter": gettext_lazy("%(name)s is back in the event."),
    "edit_entrant": gettext_lazy("The entry of %(name)s was changed."),
    "divisions": gettext_lazy("The event was divided: %(names)s."),
    "penalise": gettext_lazy("%(name)s got a penalty: %(points)s points, %(spread)s spread."),
    "void": gettext_lazy("%(name)s's results from round %(n)s onwards no longer count."),
    "add_director": gettext_lazy("%(name)s became a director."),
    "remove_director": gettext_lazy("%(name)s no longer directs the event."),
    "details": gettext_lazy("The event's name, times or entry were changed."),
    "announce": "%(text)s",
    "pause": gettext_lazy("The event was paused."),
    "resume": gettext_lazy("The event continues."),
    "extend": gettext_lazy("The event has %(n)s rounds."),
    "extend_arena": gettext_lazy("The arena now lasts %(n)s minutes."),
    "end": gettext_lazy("The event ended."),
    "plan": gettext_lazy("The plan of the next rounds was changed."),
    "scoring": gettext_lazy("The scoring was changed."),
    "pair": gettext_lazy("Round %(n)s was paired."),
    "pair_again": gettext_lazy("Round %(n)s was paired again."),
    "unpair": gettext_lazy("The pairing of round %(n)s was undone."),
    "start_round": gettext_lazy("Round %(n)s started."),
    "start_arena": gettext_lazy("The arena started."),
    "stop_arena": gettext_lazy("The arena has stopped pairing."),
    "clear": gettext_lazy("Round %(n)s, table %(table)s: the result was cleared."),
}
"""What the log says about each kind of act, except results, pauses by the site and undone acts."""


def explain(error: Refusal | RuleError) -> str:
    """Return the sentence that explains an error."""
    data: dict[str, Any] = error.data if isinstance(error, Refusal) else {}
    if error.code in NAMED_REFUSALS:
        names = join_list([isolate_name(name) for name in data.get("names", ())])
        return str(NAMED_REFUSALS[error.code]) % {"names": names}
    if error.code.startswith("pairing."):
        return _("These players can't be paired like this.")
    sentence = REFUSAL_TEXTS.get(error.code)
    return explain_play(error) if sentence is None else str(sentence) % data


def describe_act(act: EventAct) -> str:
    """Return what an act did, for the log."""
    if act.kind == "undo":
        undone = describe_kind(act.data.get("of", ""), act.data)
        return _("Undone: %(sentence)s") % {"sentence": undone}
    return describe_kind(act.kind, act.data)


def describe_kind(kind: str, data: dict[str, Any]) -> str:
    values = {name: _isolate(value) for name, value in data.items()}
    if kind in ("result", "correct"):
        return _describe_result(kind, data)
    if kind == "hold":
        held = Conflict(data["code"], **data.get("values", {}))
        return _("The event was paused: %(reason)s") % {"reason": explain(held)}
    if kind == "divisions":
        values["names"] = join_list([isolate_name(name) for name in data["names"]])
        return str(ACT_TEXTS[kind]) % values if data["names"] else _("The divisions were removed.")
    if kind == "penalise":
        values["points"] = write_points(data.get("half_points", 0))
    return str(ACT_TEXTS[kind]) % values


def _describe_result(kind: str, data: dict[str, Any]) -> str:
    values = {"n": data.get("n"), "table": data.get("table")}
    names, absent = data.get("names", []), data.get("absent", [])
    if absent and len(names) - len(absent) < 2:
        values["names"] = join_list([isolate_name(name) for name in absent])
        return _("Round %(n)s, table %(table)s: forfeited by %(names)s (absent).") % values
    away, scores = _("absent"), data.get("scores", [])
    parts = [
        f"{isolate_name(name)} ({away if name in absent else _write_score(score)})"
        for name, score in zip(names, scores, strict=False)
    ]
    values["result"] = ", ".join(parts)
    if kind == "correct":
        return _("Round %(n)s, table %(table)s: result corrected to %(result)s.") % values
    return _("Round %(n)s, table %(table)s: %(result)s.") % values


def _write_score(score: int) -> str:
    return str(score).replace("-", "−")


def _isolate(value: Any) -> Any:
    return isolate_name(value) if isinstance(value, str) else value


def count_rounds(rounds: int) -> str:
    return ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds}


def count_minutes(minutes: int) -> str:
    return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}


def count_boards(boards: int) -> str:
    text = ngettext("team matches on %(n)s board", "team matches on %(n)s boards", boards)
    return text % {"n": boards}
