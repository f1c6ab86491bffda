"""HTTP views of moderation: reporting, blocking and a player's own sanctions."""
