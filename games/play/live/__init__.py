"""Live rooms: their topic, their HTML fragments, and the page state as JSON."""
