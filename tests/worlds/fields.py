"""Every field of every table: whether another world has something else in it.

A new table or field is in none of these until it is entered, and a test fails until then. What is
``REPLACED`` is so for a stranger, who may know the least; a viewer keeps what is told them.
``SHARED`` is told to all who ask, or follows from what is; or it ties rows together, so that what
it ties could not be told apart any more.
"""

REPLACED = {
    "auth.user": "username password last_login first_name last_name email date_joined",
    "account.emailaddress": "email verified primary",
    "mfa.authenticator": "type data last_used_at created_at",
    "lexicon.dispute": "game_ref game_url author_key",
    "games.message": "text phrase key sent_at",
    "games.hint": "turn over plays claimed_until asked_at",
    "games.letter": (
        "kind to sender subject text due_at claimed_until attempts sent_at fault created_at"
    ),
    "games.report": (
        "subject reason words about_name context state settled_at reporter made_at settled_by"
    ),
    "games.follow": "follower followed created_at",
    "games.presence": "seen_at",
    "games.game": "claimed_until replying failures reminders_sent",
    "games.holder": "shows_rack",
    "games.move": "key",
    "games.room": "title variant stamp key",
    "games.gamesecret": "secret hidden",
    "games.rack": "tiles",
    "games.reply": "seat player after turn guess act if_good",
    "games.movesecret": "act rack racks",
    "games.player": "email email_asked days_off muted_until suspended_until epoch",
    "games.telling": "chosen sounds volume mail_hours zone",
    "games.notice": "path kind text read_at mailed_at pushed_at created_at",
    "games.block": "other created_at",
    "games.sanction": "kind words until made_at made_by",
    "games.subscription": (
        "mark endpoint p256dh auth service epoch created_at failures failing_since"
    ),
    "games.token": "bot name scopes mark epoch created_at used_at revoked_at",
    "games.push": "kind turn created_at due_at claimed_until attempts",
    "games.mute": "player other",
    "games.upload": "text digest size title names variant tile_set layout revision created_at",
    "games.card": "kind word asked known stability due state step difficulty last_review made_at",
    "games.wordset": "name words made_at",
    "games.missedword": "word lost number record_id missed_at",
    "games.ownseat": "seat record_id",
    "games.quiz": "kind source answered questions made_at done_at",
    "admin.logentry": (
        "action_time user content_type object_id object_repr action_flag change_message"
    ),
    "sessions.session": "session_key session_data expire_date",
    "lexicon.importjob": (
        "base mode capitals encoding longest note package_of file_name content checked state "
        "stage steps_done steps report message worker beat_at attempts revision created_at "
        "created_by"
    ),
    "games.followedlink": "number followed_at",
    "games.analysis": (
        "level state asker asked_at done_at turns holder claimed_until failures version report"
    ),
    "games.analysedturn": "number told",
    "games.puzzle": "answers best worth record",
    "games.attempt": "status tries hints step line on_day began_at ended_at",
    "games.quarry": "record asked_at claimed_until cut_at",
    "games.privacy": "profile online",
}

SHARED = {
    "auth.permission": "name content_type codename",
    "auth.group": "name",
    "auth.user": "is_superuser is_staff is_active",
    "contenttypes.contenttype": "app_label model",
    "account.emailaddress": "user",
    "account.emailconfirmation": "email_address created sent key",
    "mfa.authenticator": "user",
    "lexicon.definition": "language word text source",
    "lexicon.lexicon": (
        "slug name language description licence source hidden default shipped site_default "
        "current_revision created_at"
    ),
    "lexicon.wordlist": "sha256 packed",
    "lexicon.revision": (
        "lexicon number words word_count added removed note author created_at created_by"
    ),
    "lexicon.wordchange": "revision word added",
    "lexicon.dispute": (
        "lexicon revision word good reason author created_at state answer answered_at "
        "answered_by outcome"
    ),
    "lexicon.importjob": "lexicon",
    "games.analysis": "record_id",
    "games.analysedturn": "analysis",
    "games.chat": "room open stamp",
    "games.message": "chat channel game seat author",
    "games.hint": "game seat",
    "games.puzzle": "kind variant language revision state seat level for_days created_at",
    "games.daily": "variant language day puzzle",
    "games.attempt": "player puzzle",
    "games.lifesign": "loop seen_at",
    "games.letter": "player notice",
    "games.report": "kind about room game sanction",
    "games.playedgame": (
        "game player seat ended_at variant language speed versus result place score plays "
        "bingos best_score best_word best_move"
    ),
    "games.playedword": "game seat word",
    "games.privacy": "player",
    "games.presence": "player",
    "games.game": (
        "room number revision status state outcome opening turn_number scheme seed_hash "
        "contributions rematch_seats rated ratings due_at computer_at kept_waiting clock_since "
        "paused deserted halts created_at started_at moved_at ended_at"
    ),
    "games.seat": "game number computer_level team played_for",
    "games.holder": "seat game player contribution seen_at away over",
    "games.move": "game number seat player kind events by_reply spent halts made_at",
    "games.room": (
        "code named host edition options seats_total team_size late_members lexicon public "
        "rated may_err unhurried racks locked removed starts_full stage seen_at created_at"
    ),
    "games.invitation": "game player seat left created_at",
    "games.gamesecret": "game",
    "games.rack": "seat",
    "games.movesecret": "move",
    "games.player": "nickname likeness watches_unnamed user operator left_at created_at",
    "games.memberlook": "look player",
    "games.telling": "player",
    "games.notice": "player room",
    "games.block": "player",
    "games.sanction": "player",
    "games.subscription": "player",
    "games.token": "owner",
    "games.push": "subscription notice game",
    "games.upload": "owner shared",
    "games.ladder": "variant language speed games",
    "games.rating": "ladder player mu sigma games",
    "games.ratedgame": "game ladder number",
    "games.ratingchange": "rating rated_game number place mu sigma",
    "games.card": "player lexicon",
    "games.wordset": "player lexicon",
    "games.missedword": "player lexicon",
    "games.ownseat": "player",
    "games.quiz": "player lexicon",
}
