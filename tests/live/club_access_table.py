"""The part of the access table about clubs.

The club has the room's code. Amber owns it; Cobalt and Jade are members with an account who have
not joined. It has a night, a season and a match that waits for its answer. Whoever has the secret
address of Amber's calendar can read it.
"""

CLUB_FIELDS: dict[str, dict[str, object]] = {
    "games:join_club": {"text": "May I?"},
    "games:direct_club": {"act": "renew_link"},
    "games:sign_up_for_match": {"ready": "1"},
    "games:send_club_message": {"text": "Hello", "key": "a-key"},
}

CLUBS = {
    "GET games:clubs": "200 200 200 200 200 200",
    "GET games:create_club": "403 403 200 200 403 200",
    "GET games:club": "200 200 200 200 200 200",
    "GET games:club_calendar": "200 200 200 200 200 200",
    "GET games:clubs_calendar": "200 200 200 200 200 200",
    "GET games:club_invite": "200 200 200 200 200 302",
    "GET games:club_season": "200 200 200 200 200 200",
    "GET games:club_match": "200 200 200 200 200 200",
    "GET games:club_desk": "403 403 403 403 403 200",
    "GET games:edit_club": "403 403 403 403 403 200",
    "GET games:plan_club_night": "403 403 403 403 403 200",
    "GET games:add_club_season": "403 403 403 403 403 200",
    "GET games:offer_club_match": "403 403 403 403 403 200",
    "GET games:club_chat": "403 403 403 403 403 200",
    "GET games:club_chat_person": "403 403 403 403 403 200",
    "GET games:club_chat_report": "403 403 403 403 403 200",
    "POST games:send_club_message": "403 403 403 403 403 200",
    "POST games:club_chat_mute": "403 403 403 403 403 422",
    "POST games:club_chat_unmute": "403 403 403 403 403 200",
    "POST games:club_chat_block": "403 403 403 403 403 422",
    "POST games:club_chat_unblock": "403 403 403 403 403 200",
    "POST games:club_chat_report": "403 403 403 403 403 422",
    "POST games:create_club": "403 403 422 422 403 422",
    "POST games:renew_clubs_calendar": "403 403 302 302 403 302",
    "POST games:join_club": "403 302 302 302 403 302",
    "POST games:leave_club": "403 302 302 302 403 302",
    "POST games:sign_up_for_match": "403 302 302 302 403 302",
    "POST games:start_club_match": "403 403 403 403 403 302",
    "POST games:direct_club": "403 403 403 403 403 302",
    "POST games:edit_club": "403 403 403 403 403 422",
    "POST games:plan_club_night": "403 403 403 403 403 422",
    "POST games:add_club_season": "403 403 403 403 403 422",
    "POST games:offer_club_match": "403 403 403 403 403 422",
}
