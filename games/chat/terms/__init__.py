"""Rules of the chat: who may read what, and what a message may contain."""
