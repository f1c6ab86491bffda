"""Every limit of the site, in one table: how much, for whom, of what, and why.

A rate is written as "6/15 seconds; 60/10 minutes": all its parts hold. ``LIMIT_CHAT="3/15 seconds |
30/15 seconds"`` in the environment sets what one player and, behind the bar, one address may do;
``LIMIT_SOCKETS_OF_PLAYER=10`` sets a number. ``LIMITS=false`` lifts them all. What is counted
``here``, and all of ``AT_ONCE``, each web process counts for itself: an address that reaches N of
them may do N times as much, and costs no more than N processes carry. An address is what
:mod:`games.common.addresses` makes of the visitor's; a school has one, so it may do what thirty do.
"""

from typing import NamedTuple

from scrabble_site import env


class Rate(NamedTuple):
    """How often one player and one address may do something; ``""`` is as often as they like.

    ``views``: names of addresses of which each POST counts; what names none is counted by its
    service. ``reads``: the same for GET. ``here``: in this process's memory, which costs nothing;
    else by all together.
    """

    player: str
    address: str
    views: str = ""
    here: bool = False
    reads: str = ""


LIMITED = env.read_bool("LIMITS", True)

RATES = {
    # What the gate counts before anything is read. A page costs some 15 ms of a processor, so these
    # come back slowly: a class that opens its room has plenty, a flood takes a tenth of one core.
    "pages": Rate("", "300/1 minute", here=True),
    "commands": Rate("", "600/20 seconds", here=True),
    # Whoever watches over the site asks as often as they like, which is no more than this.
    "health": Rate("", "300/10 seconds", here=True),
    # Each opened socket asks the database who it is.
    "sockets": Rate("", "120/10 seconds", here=True),
    # A person makes a move in seconds, and a page asks for scores while tiles are laid.
    "moves": Rate(
        "20/10 seconds",
        "200/10 seconds",
        "games:play games:exchange games:pass games:challenge games:accept games:resign",
        here=True,
    ),
    "previews": Rate(
        "60/10 seconds", "300/10 seconds", "games:preview games:preview_puzzle", here=True
    ),
    # A page tells its team no more than ten times a second what is laid in thought.
    "drafts": Rate("60/5 seconds", "600/5 seconds", "games:draft", here=True),
    # Whatever else is posted.
    "deeds": Rate("60/20 seconds", "300/20 seconds", here=True),
    # Guessing passwords, and hashing them, which takes a third of a second each.
    "log_in": Rate(
        "",
        "20/1 minute; 200/1 hour",
        "admin:login account_login account_reauthenticate account_change_password"
        " account_confirm_login_code account_reset_password_from_key mfa_login_webauthn",
    ),
    # The same by the account that is tried: its owner is kept out for minutes at most.
    "guesses": Rate("10/5 minutes", ""),
    "names": Rate("12/10 minutes", "120/10 minutes", "games:nickname games:name games:change_name"),
    # Rooms made; how many may be open at a time, games.play.services.rooms says.
    "rooms": Rate("12/10 minutes", "120/10 minutes", "games:create_room games:play_now"),
    # Each keeps a thinker busy.
    "computer_games": Rate(
        "12/10 minutes", "90/10 minutes", "games:play_computer games:seat_computer games:relieve"
    ),
    "hints": Rate("30/10 minutes", ""),
    # Seconds of a processor each, and most of a minute for a thorough one; they wait in a queue.
    "analyses_quick": Rate("30/10 minutes; 200/1 day", ""),
    "analyses_thorough": Rate("6/10 minutes; 40/1 day", ""),
    # Looking at a position takes some milliseconds of a processor; trying it out takes seconds of
    # one, in turn with others and behind everything else.
    "analysis_board": Rate("60/1 minute", "300/1 minute", "games:best_plays"),
    "thinking": Rate("60/10 minutes", "300/10 minutes", "games:think"),
    # In an end game each may be thought about for a moment.
    "puzzles": Rate("20/10 seconds; 300/10 minutes", ""),
    "seats": Rate("20/1 minute", "150/1 minute", "games:sit games:stand games:leave"),
    # Who invites, and who is invited: nobody's bell rings all day.
    "invitations": Rate(
        "20/10 minutes; 100/1 day", "100/10 minutes", "games:invite games:invite_member"
    ),
    "invited": Rate("12/10 minutes; 60/1 day", ""),
    # What one person can have told to one other: refusals, rematches, their name in a message.
    "notices": Rate("20/1 hour", ""),
    "chat": Rate("6/15 seconds; 60/10 minutes", ""),
    "reports": Rate("5/10 minutes; 20/1 day", ""),
    # Guests are made by what they do first, so one person can be many: what else is counted by
    # player alone is bounded by its address, too, where many would be a burden to others.
    "chat_of_address": Rate("", "60/15 seconds; 600/10 minutes", "games:say", here=True),
    "reports_of_address": Rate(
        "", "30/10 minutes; 120/1 day", "games:report_message games:report_person"
    ),
    "analyses_of_address": Rate("", "90/10 minutes; 600/1 day", "games:analysis"),
    # Each looks at every word of a dictionary: some milliseconds, a second in the largest.
    "searches": Rate("60/1 minute", "300/1 minute", here=True, reads="lexicon:search"),
    "quizzes": Rate(
        "30/10 minutes", "200/10 minutes", "games:begin_quiz games:add_words", here=True
    ),
    # Each takes a tenth of a second to draw; kept by whoever asked for it.
    "pictures": Rate("30/1 minute", "120/1 minute", here=True, reads="games:picture_png"),
    # What programs read; a whole record is played again to be told. Words are told one at a time
    # to people, too: nobody takes a dictionary along this way.
    "api": Rate("", "200/1 minute", here=True),
    "api_words": Rate("", "60/1 minute", here=True),
    "tokens": Rate("20/1 hour", "60/1 hour", "games:tokens"),
    "disputes": Rate("10/1 hour", "60/1 hour", "lexicon:dispute"),
    # Each has a process look at the record; people mend theirs line by line.
    "uploads": Rate("40/10 minutes; 300/1 day", "200/10 minutes", "games:upload"),
}
for _name, _rate in RATES.items():
    _player, _address = env.read_rate(f"LIMIT_{_name.upper()}", _rate.player, _rate.address)
    RATES[_name] = _rate._replace(player=_player, address=_address)

AT_ONCE = {
    # A browser asks for six things at a time.
    "requests_of_address": 40,
    # Connections that ask for pages; a proxy that is trusted has as many as it likes.
    "connections_of_address": 400,
    # Log-ins that wait for a password to be hashed, one after another.
    "log_ins": 24,
    # Word lists of many megabytes, which editors alone may send.
    "word_lists": 2,
    # Game records of two megabytes at most, which anybody may send.
    "record_bodies": 4,
    # Processes that look at one.
    "records": 2,
    # What somebody may keep of uploaded games.
    "uploads_of_player": 500,
    "upload_kilobytes_of_player": 20_000,
    # A page has two sockets, and a person some tabs.
    "sockets_of_player": 40,
    "sockets_of_address": 300,
    # All who watch one room, and those of them from one place.
    "sockets_of_room": 5000,
    "sockets_of_address_in_room": 80,
    # Lines of one host in one list of the lobby.
    "rooms_of_host_listed": 4,
}
AT_ONCE = {
    name: env.read_int(f"LIMIT_{name.upper()}", most, least=1, most=10**6)
    for name, most in AT_ONCE.items()
}

# allauth counts these itself, in the cache; letters without an account are bounded by the day, too.
ACCOUNT_RATE_LIMITS = {
    "request_login_code": "20/m/ip,3/m/key,12/d/key",
    "reset_password": "20/m/ip,5/m/key,12/d/key",
    "signup": "20/m/ip,60/d/ip",
}
