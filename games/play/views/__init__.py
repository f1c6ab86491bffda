"""HTTP views of rooms: ``pages``, ``seats`` (sitting, inviting, starting), ``turns`` (game acts).

The first line of a view loads and authorises; ``responses`` turns a service's result into a
response.
"""
