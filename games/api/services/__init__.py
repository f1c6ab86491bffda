"""API tokens, the bots that play with them, and the bots' actions in rooms."""
