"""The live chat: its topic and its HTML fragments."""
