"""Search for words by letters, pattern or hooks. Uses no models and no requests.

- ``query``: the query, in codes of an alphabet; ``query_reader`` parses what people type
- ``word_columns``: the words of a dictionary in columns of codes
- ``matching``: tests thousands of words at once
- ``word_values``: scores and probabilities of words
- ``hooks``: the tiles that extend a word
- ``word_search``: the search itself
"""
