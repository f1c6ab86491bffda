"""The rules on imports between packages, enforced by :mod:`tests.test_code_rules`."""

# The domains that each domain of games/ may import. All may also import "common" and the public
# modules of the lexicon.
ALLOWED_IMPORTS: dict[str, set[str]] = {
    "common": set(),
    "rules": set(),
    "pairing": set(),
    "engine": {"rules"},
    "live": set(),
    "health": set(),
    "players": {"live"},
    "mail": {"players"},
    "play": {"rules", "live", "health", "players", "mail"},
    "disputes": {"players", "mail", "play"},
    "chat": {"live", "players", "play"},
    "push": {"players", "play"},
    "moderation": {"players", "mail", "play", "chat"},
    "accounts": {"rules", "players", "mail", "play"},
    "computers": {"rules", "engine", "live", "players", "play"},
    "analysis_board": {"rules", "engine", "players", "play"},
    "uploads": {"rules", "players", "play"},
    "records": {"rules", "players", "play", "analysis_board", "uploads"},
    "ratings": {"rules", "players", "play"},
    "analysis": {
        *(
            "rules",
            "engine",
            "players",
            "play",
            "computers",
            "records",
            "analysis_board",
            "uploads",
        ),
    },
    "puzzles": {"rules", "engine", "players", "play", "computers", "uploads", "records", "ratings"},
    "people": {"rules", "live", "players", "play", "ratings"},
    "lobby": {"rules", "live", "players", "play", "people"},
    "events": {
        *("rules", "pairing", "live", "health", "players", "mail", "play", "records", "ratings"),
        *("lobby", "uploads"),
    },
    "broadcasts": {
        *("rules", "live", "players", "play", "uploads", "records", "lobby", "events"),
    },
    "clubs": {
        *("rules", "pairing", "live", "players", "mail", "play", "chat", "moderation", "people"),
        *("ratings", "lobby", "events", "broadcasts"),
    },
    "leagues": {
        *("rules", "pairing", "health", "players", "mail", "play", "ratings", "lobby"),
    },
    "daily": {
        *("rules", "engine", "live", "health", "players", "play", "people", "puzzles", "clubs"),
    },
    "duplicate": {"rules", "engine", "live", "health", "players", "play", "computers", "people"},
    "study": {"rules", "engine", "players", "play", "uploads", "analysis", "duplicate"},
    "api": {
        *("rules", "engine", "live", "players", "play", "accounts", "uploads", "records"),
        *("ratings", "analysis", "puzzles", "people", "lobby", "analysis_board", "events"),
    },
    "fairplay": {
        *("rules", "engine", "live", "players", "play", "computers", "records", "ratings"),
        "moderation",
    },
    "retention": {
        *("players", "mail", "play", "chat", "push", "moderation", "accounts", "computers"),
        *("analysis", "puzzles", "daily", "study", "people", "api", "fairplay", "duplicate"),
        "clubs",
    },
}
LIBRARIES = {"common", "rules", "pairing", "engine", "live"}
"""Domains without pages or tables: others may import any of their modules."""

LAYERS = (
    {"urls", "admin", "apps"},
    {"views"},
    {"jobs"},
    {"forms"},
    {"live"},
    {"perspective"},
    {"services"},
    {"store"},
    {"terms"},
    {"models", "signals"},
)
"""The modules of a domain, from the top down: each imports only from the layers below it."""

PUBLIC_MODULES = {"services", "perspective", "models", "terms", "live", "store", "signals"}
"""Modules that other domains may import."""

MORE_PUBLIC_MODULES = {
    "lobby": {"forms"},  # the API checks a room's settings as the page does
    "play": {"views.responses"},  # how a page shows a refusal
}

LEXICON_LAYERS = (
    {"urls", "admin", "management"},
    {"views"},
    {"forms"},
    {"perspective"},
    {"services"},
    {"store"},
    {"models", "signals"},
    {"sources", "search"},
    {"lists"},
    {"graph"},
    {"terms"},
)
"""The same for the lexicon. Their libraries (sources, search, lists, graph) use no tables."""

LEXICON_PUBLIC_MODULES = {
    *("services", "perspective", "models", "signals", "store", "terms"),
    *("search", "lists", "graph"),
}
ASSEMBLY_MODULES = {
    "admin",
    "apps",
    "management",
    "migrations",
    "models",
    "templatetags",
    "urls",
    "worker",
}
"""Modules of games/ that put the domains together."""
