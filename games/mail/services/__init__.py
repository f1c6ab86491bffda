"""The only writers: ``addresses`` (whose mail goes where), ``outbox`` (what waits to be sent)."""
