"""From one state to the next: start, turns, challenges, clock and end. Start with ``game``."""
