"""An open door for programs: what anybody may read as JSON, and how a member's program plays.

Nobody uses this domain; it asks the services and perspectives of all the others.
"""
