"""What the site says in words: why something was refused, what a move was, how a game ended.

The rules and services speak in codes and data; every sentence a person reads about a game is
made here, translatable, and in :mod:`games.play.telling`.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.refusals import Refusal, TooSoon
from games.players.names import isolate
from games.rules.errors import RuleError

MINUTE, HOUR = 60, 3600

SENTENCES = {
    "room.unknown": gettext_lazy("There is no such room."),
    "record.unknown": gettext_lazy("There is no such record."),
    "record.position": gettext_lazy("The game had no such move."),
    "room.seats": gettext_lazy("This game is not played with that many seats."),
    "room.lexicon_empty": gettext_lazy("That dictionary holds no words yet."),
    "room.host_only": gettext_lazy("Only the host can do that, unless the host is away."),
    "room.too_few": gettext_lazy("At least two seats must be taken."),
    "room.locked": gettext_lazy("The room is locked: nobody new may sit down."),
    "room.removed": gettext_lazy("The host has closed this room to you."),
    "pairing.none": gettext_lazy("No game can be as you have chosen. Choose less."),
    "player.closed": gettext_lazy("They keep their page to themselves."),
    "player.nobody": gettext_lazy("You have not played here yet."),
    "watcher.unknown": gettext_lazy("They have left the room already."),
    "watcher.sits": gettext_lazy("They have a seat at the table, and do not only watch."),
    "host.here": gettext_lazy("The host is here."),
    "seat.own": gettext_lazy("That is your own seat."),
    "seat.nobody": gettext_lazy("Nobody sits there."),
    "room.kept": gettext_lazy("Every free seat is kept for somebody who is invited."),
    "room.many": gettext_lazy(
        "You have %(n)s rooms open already. Finish, resign or leave a game first: see My games."
    ),
    "racks.unknown": gettext_lazy("Racks cannot be shown like that."),
    "racks.rated": gettext_lazy("The racks of rated games stay hidden."),
    "racks.not_asked": gettext_lazy("Racks are not to be opened here."),
    "racks.less_hidden": gettext_lazy("While a game goes on racks may only become better hidden."),
    "racks.seen": gettext_lazy(
        "Watchers may have seen the racks of this game: nobody new joins a team in it."
    ),
    "room.full": gettext_lazy("Every seat is taken."),
    "game.unknown": gettext_lazy("There is no such game."),
    "game.not_started": gettext_lazy("The game has not started yet."),
    "game.started": gettext_lazy("The game has already started."),
    "game.running": gettext_lazy("The game is still going on."),
    "game.over": gettext_lazy("The game is over."),
    "clock.out": gettext_lazy("Your time is out."),
    "clock.paused": gettext_lazy("The clocks stand: let them go on first."),
    "clock.none": gettext_lazy("There are no clocks to stop here."),
    "clock.rated": gettext_lazy("Not in a rated game."),
    "seat.not_left": gettext_lazy("Nobody is missing at the table now."),
    "game.moved_on": gettext_lazy("The game has moved on. Here is how it stands now."),
    "seat.unknown": gettext_lazy("There is no such seat."),
    "seat.taken": gettext_lazy("Somebody else has just taken that seat."),
    "seat.kept": gettext_lazy("That seat is kept for %(name)s."),
    "seat.have_one": gettext_lazy("You have a seat in this game already."),
    "seat.not_yours": gettext_lazy("You have no seat in this game."),
    "team.rated": gettext_lazy("This game is rated: nobody leaves a team before its end."),
    "team.closed": gettext_lazy("The game goes on: this team takes those who are invited to it."),
    "team.left": gettext_lazy("You have left a team of this game: you may come back to that one."),
    "team.last": gettext_lazy("You are the last of your team: resign, or stay."),
    "team.none": gettext_lazy("There are no teams in this room."),
    "team.full": gettext_lazy("That team is full."),
    "team.played": gettext_lazy("%(name)s has just moved for your team. Here is how it stands."),
    "player.left": gettext_lazy("%(name)s has left a team of this game and may come back to it."),
    "player.unknown": gettext_lazy("Nobody here is called %(name)s."),
    "player.sits": gettext_lazy("%(name)s sits at this table already."),
    "player.gone": gettext_lazy("You play under another name by now. Reload the page, please."),
    "player.many": gettext_lazy(
        "Several players are called %(name)s. Send the one you mean the room's link."
    ),
    "player.not_now": gettext_lazy("%(name)s cannot be invited to this table."),
    "player.muted": gettext_lazy("You may not write until %(until)s. %(why)s"),
    "player.suspended": gettext_lazy(
        "You may not write or begin games until %(until)s. Finish those that go on. %(why)s"
    ),
    "people.apart": gettext_lazy(
        "This table does not come together: somebody here would rather not play somebody else."
    ),
    "push.service": gettext_lazy("This browser's push service is none that this site knows."),
    "push.keys": gettext_lazy("This browser did not say how to write to it."),
    "people.oneself": gettext_lazy("That is you."),
    "nickname.at_table": gettext_lazy(
        "Somebody at this table is called %(name)s, or nearly so. Choose another name."
    ),
    "nickname.member": gettext_lazy(
        "A member is called %(name)s, or nearly so. Choose another name."
    ),
    "nickname.moving": gettext_lazy("You were sitting down elsewhere just now. Try again."),
    "nickname.reserved": gettext_lazy("Nobody can be called %(name)s. Choose another name."),
    "nickname.scripts": gettext_lazy("A name is written in the letters of one script."),
    "nickname.unreadable": gettext_lazy("A name needs a letter or a digit that can be read."),
    "rated.members_only": gettext_lazy(
        "This room is rated: only members sit down here. Sign up or log in, or watch."
    ),
    "rated.people_only": gettext_lazy("No computer plays in a rated room."),
    "player.guest": gettext_lazy("%(name)s is a guest, and this room is rated: for members only."),
    "follow.not_now": gettext_lazy("%(name)s cannot be followed."),
    "follow.members_only": gettext_lazy("Only members have a page and follow others."),
    "follow.unknown": gettext_lazy("There is no such member."),
    "follow.oneself": gettext_lazy("You cannot follow yourself."),
    "follow.many": gettext_lazy("You follow %(n)s people already: leave one first."),
    "invitation.gone": gettext_lazy("That seat is not kept for anybody any more."),
    "invitation.not_yours": gettext_lazy("This invitation is not yours to decline."),
    "computer.level": gettext_lazy("There is no computer player of that level."),
    "hint.closed": gettext_lazy("Hints are only given in games against the computer alone."),
    "invited.too_soon": gettext_lazy(
        "%(name)s has been invited often just now. Send the room's link, or try again later."
    ),
    "guesses.too_soon": gettext_lazy("This account was tried too often. Try again in %(wait)s."),
    "log_in.too_soon": gettext_lazy("There were many log-ins from here. Try again in %(wait)s."),
    "accounts.too_soon": gettext_lazy("This was asked for often from here. Try again in a while."),
    "drafts.too_soon": gettext_lazy("That was too quick for your team to follow."),
    "chat.too_soon": gettext_lazy("That was quick. You can write again in %(wait)s."),
    "pictures.too_soon": gettext_lazy(
        "Many pictures are being drawn. Yours can be had in %(wait)s."
    ),
    "moves.too_soon": gettext_lazy("That was quick. Your move can be made in %(wait)s."),
    "rooms.too_soon": gettext_lazy(
        "You have made many rooms just now. You can make another in %(wait)s."
    ),
    "computer_games.too_soon": gettext_lazy(
        "You have asked for many games just now. You can have another in %(wait)s."
    ),
    "names.too_soon": gettext_lazy(
        "The name was changed often just now. It can be changed again in %(wait)s."
    ),
    "invitations.too_soon": gettext_lazy(
        "You have invited many just now. You can invite again in %(wait)s."
    ),
    "hints.too_soon": gettext_lazy(
        "You have asked for many hints just now. You get another in %(wait)s."
    ),
    "searches.too_soon": gettext_lazy("These were many searches. Search again in %(wait)s."),
    "quizzes.too_soon": gettext_lazy("You are quick. You can begin another in %(wait)s."),
    "disputes.too_soon": gettext_lazy(
        "You have disputed many words just now. You can dispute another in %(wait)s."
    ),
    "hint.none": gettext_lazy("No play is to be found: exchange or pass."),
    "reply.not_now": gettext_lazy("Replies are stored while it is another's turn."),
    "reply.many": gettext_lazy("%(n)s replies are the most. Remove one first."),
    "reply.gone": gettext_lazy("The reply that it should come after is gone."),
    "guess.too_many": gettext_lazy("Nobody has that many tiles."),
    "notation.play": gettext_lazy("Write the place and the word, as 8H WORD."),
    "days_off.past": gettext_lazy("Days off are taken from today on."),
    "days_off.order": gettext_lazy("The last day comes after the first."),
    "days_off.far": gettext_lazy("That is too far ahead: a year at the most."),
    "days_off.overlap": gettext_lazy("Some of these days you have taken already."),
    "days_off.many": gettext_lazy("That is too many: %(n)s days are left in %(year)s."),
    "days_off.zone": gettext_lazy("That time zone is not known here."),
    "days_off.day": gettext_lazy("Choose a first and a last day."),
    "form.turn": gettext_lazy("The page sent something unreadable. Reload it, please."),
    "form.game": gettext_lazy("The page sent something unreadable. Reload it, please."),
    "form.text": gettext_lazy("The page sent something unreadable. Reload it, please."),
    "form.seat": gettext_lazy("The page sent something unreadable. Reload it, please."),
    "form.too_long": gettext_lazy("That is too long to be a move."),
    "hint.not_yours": gettext_lazy("That was not your turn."),
    "notation.coordinates": gettext_lazy("That is not a place on the board."),
    "words.invalid": gettext_lazy("Not in the dictionary: %(words)s."),
    "turn.final_challenge": gettext_lazy("The last play has to be accepted or challenged first."),
    "turn.left": gettext_lazy("You have left this game."),
    "tiles.never_blank": gettext_lazy("A blank cannot stand for %(words)s here."),
    "tiles.unknown_face": gettext_lazy("There is no tile %(words)s in this game."),
    "exchange.no_tiles": gettext_lazy("Choose the tiles to exchange."),
    "exchange.bag_too_small": gettext_lazy("Too few tiles are left in the bag for that."),
    "challenge.nothing": gettext_lazy("There is no play to challenge now."),
    "challenge.own_play": gettext_lazy("You cannot challenge your own play."),
    "challenge.accepted": gettext_lazy("You have accepted the play already."),
    "accept.nothing": gettext_lazy("There is no play to accept now."),
    "accept.own_play": gettext_lazy("Your own play is for the others to accept."),
    "accept.already": gettext_lazy("You have accepted the play already."),
    "placement.not_connected": gettext_lazy("The tiles must touch a tile on the board."),
    "placement.start_not_covered": gettext_lazy("The first play covers the centre square."),
    "placement.one_tile": gettext_lazy("The first play has at least two tiles."),
    "placement.empty_square": gettext_lazy("There must be no empty square between the tiles."),
    "placement.off_board": gettext_lazy("The play runs off the board."),
    "placement.no_tiles": gettext_lazy("Lay at least one tile."),
    "placement.occupied": gettext_lazy("There is a tile on %(squares)s already."),
    "placement.word_not_whole": gettext_lazy("The word goes on beyond the tiles you named."),
}

TOO_SOON = gettext_lazy("That was a lot at once. You can go on in %(wait)s.")

FAMILIES = {
    "notation": gettext_lazy("That could not be read as a move."),
    "placement": gettext_lazy("The tiles cannot lie there."),
    "rack": gettext_lazy("Those tiles are not on your rack."),
    "exchange": gettext_lazy("Those tiles cannot be exchanged now."),
    "challenge": gettext_lazy("There is nothing to challenge now."),
    "turn": gettext_lazy("It is not your turn."),
}

LEVEL_LABELS = {
    1: gettext_lazy("Gentle"),
    2: gettext_lazy("Casual"),
    3: gettext_lazy("Steady"),
    4: gettext_lazy("Strong"),
    5: gettext_lazy("Expert"),
}
"""What the levels of computer players are called; their play is in games.engine.levels."""

KEYBOARD = (
    (("←", "↑", "→", "↓"), gettext_lazy("move the cursor on the board, the focus on the rack")),
    (("A", "…", "Z"), gettext_lazy("lay a tile and go on; without one a blank stands for it")),
    (
        ("C", "H"),
        gettext_lazy(
            "one tile CH where you hold it; Enter or an arrow in between keeps them apart"
        ),
    ),
    (("Shift", "A"), gettext_lazy("the blank as A, Shift and C H as CH; ? asks for its letter")),
    (("Space",), gettext_lazy("turn: type across or down")),
    (("Backspace",), gettext_lazy("take the last tile back")),
    (("Enter",), gettext_lazy("play; on the rack, choose the tile for a square")),
    (("Escape",), gettext_lazy("recall every tile you laid")),
    (
        ("Home", "End"),
        gettext_lazy("to the ends of the row, with Ctrl to the corners of the board"),
    ),
    (("Page Up", "Page Down"), gettext_lazy("five rows up or down")),
    (
        ("Shift", "Page Up", "Page Down"),
        gettext_lazy("look back: one move back or forth; Shift with Home to the start"),
    ),
    (("Escape",), gettext_lazy("back to the newest move, as Shift with End")),
    (("Shift", "← →"), gettext_lazy("on the rack: carry the tile along")),
    ((">",), gettext_lazy("to the next game that waits for you")),
)
"""What the page's script does on keys (``static/js``), for the help."""


def racks_in_words(policy: str) -> str:
    """What watchers see of racks, in a few words."""
    if policy.isdecimal():
        return ngettext(
            "racks shown %(n)s turn late", "racks shown %(n)s turns late", int(policy)
        ) % {"n": policy}
    return _("racks open if all agree") if policy == "open" else _("racks hidden")


def explain(error: Refusal | RuleError) -> str:
    """One sentence for a person, from the error's code and data."""
    sentence = SENTENCES.get(error.code) or FAMILIES.get(error.code.split(".")[0])
    if sentence is None:
        sentence = TOO_SOON if isinstance(error, TooSoon) else None
    if sentence is None:
        return _("That is not possible now.")
    return str(sentence) % _data(error)


def tell_wait(seconds: int) -> str:
    """How long to wait, as one would say it."""
    if seconds < MINUTE:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    if seconds < HOUR:
        minutes = -(-seconds // MINUTE)
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = -(-seconds // HOUR)
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}


def _data(error: Refusal | RuleError) -> dict[str, object]:
    if isinstance(error, Refusal):
        data = error.data
        if isinstance(error, TooSoon):
            data = data | {"wait": tell_wait(error.seconds)}
        return data | {"name": isolate(str(data["name"]))} if "name" in data else data
    return {
        "words": ", ".join(isolate(word) for word in error.words),
        "squares": ", ".join(square.name for square in error.squares),
    }
