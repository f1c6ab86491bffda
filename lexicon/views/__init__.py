"""Players' pages: ``pages`` has the dictionaries and disputes, ``search`` the search for words."""
