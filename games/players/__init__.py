"""Players: who sends a request, under which name, and which notices they get."""
