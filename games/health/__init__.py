"""Whether the worker is alive, judged from the database. scrabble_site.health reports it."""
