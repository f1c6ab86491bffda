"""Every limit of the site in one table, with the reasons.

A rate is written as "6/15 seconds; 60/10 minutes", and all its parts apply. In the environment,
``LIMIT_CHAT="3/15 seconds | 30/15 seconds"`` sets a rate for one player and, after the bar, for one
address. ``LIMIT_SOCKETS_OF_PLAYER=10`` sets a number. ``LIMITS=false`` lifts all limits.

Each web process counts rates marked ``per_process``, and all of ``CONCURRENCY_LIMITS``, on its
own. An address that reaches N processes may do N times as much, and costs no more than N processes
can carry. What is counted while a room is locked has to be counted this way, because no one may
wait for Redis there.

An address is what :mod:`games.common.client_addresses` derives from the visitor's. A whole school
may share one, so an address may do as much as thirty people.
"""

from typing import NamedTuple

from scrabble_site.conf import env


class RateLimit(NamedTuple):
    """How often one player and one address may do something; ``""`` means no limit."""

    player: str
    address: str
    # URL names whose POST requests are counted. Without any, a service does the counting.
    post_views: str = ""
    # Count in this process's memory, which is cheap, instead of in Redis for all processes.
    per_process: bool = False
    # URL names whose GET requests are counted.
    get_views: str = ""


LIMITS_ENABLED = env.read_bool("LIMITS", True)

RATE_LIMITS = {
    # Counted by admission control before anything is read. A page costs about 15 ms of processor
    # time, so this rate is slow: a school class opening its room fits easily, and a flood of pages
    # takes less than a tenth of a core.
    "pages": RateLimit("", "300/1 minute", per_process=True),
    "commands": RateLimit("", "600/20 seconds", per_process=True),
    # More often than any monitoring asks.
    "health": RateLimit("", "300/10 seconds", per_process=True),
    # Each socket that opens costs a database query for its player.
    "sockets": RateLimit("", "120/10 seconds", per_process=True),
    # A person takes seconds for a move; the page asks for scores while tiles are being placed.
    "moves": RateLimit(
        "20/10 seconds",
        "200/10 seconds",
        "games:play games:exchange games:pass games:challenge games:accept games:resign "
        "games:abort games:submit_duplicate_play games:withdraw_duplicate_play "
        "games:end_duplicate_turn",
        per_process=True,
    ),
    "previews": RateLimit(
        "60/10 seconds",
        "300/10 seconds",
        "games:preview games:preview_puzzle games:preview_duplicate_play games:preview_daily_play"
        " games:preview_annotation",
        per_process=True,
    ),
    # A page sends its team tentative placements no more than ten times a second.
    "drafts": RateLimit("60/5 seconds", "600/5 seconds", "games:draft", per_process=True),
    # Every other POST.
    "other_commands": RateLimit("60/20 seconds", "300/20 seconds", per_process=True),
    # Against guessing passwords, and against the cost of hashing them: a third of a second each.
    "log_in": RateLimit(
        "",
        "40/1 minute; 240/1 hour",
        "admin:login account_login account_reauthenticate account_change_password"
        " account_confirm_login_code account_reset_password_from_key mfa_login_webauthn",
    ),
    # The same per account and address, and per account alone. No one can lock out the owner this
    # way: browsers that have logged in before skip the second limit. Then the same for codes and
    # links by e-mail.
    "guesses": RateLimit("10/5 minutes", ""),
    "guesses_of_account": RateLimit("100/1 hour; 500/1 day", ""),
    "mailed_codes": RateLimit("3/1 minute; 12/1 day", ""),
    "mailed_codes_of_account": RateLimit("20/1 hour; 60/1 day", ""),
    # Each sends an e-mail to an address that may be anyone's.
    "email_changes": RateLimit("6/1 hour; 12/1 day", "60/1 hour; 200/1 day", "account_email"),
    "names": RateLimit(
        "12/10 minutes", "120/10 minutes", "games:nickname games:name games:change_name"
    ),
    # New guests: people without an account who do something for the first time. A browser does so
    # once, so several school classes fit into a day, but discarding cookies soon hits the limit.
    "guests": RateLimit("", "60/10 minutes; 400/1 day"),
    # Each may write a row. No one reads more languages than a menu has.
    "languages": RateLimit("30/10 minutes", "300/10 minutes", "games:choose_language"),
    # Rooms created. How many may be open at a time is in games.play.services.rooms.
    "rooms": RateLimit(
        "12/10 minutes",
        "120/10 minutes",
        "games:create_room games:play_now games:play_friend games:one_device"
        " games:create_duplicate games:play_duplicate_again games:create_event"
        " games:create_league"
        " games:create_club games:plan_club_night games:add_club_season games:offer_club_match"
        " games:start_club_match games:annotate_game",
    ),
    # Each computer player keeps an engine process busy.
    "computer_games": RateLimit(
        "12/10 minutes",
        "90/10 minutes",
        "games:play_computer games:seat_computer games:add_duplicate_computer",
    ),
    "hints": RateLimit("30/10 minutes", "", per_process=True),
    # Seconds of processor time each, most of a minute for a thorough one. They wait in a queue.
    "analyses_quick": RateLimit("30/10 minutes; 200/1 day", ""),
    "analyses_thorough": RateLimit("6/10 minutes; 40/1 day", ""),
    # A static evaluation takes milliseconds of processor time. Rollouts take seconds, and run in
    # turn at the lowest priority.
    "analysis_board": RateLimit("60/1 minute", "300/1 minute", "games:static_plays"),
    "thinking": RateLimit("60/10 minutes", "300/10 minutes", "games:begin_rollouts"),
    # Checking an answer to an end-game puzzle may take the engine a moment.
    "puzzles": RateLimit("20/10 seconds; 300/10 minutes", ""),
    # Turns started and plays sent in daily games.
    "daily": RateLimit("20/10 seconds; 300/10 minutes", ""),
    "seats": RateLimit(
        "20/1 minute",
        "150/1 minute",
        "games:sit games:stand games:leave games:enter_duplicate games:enter_event games:check_in"
        " games:miss_round"
        " games:withdraw_from_event games:enter_result games:sign_up_for_season"
        " games:cancel_season_sign_up games:leave_season games:join_ladder games:leave_ladder"
        " games:challenge_on_ladder games:answer_challenge games:join_club games:leave_club"
        " games:sign_up_for_match games:renew_clubs_calendar",
    ),
    # Per inviter, and per person invited, so that no one is flooded with notifications.
    "invitations": RateLimit(
        "20/10 minutes; 100/1 day", "100/10 minutes", "games:invite games:invite_member"
    ),
    "invited": RateLimit("12/10 minutes; 60/1 day", "", per_process=True),
    # Notifications that one person can cause for one other: declined invitations, rematches,
    # mentions in chat.
    "notices": RateLimit("20/1 hour", "", per_process=True),
    "chat": RateLimit("6/15 seconds; 60/10 minutes", ""),
    "reports": RateLimit("5/10 minutes; 20/1 day", ""),
    # One person can create many guests. So what is otherwise counted by player is also limited by
    # address wherever a large number would burden others.
    "chat_of_address": RateLimit(
        "",
        "60/15 seconds; 600/10 minutes",
        "games:send_message games:send_club_message",
        per_process=True,
    ),
    "reports_of_address": RateLimit(
        "",
        "30/10 minutes; 120/1 day",
        "games:report_message games:report_person games:club_chat_report",
    ),
    "analyses_of_address": RateLimit("", "90/10 minutes; 600/1 day", "games:analysis"),
    # Each scans every word of a dictionary: milliseconds, up to a second in the largest.
    "searches": RateLimit(
        "60/1 minute", "300/1 minute", per_process=True, get_views="lexicon:search"
    ),
    "quizzes": RateLimit(
        "30/10 minutes", "200/10 minutes", "games:begin_quiz games:add_word_list", per_process=True
    ),
    # Each takes a tenth of a second to draw. Clients may cache it.
    "pictures": RateLimit(
        "30/1 minute", "120/1 minute", per_process=True, get_views="games:record_picture_png"
    ),
    # Reads by API clients; returning a record means replaying the game. The word limit keeps
    # anyone from copying a dictionary word by word.
    "api": RateLimit("", "200/1 minute", per_process=True),
    "api_words": RateLimit("", "60/1 minute", per_process=True),
    # Each holds up to a thousand records, replayed one after another.
    "exports": RateLimit("", "12/1 hour"),
    "tokens": RateLimit("20/1 hour", "60/1 hour", "games:tokens"),
    "disputes": RateLimit("10/1 hour", "60/1 hour", "lexicon:dispute"),
    # Each is checked in a process. People fix a faulty record line by line and try again.
    "uploads": RateLimit("40/10 minutes; 300/1 day", "200/10 minutes", "games:upload"),
    # Records in batches: a club evening of 350 games must fit into an hour.
    "uploads_by_token": RateLimit("400/1 hour; 1000/1 day", "800/1 hour"),
}
for _name, _rate in RATE_LIMITS.items():
    _player, _address = env.read_rate(f"LIMIT_{_name.upper()}", _rate.player, _rate.address)
    RATE_LIMITS[_name] = _rate._replace(player=_player, address=_address)

CONCURRENCY_LIMITS = {
    # A browser sends about six requests at a time over HTTP/1.1.
    "requests_of_address": 40,
    # HTTP connections. Trusted proxies are exempt.
    "connections_of_address": 400,
    # Logins and sign-ups that wait for a password to be hashed, one after another. One address may
    # have half of them, enough for a school class that signs up at once.
    "log_ins": 64,
    # Percent of a processor that the pages of one address may use continuously in one process.
    # Moves count but are never held back. A class that plays takes a few percent. An address that
    # is ahead of the others yields to their requests.
    "processor_of_address": 20,
    # Threads for board images, searches and engine plays, and requests that may wait for them. One
    # address gets half of each.
    "heavy": 2,
    "heavy_waiting": 48,
    # Uploads of word lists, which have many megabytes. Only editors may send them.
    "word_lists": 2,
    # Uploads of game records of up to two megabytes, open to anyone. One address may have half of
    # these, and half of the word lists.
    "record_uploads": 8,
    # Game records that are checked at a time.
    "record_checks": 2,
    # How many uploaded games one player may keep, and their total size.
    "uploads_of_player": 500,
    "upload_kilobytes_of_player": 20_000,
    # A page has two sockets, and a person has several tabs.
    "sockets_of_player": 40,
    "sockets_of_address": 300,
    # Everyone in one room, and those of them from one address.
    "sockets_of_room": 5000,
    "sockets_of_address_in_room": 80,
    # Sockets being opened, half of them from one address. The others wait their turn.
    "sockets_opening": 100,
    # Event streams of API clients, which stay open like sockets.
    "streams_of_address": 30,
    # Streams of one member's tokens and bots together, from any address.
    "streams_of_member": 20,
    # Rooms of one host shown in one list of the lobby.
    "rooms_of_host_listed": 4,
}
CONCURRENCY_LIMITS = {
    name: env.read_int(f"LIMIT_{name.upper()}", maximum, minimum=1, maximum=10**6)
    for name, maximum in CONCURRENCY_LIMITS.items()
}

# django-allauth counts these itself, in the cache. Sign-ups are also limited per day, because
# anyone can make them send e-mail.
ACCOUNT_RATE_LIMITS = {
    "request_login_code": "20/m/ip",
    "reset_password": "20/m/ip",
    # One class in a lesson, four classes in a day. The proxy's own limit is the same.
    "signup": "40/5m/ip,160/d/ip",
    "login": "40/m/ip",
    # Wrong passwords from one address, which a school may share, and those for one account there.
    "login_failed": "40/m/ip,5/5m/key",
}
