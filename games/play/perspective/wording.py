"""Translatable texts about games: reasons for refusals, labels and help.

Rules and services raise codes with data, which become sentences here. The sentences about moves
and results are in :mod:`games.play.perspective.narration`.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.names import isolate_name
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.final_letters import write_final_letter
from scrabble_site.shared.refusals import Refusal, TooManyRequests
from scrabble_site.shared.wording import join_list

MINUTE, HOUR = 60, 3600

REFUSAL_TEXTS = {
    "room.unknown": gettext_lazy("This room doesn't exist."),
    "record.unknown": gettext_lazy("This game doesn't exist."),
    "record.position": gettext_lazy("This game has no such move."),
    "position.running": gettext_lazy(
        "This position is from a game in progress, or very close to one. You can "
        "analyse it once that game is over."
    ),
    "room.seats": gettext_lazy("This game can't be played with that many seats."),
    "room.lexicon_empty": gettext_lazy("This dictionary has no words yet."),
    "room.host_only": gettext_lazy("Only the host can do that while they're here."),
    "room.too_few": gettext_lazy("You need at least two players."),
    "room.locked": gettext_lazy("The room is locked. No one new can sit down."),
    "room.removed": gettext_lazy("The host removed you from this room."),
    "match.hidden": gettext_lazy(
        "This is a table of a swapped match. You can see it once both games are over."
    ),
    "event.seated": gettext_lazy("The players at this table can't be changed."),
    "event.no_abort": gettext_lazy("This game can't be aborted."),
    "event.no_rematch": gettext_lazy("There is no rematch at this table."),
    "match.unknown": gettext_lazy("This match doesn't exist."),
    "match.other_table": gettext_lazy("You already play at the other table of this match."),
    "match.no_rematch": gettext_lazy("A swapped match has no rematch. Start a new match instead."),
    "pairing.none": gettext_lazy("No game fits your filter. Remove a choice and try again."),
    "player.closed": gettext_lazy("This profile is private."),
    "player.nobody": gettext_lazy("You haven't played here yet."),
    "watcher.unknown": gettext_lazy("They have already left the room."),
    "watcher.sits": gettext_lazy("They have a seat in this game."),
    "host.here": gettext_lazy("The host is here, so you can't take over."),
    "seat.own": gettext_lazy("That's your own seat."),
    "seat.left": gettext_lazy("They no longer have that seat."),
    "room.kept": gettext_lazy("Every open seat is reserved for an invited player."),
    "room.many": gettext_lazy(
        "You have %(n)s open rooms. Finish or leave one first: see My games."
    ),
    "racks.unknown": gettext_lazy("That's not one of the choices for racks."),
    "racks.rated": gettext_lazy("Racks stay hidden in rated games."),
    "racks.not_asked": gettext_lazy("This room doesn't ask players to show their racks."),
    "racks.less_hidden": gettext_lazy("During a game you can only hide racks, not reveal more."),
    "racks.seen": gettext_lazy(
        "Spectators may have seen the racks, so no one new can join a team."
    ),
    "room.full": gettext_lazy("Every seat is taken."),
    "game.unknown": gettext_lazy("This game doesn't exist."),
    "game.not_started": gettext_lazy("The game has not started yet."),
    "game.started": gettext_lazy("The game has already started."),
    "game.running": gettext_lazy("The game is still in progress."),
    "game.over": gettext_lazy("The game is over."),
    "clock.out": gettext_lazy("You ran out of time."),
    "clock.paused": gettext_lazy("The clocks are paused. Resume the game first."),
    "clock.none": gettext_lazy("There is no running clock to pause."),
    "clock.rated": gettext_lazy("You can't pause a rated game."),
    "absence.choice": gettext_lazy("That's not one of the choices."),
    "absence.too_soon": gettext_lazy("You can choose that once they have been away for an hour."),
    "seat.not_left": gettext_lazy("No one is away now."),
    "game.moved_on": gettext_lazy("The game has moved on. This is the current position."),
    "seat.unknown": gettext_lazy("This room has no such seat."),
    "seat.taken": gettext_lazy("Someone else took that seat first."),
    "seat.kept": gettext_lazy("That seat is reserved for %(name)s."),
    "seat.have_one": gettext_lazy("You already have a seat in this game."),
    "seat.not_yours": gettext_lazy("You don't have a seat in this game."),
    "device.covered": gettext_lazy(
        "The move that waited on this phone can't be made. Show your tiles and try again."
    ),
    "team.rated": gettext_lazy("You can't leave your team during a rated game."),
    "team.closed": gettext_lazy("Only invited players can join this team now."),
    "team.left": gettext_lazy("You left a team in this game. You can only return to that team."),
    "team.last": gettext_lazy("You are the last player on your team. Resign or stay."),
    "team.none": gettext_lazy("There are no teams in this room."),
    "team.full": gettext_lazy("That team is full."),
    "team.played": gettext_lazy(
        "%(name)s already moved for your team. This is the current position."
    ),
    "player.left": gettext_lazy("%(name)s left a team in this game and can only return there."),
    "player.unknown": gettext_lazy("No player is called %(name)s. Check the spelling."),
    "player.sits": gettext_lazy("%(name)s already has a seat in this room."),
    "player.gone": gettext_lazy("You now play under another name. Reload the page."),
    "player.many": gettext_lazy(
        "Several players are called %(name)s. Send the room's link to the one you mean."
    ),
    "player.not_now": gettext_lazy("You can't invite %(name)s to this room."),
    "player.muted": gettext_lazy("You can't send messages until %(until)s. %(why)s"),
    "player.suspended": gettext_lazy(
        "You can't send messages or start games until %(until)s. You can still finish"
        " your current games. %(why)s"
    ),
    "people.apart": gettext_lazy(
        "This game can't go ahead: someone here would rather not play with someone else."
    ),
    "push.service": gettext_lazy("This browser's push service isn't supported."),
    "push.keys": gettext_lazy("This browser's push subscription is incomplete. Try again."),
    "people.oneself": gettext_lazy("You can't do that to yourself."),
    "nickname.at_table": gettext_lazy(
        "%(name)s, or a similar name, is taken in this room. Choose another name."
    ),
    "nickname.member": gettext_lazy(
        "%(name)s, or a similar name, belongs to a member. Choose another name."
    ),
    "nickname.departed": gettext_lazy(
        "%(name)s was a member's name until recently. Choose another name."
    ),
    "nickname.moving": gettext_lazy("You were taking a seat elsewhere. Try again."),
    "nickname.reserved": gettext_lazy("“%(name)s” is not available. Choose another name."),
    "nickname.scripts": gettext_lazy("Use letters from only one alphabet in a name."),
    "nickname.unreadable": gettext_lazy("A name needs at least one visible letter or digit."),
    "rated.members_only": gettext_lazy(
        "Only members can play in this rated room. Sign up, log in or watch."
    ),
    "abort.too_late": gettext_lazy("Everyone has moved, so you can no longer abort the game."),
    "rated.votes": gettext_lazy("Players can't vote on words in rated games."),
    "rated.no_clock": gettext_lazy("Rated games need a clock. Choose one or play a casual game."),
    "rated.people_only": gettext_lazy("Computers can't play in a rated room."),
    "player.guest": gettext_lazy("%(name)s is a guest, and only members can play in a rated room."),
    "follow.not_now": gettext_lazy("You can't follow %(name)s."),
    "follow.members_only": gettext_lazy("Only members have a profile and can follow others."),
    "follow.unknown": gettext_lazy("This member doesn't exist."),
    "follow.oneself": gettext_lazy("You can't follow yourself."),
    "follow.many": gettext_lazy("You already follow %(n)s people. Unfollow someone first."),
    "proposal.changed": gettext_lazy(
        "Your settings have changed. Check the offer and send it again."
    ),
    "invitation.gone": gettext_lazy("This invitation is no longer open."),
    "invitation.not_yours": gettext_lazy("This invitation isn't for you."),
    "computer.level": gettext_lazy("Choose one of the computer levels."),
    "hint.closed": gettext_lazy("Hints are only available when all your opponents are computers."),
    "invited.too_soon": gettext_lazy(
        "%(name)s has received many invitations. Send the room's link or try again later."
    ),
    "guesses.too_soon": gettext_lazy("Too many attempts on this account. Try again in %(wait)s."),
    "guesses_of_account.too_soon": gettext_lazy(
        "Too many attempts on this account. Try again in %(wait)s."
    ),
    "log_in.too_soon": gettext_lazy("Too many logins from your network. Try again in %(wait)s."),
    "accounts.too_soon": gettext_lazy("Too many requests from your network. Try again later."),
    "drafts.too_soon": gettext_lazy("You're moving tiles too fast for your team to follow."),
    "chat.too_soon": gettext_lazy("You're sending messages too fast. Try again in %(wait)s."),
    "pictures.too_soon": gettext_lazy("Too many images are being drawn. Try again in %(wait)s."),
    "moves.too_soon": gettext_lazy("You're moving too fast. Try again in %(wait)s."),
    "threads.too_soon": gettext_lazy("The server is busy. Try again in %(wait)s."),
    "guests.too_soon": gettext_lazy(
        "Too many new players from your network. Try again in %(wait)s, or log in."
    ),
    "rooms.too_soon": gettext_lazy("Too many new rooms. Try again in %(wait)s."),
    "computer_games.too_soon": gettext_lazy("Too many new games. Try again in %(wait)s."),
    "names.too_soon": gettext_lazy("Too many name changes. Try again in %(wait)s."),
    "invitations.too_soon": gettext_lazy("Too many invitations. Try again in %(wait)s."),
    "hints.too_soon": gettext_lazy("Too many hints. Try again in %(wait)s."),
    "searches.too_soon": gettext_lazy("Too many searches. Try again in %(wait)s."),
    "quizzes.too_soon": gettext_lazy("Too many quizzes. Try again in %(wait)s."),
    "disputes.too_soon": gettext_lazy("Too many disputes. Try again in %(wait)s."),
    "hint.none": gettext_lazy("There is no play to suggest. Exchange or pass."),
    "reply.not_now": gettext_lazy("You can plan conditional moves while it's someone else's turn."),
    "reply.many": gettext_lazy("You can save up to %(n)s conditional moves. Remove one first."),
    "reply.gone": gettext_lazy("The conditional move this one follows no longer exists."),
    "guess.too_many": gettext_lazy("No player has that many tiles."),
    "notation.play": gettext_lazy("Enter the square, the direction and the word: H8 across WORD."),
    "days_off.past": gettext_lazy("Days off can't start in the past."),
    "days_off.order": gettext_lazy("The last day can't be before the first."),
    "days_off.far": gettext_lazy("You can book days off up to a year ahead."),
    "days_off.overlap": gettext_lazy("You have already taken some of these days off."),
    "days_off.many": gettext_lazy("That's too many. You have %(n)s days left in %(year)s."),
    "days_off.zone": gettext_lazy("This time zone isn't supported."),
    "days_off.day": gettext_lazy("Choose a first and a last day."),
    "form.too_long": gettext_lazy("That's too long for a move."),
    "hint.not_yours": gettext_lazy("That wasn't your turn."),
    "notation.coordinates": gettext_lazy("That's not a square on the board."),
    "words.invalid": gettext_lazy("Not in the dictionary: %(words)s."),
    "turn.final_challenge": gettext_lazy("The last play must be accepted or challenged first."),
    "turn.left": gettext_lazy("You have left this game."),
    "tiles.never_blank": gettext_lazy("A blank can't be %(words)s in this game."),
    "tiles.unknown_face": gettext_lazy("This game has no %(words)s tile."),
    "exchange.no_tiles": gettext_lazy("Choose the tiles to exchange."),
    "exchange.bag_too_small": gettext_lazy("There are too few tiles in the bag to exchange."),
    "challenge.nothing": gettext_lazy("There is no play to challenge now."),
    "challenge.own_play": gettext_lazy("You can't challenge your own play."),
    "challenge.accepted": gettext_lazy("You have already answered this play."),
    "accept.nothing": gettext_lazy("There is no play to accept now."),
    "accept.own_play": gettext_lazy("Only the other players can accept your play."),
    "accept.already": gettext_lazy("You have already answered this play."),
    "placement.not_connected": gettext_lazy("Your word must connect to a tile on the board."),
    "placement.start_not_covered": gettext_lazy("The first play must cover the centre square."),
    "placement.one_tile": gettext_lazy("The first play needs at least two tiles."),
    "placement.empty_square": gettext_lazy("Don't leave an empty square between your tiles."),
    "placement.off_board": gettext_lazy("Your word runs off the board."),
    "placement.no_tiles": gettext_lazy("Place at least one tile."),
    "placement.occupied": gettext_lazy("There is already a tile on %(squares)s."),
    "placement.word_not_whole": gettext_lazy("The word continues past the tiles you entered."),
}

TOO_SOON_TEXT = gettext_lazy("Too many requests. Try again in %(wait)s.")

REFUSAL_FAMILY_TEXTS = {
    "form": gettext_lazy("Something went wrong on this page. Reload it and try again."),
    "notation": gettext_lazy("We couldn't read that as a move."),
    "placement": gettext_lazy("You can't place tiles there."),
    "rack": gettext_lazy("Those tiles are not on your rack."),
    "exchange": gettext_lazy("You can't exchange those tiles now."),
    "challenge": gettext_lazy("There is nothing to challenge now."),
    "turn": gettext_lazy("It's not your turn."),
}

LEVEL_LABELS = {
    6: gettext_lazy("Beginner"),
    1: gettext_lazy("Gentle"),
    2: gettext_lazy("Casual"),
    7: gettext_lazy("Keen"),
    3: gettext_lazy("Steady"),
    8: gettext_lazy("Skilled"),
    4: gettext_lazy("Strong"),
    9: gettext_lazy("Advanced"),
    5: gettext_lazy("Expert"),
}
"""Names of the computer players' levels, weakest first; :mod:`games.engine.levels` defines how they
play."""


def describe_rack_policy(policy: str) -> str:
    """Describe briefly what spectators see of racks."""
    if policy.isdecimal():
        return ngettext(
            "racks shown %(n)s turn late", "racks shown %(n)s turns late", int(policy)
        ) % {"n": policy}
    return _("racks shown if everyone agrees") if policy == "open" else _("racks hidden")


def explain(error: Refusal | RuleError) -> str:
    """Return the sentence that explains an error to a player."""
    sentence = REFUSAL_TEXTS.get(error.code) or REFUSAL_FAMILY_TEXTS.get(error.code.split(".")[0])
    if sentence is None:
        sentence = TOO_SOON_TEXT if isinstance(error, TooManyRequests) else None
    if sentence is None:
        return _("You can't do that now.")
    return str(sentence) % _format_data(error)


def describe_wait(seconds: int) -> str:
    """Return a time to wait in words, rounded up to whole minutes or hours."""
    if seconds < MINUTE:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    if seconds < HOUR:
        minutes = -(-seconds // MINUTE)
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = -(-seconds // HOUR)
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}


def _format_data(error: Refusal | RuleError) -> dict[str, object]:
    if isinstance(error, Refusal):
        data = error.data
        if isinstance(error, TooManyRequests):
            data = data | {"wait": describe_wait(error.seconds)}
        return data | {"name": isolate_name(str(data["name"]))} if "name" in data else data
    return {
        "words": join_list(isolate_name(write_final_letter(word)) for word in error.words),
        "squares": join_list(square.name for square in error.squares),
    }
