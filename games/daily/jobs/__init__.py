"""The worker's loop for daily games: new games, and turns whose time is over."""
