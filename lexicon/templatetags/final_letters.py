"""A template filter for words as people write them."""

from django import template

from scrabble_site.shared.final_letters import write_final_letter

register = template.Library()
register.filter("as_written", write_final_letter)
