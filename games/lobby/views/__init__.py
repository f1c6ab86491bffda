"""The lobby by HTTP: its page and deeds, and one's news wherever one is."""
