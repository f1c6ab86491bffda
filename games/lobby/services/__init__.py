"""What is done from the lobby: ``opening`` a room, ``pairing`` with whoever waits, ``news``."""
