"""Players' pages: ``pages`` for dictionaries and disputes, ``search`` for the word search."""
