"""Background loops of rooms: the referee, heartbeats of web processes, removal of empty rooms."""
