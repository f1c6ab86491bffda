"""Whether the worker works, as far as the database knows; scrabble_site.health answers by it."""
