"""The public HTTP API: game data as JSON for everyone, and play by members' programs.

No other domain imports this one. It calls the services and perspectives of the others.
"""
