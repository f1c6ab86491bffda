"""Every field of every table: whether another world has a different value in it.

A new table or field fails a test until it is entered here. ``REPLACED`` fields differ for a
stranger, who may know the least; other viewers keep what they may see. ``SHARED`` fields are
visible to anyone who asks, follow from such fields, or link rows that could not be distinguished
without them.
"""

REPLACED = {
    "auth.user": "username password last_login first_name last_name email date_joined",
    "account.emailaddress": "email verified primary",
    "mfa.authenticator": "type data last_used_at created_at",
    "lexicon.dispute": "game_ref game_url author_key",
    "games.message": "text phrase key sent_at",
    "games.hint": "turn after_turn plays claimed_until asked_at",
    "games.outgoingmail": (
        "kind to sender subject text due_at claimed_until attempts sent_at last_error created_at"
    ),
    "games.moderationreport": (
        "subject reason words about_name context state settled_at reporter made_at settled_by"
    ),
    "games.follow": "follower followed created_at",
    "games.memberpresence": "seen_at",
    "games.game": "claimed_until seats_with_replies failures reminders_sent",
    "games.seatmember": "shows_rack key",
    "games.move": "key",
    "games.room": "title variant stamp key",
    "games.gamesecret": "secret state",
    "games.rack": "tiles",
    "games.conditionalmove": "seat player after turn guess act only_if_valid",
    "games.movesecret": "act rack racks",
    "games.player": (
        "email email_asked language time_zone days_off muted_until suspended_until epoch "
        "session_count open_sessions"
    ),
    "games.membersession": "number browser started_at seen_at",
    "games.notificationsettings": "chosen sounds volume mail_hours zone bounced",
    "games.notification": "path kind data text read_at mailed_at pushed_at created_at",
    "games.block": "other created_at",
    "games.sanction": "kind words until made_at made_by",
    "games.pushsubscription": (
        "endpoint_hash endpoint p256dh auth service epoch created_at failures failing_since"
    ),
    "games.apitoken": "bot name scopes secret_hash epoch created_at used_at revoked_at",
    "games.outgoingpush": "kind turn created_at due_at claimed_until attempts",
    "games.mute": "player other",
    "games.uploadedgame": (
        "text digest size title names variant tile_set layout revision created_at"
    ),
    "games.studycard": (
        "kind word answers right_answers stability due state step difficulty last_review made_at"
    ),
    "games.studylist": "name words made_at key",
    "games.missedword": "word equity_loss number record_id missed_at",
    "games.uploadownerseat": "seat record_id",
    "games.quiz": "kind source answered questions made_at done_at key",
    "admin.logentry": (
        "action_time user content_type object_id object_repr action_flag change_message"
    ),
    "sessions.session": "session_key session_data expire_date",
    "lexicon.importjob": (
        "base mode capitals encoding longest note package_language file_name content checked state "
        "stage steps_done steps report message problem worker heartbeat_at attempts revision "
        "created_at created_by slot"
    ),
    "games.useddevicelink": "number followed_at",
    "games.analysis": (
        "level state asker asked_at asked_from done_at read_at turns holder claimed_until failures "
        "version report"
    ),
    "games.analysedturn": "number report",
    "games.puzzle": "answers best worth record",
    "games.puzzleattempt": "status tries hints step line last_try on_day began_at ended_at",
    "games.dailygamesecret": "secret turns",
    "games.dailyattempt": (
        "turn turn_started_at turn_points points best_plays practice began_at finished_at"
    ),
    "games.dailyplay": "turn position tiles score points best invalid_words sent_at",
    "games.pendinggame": "asked_at claimed_until failures",
    "games.pageabsence": "until length",
    "games.measuredgame": "points turns ended_at",
    "games.playersignals": "games finds thinking_time page_hidden highest updated_at",
    "games.findrate": "band turns found expected",
    "games.puzzlesource": "record asked_at claimed_until extracted_at",
    "games.privacysettings": "profile online",
    "games.duplicategame": "title key stamp",
    "games.duplicatesecret": "secret state bag best",
    "games.duplicatesubmission": "play points invalid_words bonus done keys arrived_at",
    "games.event": "title key stamp",
    "games.eventact": "key changes",
    "games.league": "key",
    "games.leagueban": "banned_at",
    "games.annotatedgame": "moves invite key last_key",
    "games.club": "invite key chat_stamp",
    "games.clubmessage": "text key sent_at",
    "games.clubrequest": "text",
    "games.clubremoval": "removed_at",
    "games.clubcalendar": "token created_at",
    "games.clubnight": "key",
    "games.clubseason": "key",
    "games.clubmatch": "key",
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
        "lexicon number words word_count added removed note automatic_note author created_at "
        "created_by"
    ),
    "lexicon.wordchange": "revision word added",
    "lexicon.dispute": (
        "lexicon revision word was_valid reason vote author created_at state answer answered_at "
        "answered_by outcome"
    ),
    "lexicon.importjob": "lexicon",
    "games.analysis": "record_id",
    "games.analysedturn": "analysis",
    "games.chat": "room open stamp",
    "games.duplicategame": (
        "code host variant tile_set options lexicon revision turn_seconds pause_seconds public "
        "stage turn due_at state scheme seed_hash contributions previous seen_at created_at "
        "started_at ended_at"
    ),
    "games.duplicatesecret": "game best_turn",
    "games.event": (
        "code about seed on_boards variant edition lexicon options rated racks table_size plan "
        "scoring prize_places divisions division_floors boards shared_racks arena_minutes ends_at "
        "entry places checks_in starts_at break_minutes stage paused created_at ended_at"
    ),
    "games.eventdirector": "event player",
    "games.annotatedgame": (
        "code title names variant edition options revision listed shows_racks table ending stage "
        "highlights record stamp created_at changed_at"
    ),
    "games.scorekeeper": "game player joined_at",
    "games.club": "code title about language place zone joining created_at",
    "games.clubmessage": "club author",
    "games.clubmember": "club player role joined_at",
    "games.clubrequest": "club player made_at",
    "games.clubremoval": "club player",
    "games.clubcalendar": "player",
    "games.clubnight": (
        "club title variant edition lexicon options rated weekday begins_at every_weeks "
        "week_of_month first_day last_day days_before guests on_boards table_size method rounds "
        "break_minutes due_at"
    ),
    "games.clubevent": "club night day event",
    "games.clubseason": "club title first_day last_day best points attendance",
    "games.clubmatch": (
        "home away boards variant edition lexicon options rated starts_at stage event created_at"
    ),
    "games.clubmatchplayer": "match club player entrant signed_up_at",
    "games.entrant": (
        "event player name computer_level rating seed team division first_round withdrawn_from "
        "sits_out voided_from penalty_half_points penalty_spread unconfirmed checked_in_at "
        "entered_at"
    ),
    "games.entrantpartner": "event entrant player joined_at",
    "games.eventround": "event number stage reasons paired_at started_at ended_at due_at",
    "games.eventtable": "round number division reasons opened_at pinned game result_from",
    "games.eventseat": "table entrant position score place absent",
    "games.eventbye": "round entrant",
    "games.eventact": "event number kind data actor made_at undone_at",
    "games.league": (
        "code title about founder variant edition lexicon options rated season_days break_days "
        "seed created_at closed_at"
    ),
    "games.season": "league number stage starts_at ends_at ended_at",
    "games.division": "season number opened_at",
    "games.leagueentry": (
        "season player name rating division line moves entered_at left_at removed_at"
    ),
    "games.leagueban": "league player",
    "games.leaguegame": "division first second game result difference forfeited unfinished",
    "games.ladderplace": "league player place declined joined_at",
    "games.ladderchallenge": (
        "league challenger challenged stage game won made_at answer_by ended_at"
    ),
    "games.duplicateentrant": (
        "game player computer_level joined_turn contribution points best_plays lone_best_plays "
        "scores seen_at entered_at"
    ),
    "games.duplicateturn": "game number rack best submitted finders closed_at",
    "games.duplicatesubmission": "game entrant turn",
    "games.message": "chat channel game seat author",
    "games.hint": "game seat",
    "games.puzzle": "kind variant language revision state seat level for_days created_at",
    "games.dailypuzzle": "variant language day puzzle",
    "games.puzzleattempt": "player puzzle",
    "games.dailygame": "day language variant tile_set layout revision seed_hash created_at",
    "games.dailygamesecret": "game",
    "games.dailyattempt": "game player",
    "games.dailyplay": "attempt",
    "games.loopheartbeat": "loop seen_at",
    "games.outgoingmail": "player notice",
    "games.moderationreport": "kind about room game sanction",
    "games.playedgame": (
        "game player seat ended_at variant language speed versus result place score plays "
        "bingos best_score best_word best_move totalled"
    ),
    "games.resulttotal": (
        "player variant language speed versus result games points highest bingos"
    ),
    "games.playedword": "game seat word",
    "games.privacysettings": "player",
    "games.memberpresence": "player",
    "games.game": (
        "room number revision status state outcome opening turn_number scheme seed_hash "
        "contributions rematch_seats rated ratings due_at computer_at busy_shown clock_since "
        "paused absent_seat absence pauses created_at started_at moved_at ended_at"
    ),
    "games.seat": "game number computer_level team played_for",
    "games.seatmember": "seat game player contribution seen_at away game_over",
    "games.move": "game number seat player kind events by_reply spent pauses made_at",
    "games.room": (
        "code named host edition options seats_total team_size late_members lexicon public "
        "rated allow_computer_errors simulate_thinking racks locked removed start_when_full stage "
        "seen_at created_at device_owner uncovered twin prepared"
    ),
    "games.invitation": "game player seat left created_at",
    "games.gamesecret": "game",
    "games.rack": "seat",
    "games.movesecret": "move",
    "games.player": "nickname confusable_key hidden_as_spectator user operator left_at created_at",
    "games.reservedname": "confusable_key player",
    "games.notificationsettings": "player",
    "games.notification": "player room",
    "games.block": "player",
    "games.sanction": "player",
    "games.membersession": "player",
    "games.deletedaccounthash": "digest player until",
    "games.pushsubscription": "player",
    "games.apitoken": "owner",
    "games.outgoingpush": "subscription notice game",
    "games.uploadedgame": "owner shared",
    "games.ladder": "variant language speed games",
    "games.rating": "ladder player mu sigma games departed",
    "games.ratedgame": "game ladder number scheme",
    "games.ratingchange": "rating rated_game number place mu sigma weight",
    "games.pendinggame": "game",
    "games.pageabsence": "game player",
    "games.measuredgame": "game player ladder",
    "games.playersignals": "player ladder",
    "games.findrate": "ladder",
    "games.pairweight": "rated_game first second weight",
    "games.studycard": "player lexicon",
    "games.studylist": "player lexicon",
    "games.missedword": "player lexicon",
    "games.uploadownerseat": "player",
    "games.quiz": "player lexicon",
}
