"""The languages that pages are written in, each by the name that its speakers use.

The language of a room's dictionary is independent of them. A language is listed here once its
catalogue is complete. The first is the source, which has no catalogue.
"""

LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("pt-br", "Português"),
    ("ru", "Русский"),
    ("sv", "Svenska"),
    ("ar", "العربية"),
]
