"""Rooms, seats, games, racks and moves: the heart. Views, perspective, services, store, models."""
