"""The domains of ``games`` that connect signals, each an app. Their models belong to ``games``."""

# Receivers of one signal run in this order: a game is rated before its fair-play figures queue up.
DOMAIN_APPS = (
    "games.disputes",
    "games.moderation",
    "games.ratings",
    "games.fairplay",
    "games.accounts",
    "games.people",
    "games.play",
    "games.push",
    "games.uploads",
    "games.puzzles",
    "games.daily",
    "games.analysis",
    "games.study",
    "games.duplicate",
    "games.events",
    "games.broadcasts",
    "games.leagues",
    "games.clubs",
    "games.api",
    "games.chat",
    "games.lobby",
)
