"""Reading word lists into the form that dictionaries store. Uses no models.

- ``decoding``: bytes to lines
- ``word_filter``: lines to words, with a reason for each line that is refused
- ``folding``: spelling to tiles
- ``list_reader``: all of these in one call
- ``word_collector``: collects many words in little memory
- ``word_text``: the stored form of a list
"""
