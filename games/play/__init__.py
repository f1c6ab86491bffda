"""The core of the site: rooms, seats, games, racks and moves."""
