"""Django's PostgreSQL, with a look at each kept connection that costs no round trip."""
