"""Terms of events that need no database."""
