"""What the lexicon app takes from the games app.

It never imports that app. It loads each of these by its dotted path.
"""

LEXICON_ALPHABETS = "games.rules.positions.editions.describe_alphabets"
LEXICON_BAGS = "games.rules.positions.editions.describe_bags"
LEXICON_AUTHOR_OF = "games.disputes.services.get_author"
LEXICON_IS_GAME_RUNNING = "games.disputes.services.is_game_running"
LEXICON_TRANSLATE_AUTHOR = "games.common.generated_names.translate_name"
LEXICON_RESTORE_AUTHOR = "games.common.generated_names.restore_stored_name"
LEXICON_CLOSED_BY = "games.play.perspective.running_games.list_visitor_games"
