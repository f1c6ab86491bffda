"""Who may import whom: the tables :mod:`tests.test_house` holds the code to."""

# Whom each domain of games/ may use. What every domain may use besides: common, and the lexicon's
# services, models and store (not its desk).
MAY_USE: dict[str, set[str]] = {
    "common": set(),
    "rules": set(),
    "engine": {"rules"},
    "live": set(),
    "health": set(),
    "players": {"live"},
    "mail": {"players"},
    "disputes": {"players", "mail"},
    "play": {"rules", "live", "health", "players", "mail"},
    "chat": {"live", "players", "play"},
    "push": {"players", "play"},
    "moderation": {"players", "play", "chat"},
    "accounts": {"rules", "players", "mail", "play"},
    "computers": {"rules", "engine", "live", "players", "play"},
    "workbench": {"rules", "engine", "players", "play"},
    "uploads": {"rules", "players", "play"},
    "records": {"rules", "players", "play", "workbench", "uploads"},
    "ratings": {"rules", "players", "play"},
    "analysis": {"rules", "engine", "players", "play", "computers", "records", "workbench"},
    "puzzles": {"rules", "engine", "players", "play", "computers", "uploads", "records", "ratings"},
    "study": {"rules", "engine", "players", "play", "uploads", "analysis"},
    "people": {"rules", "players", "play", "ratings"},
    "lobby": {"rules", "live", "players", "play", "people"},
    "api": {
        *("rules", "engine", "live", "players", "play", "accounts", "uploads", "records"),
        *("ratings", "analysis", "puzzles", "people", "lobby"),
    },
}
LIBRARIES = {"common", "rules", "engine", "live"}
"""Domains without pages or tables: others may import any of their modules."""

DOORS = {"services", "perspective", "models"}
"""What may be imported from a domain by the domains above it."""

MORE_DOORS = {
    "analysis": {"signals", "telling"},
    "uploads": {"signals"},
    "chat": {
        "text",  # what may be said
        "wording",  # refusals in sentences
    },
    "lobby": {"forms"},  # a room as it may be chosen
    "players": {
        "identity",  # who asks: the first line of every view
        "names",  # names as text
        "badges",  # somebody without a name, named on a page
        "signals",  # what happened to people
    },
    "records": {"export"},  # for other programs
    "play": {
        "calendars",  # days off
        "chairs",  # whose seat is free, and for whom
        "store",  # rows to rules and back
        "scenes",  # the lines of a game's record
        "history",  # a game from its beginning
        "fairness",  # who plays just now
        "durations",  # lengths of time in words
        "telling",  # moves in sentences
        "wording",  # refusals in sentences
        "gameview",  # what one pair of eyes sees, as data
        "topics",  # rooms as they are shown live
        "views.answers",  # what a command answers
    },
}

# Inside a domain each may import what stands below it, nothing above.
INSIDE = (
    {"urls", "admin", "middleware", "context", "doorkeeper"},
    {"views", "referee", "sweeping", "heartbeat", "thinking", "post"},
    {"habits", "answers", "wishes"},
    {"forms", "quick", "tasks", "export", "topics", "entering", "adapters"},
    {"clocks", "offers"},
    {"fragments"},
    {"perspective", "verification"},
    {"schemas"},
    {"cursors"},
    {"gameview", "pagestate", "telling", "wording"},
    {"identity", "fairness"},
    {"services"},
    {"history", "scenes", "sources"},
    {"changes"},
    {"selfplay", "cutting"},
    {"solving"},
    {"calendars", "chairs", "channels", "filters", "text", "positions", "cuttings"},
    {"store", "seeds", "questions"},
    {"models"},
    {"names", "badges", "signals", "durations", "memory", "raster"},
)
LEXICON_LAYERS = (
    {"lexicon.admin", "lexicon.urls"},
    {"lexicon.desk", "lexicon.management", "lexicon.views"},
    {"lexicon.access", "lexicon.forms"},
    {"lexicon.choice", "lexicon.exporting", "lexicon.finding", "lexicon.lookup", "lexicon.wording"},
    {"lexicon.services"},
    {"lexicon.store"},
    {"lexicon.models"},
    {"lexicon.signals"},
    {"lexicon.sources"},
    {"lexicon.search"},
    {"lexicon.lists"},
    {"lexicon.bags"},
    {"lexicon.alphabets"},
    {"lexicon.graph"},
    {"lexicon.errors", "lexicon.numbers"},
)
ASSEMBLY = {"admin", "apps", "management", "migrations", "models", "templatetags", "urls", "worker"}
"""Modules of games/ that put the domains together."""
