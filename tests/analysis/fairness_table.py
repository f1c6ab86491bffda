"""The addresses at which an engine or a dictionary answers, and how each is closed to players."""

CLOSED_TO_PLAYERS = "403 to those who play in its language"
CLOSED_FOR_UPLOADS = "403 to those who play in its language, where the record was uploaded"
NO_VERDICTS = "tells those who play in its language nothing but whether the play was found"
NOTHING_CHOSEN = "the position, the rack and the words are the site's own"
OWN_TABLE = "what the rules of the table allow: no hints in rated games, none from afar"
SCORES = "points of tiles laid, without looking at words"
DRAWN_TILES = "judges plays with tiles that the site has drawn, and only once they are made"
CHECKED_BY_RULES = "reads the record by the rules of the game, with no dictionary and no engine"

COMPUTING = {
    "analysis_board": CLOSED_TO_PLAYERS,
    "new_board": CLOSED_TO_PLAYERS,
    "static_plays": CLOSED_TO_PLAYERS,
    "begin_rollouts": CLOSED_TO_PLAYERS,
    "rollouts": CLOSED_TO_PLAYERS,
    "stop_rollouts": CLOSED_TO_PLAYERS,
    "analysis": CLOSED_FOR_UPLOADS,
    "analysis_progress": CLOSED_FOR_UPLOADS,
    "analysis_move": CLOSED_FOR_UPLOADS,
    "cancel_analysis": "computes nothing: it ends what computes",
    "record": "shows no analysis of an upload to those who play",
    "api:game_analysis": CLOSED_FOR_UPLOADS,
    "api:words": CLOSED_TO_PLAYERS,
    "api:request_analysis": CLOSED_TO_PLAYERS,
    "api:analysis_state": "computes nothing: it tells how far what computes is",
    "api:best_plays": CLOSED_TO_PLAYERS,
    "api:puzzles": CLOSED_TO_PLAYERS,
    "try_puzzle": NO_VERDICTS,
    "puzzle": NOTHING_CHOSEN,
    "puzzles": NOTHING_CHOSEN,
    "puzzle_days": NOTHING_CHOSEN,
    "practise_puzzle": NOTHING_CHOSEN,
    "puzzle_hint": NOTHING_CHOSEN,
    "puzzle_answer": NOTHING_CHOSEN,
    "restart_puzzle": NOTHING_CHOSEN,
    "api:puzzles_of_today": NOTHING_CHOSEN,
    "preview_puzzle": SCORES,
    "hint": OWN_TABLE,
    "study": CLOSED_TO_PLAYERS,
    "begin_quiz": CLOSED_TO_PLAYERS,
    "quiz": CLOSED_TO_PLAYERS,
    "answer_quiz": CLOSED_TO_PLAYERS,
    "missed_words": CLOSED_TO_PLAYERS,
    "set_own_seat": CLOSED_TO_PLAYERS,
    "add_word_list": CLOSED_TO_PLAYERS,
    "word_list": CLOSED_TO_PLAYERS,
    "remove_word_list": CLOSED_TO_PLAYERS,
    "lexicon:lexicon": CLOSED_TO_PLAYERS,
    "lexicon:search": CLOSED_TO_PLAYERS,
    "lexicon:dispute": CLOSED_TO_PLAYERS,
    "lexicon:lexicons": "lists dictionaries, not words",
    "lexicon:disputed": "repeats the disputed word and says nothing about it",
    "play": DRAWN_TILES,
    "challenge": OWN_TABLE,
    "preview": OWN_TABLE,
    "replies": OWN_TABLE,
    "preview_reply": OWN_TABLE,
    "daily_game": NOTHING_CHOSEN,
    "preview_daily_play": SCORES,
    "send_daily_play": DRAWN_TILES,
    "end_daily_turn": DRAWN_TILES,
    "preview_duplicate_play": SCORES,
    "submit_duplicate_play": DRAWN_TILES,
    "end_duplicate_turn": DRAWN_TILES,
    "duplicate_review": NOTHING_CHOSEN,
    "duplicate_review_turn": NOTHING_CHOSEN,
    "upload": CHECKED_BY_RULES,
    "preview_annotation": CHECKED_BY_RULES,
    "keep_score": CHECKED_BY_RULES,
    "api:upload_game": CHECKED_BY_RULES,
    "api:upload_games": CHECKED_BY_RULES,
}
"""Every address at which an engine or a dictionary answers about what a visitor sends or chooses,
and how it is closed to players of a running game."""

COMPUTING_DOMAINS = (
    "analysis", "analysis_board", "api", "broadcasts", "computers", "daily", "duplicate", "lexicon",
    "play", "puzzles", "records", "study", "uploads",
)  # fmt: skip
"""The packages whose pages may use an engine or a dictionary. All addresses of the API count."""

STORED_DATA = {
    "record_board", "record_data", "record_gcg", "record_picture", "record_picture_png",
    "bag_data", "check_bag", "uploads", "rename_upload", "share_upload", "delete_upload",
    "tokens", "end_token", "api_guide", "api:not_found", "api:act", "api:add_to_seed",
    "api:api-root", "api:ask_rematch", "api:change", "api:decline_invitation", "api:delete",
    "api:dictionaries", "api:dictionary", "api:events", "api:export", "api:game",
    "api:game_as_gcg", "api:games", "api:games_stream", "api:list_rooms", "api:me",
    "api:open_room", "api:openapi-json", "api:openapi-view", "api:player_figures",
    "api:player_stream", "api:revisions", "api:room", "api:room_stream", "api:sit_down",
    "api:stand_up", "api:start_game", "api:tile_set", "api:tile_sets", "api:uploads",
    "api:variants", "api:vote_absence", "api:list_events", "api:event_details",
    "api:event_standings", "api:event_tables", "api:enter_player", "api:enter_event_result",
    "api:pair_event", "api:start_event_round",
    "check_daily_draws", "daily_days", "daily_draws_data", "daily_games", "daily_results",
    "start_daily_turn",
    "add_duplicate_computer", "check_duplicate_bag", "contribute_to_duplicate", "create_duplicate",
    "duplicate_bag_data", "duplicate_bundle", "duplicate_game", "duplicate_games", "duplicate_json",
    "duplicate_text", "enter_duplicate", "own_duplicate_parts", "play_duplicate_again",
    "remove_duplicate_computer", "skip_duplicate_pause", "start_duplicate",
    "withdraw_duplicate_play",
    "annotate_game", "annotated_embed", "annotated_game", "annotated_games", "annotated_stream",
    "delete_annotated_game", "event_broadcast", "event_embed", "event_stream",
    "join_scorekeepers", "room_embed", "room_sharing", "room_stream", "scorekeeping",
    "abort", "accept", "agree_racks", "breakdown", "bundle", "choose_racks", "contribute",
    "days_off", "decline", "dismiss_computer", "draft", "earlier_games", "end_days_off", "exchange",
    "hand_over_hosting", "help", "invite", "late_members", "leave", "lock", "name", "older_moves",
    "pass", "pause", "rack", "readmit", "rematch", "remove", "remove_reply", "resign", "resume",
    "room", "room_qr", "screen_bundle", "seat_computer", "seat_spectator", "sit", "stand", "start",
    "steps", "table_screen", "take_over", "team", "title", "uncover", "unseat", "vote_absence",
    "watch_unnamed", "withdraw",
}  # fmt: skip
"""The other addresses of these packages. They return or change what is stored, and compute
nothing about a position or a word that the visitor chooses."""
