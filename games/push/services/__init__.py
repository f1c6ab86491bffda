"""The only writers: ``subscriptions`` (who may be told), ``gathering`` (what is to be told),
``outbox`` (what waits to be sent)."""
