"""Pushing what changed: groups, the hub of each process, sockets. Commands never come this way."""
