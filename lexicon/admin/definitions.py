"""Definitions in the admin, where editors find them by word and correct them."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.text import Truncator

from lexicon.lists.folding import fold_word
from lexicon.models import Definition


@admin.register(Definition)
class DefinitionAdmin(admin.ModelAdmin):
    list_display = ("word", "language", "meaning", "source")
    list_filter = ("language",)
    search_fields = ("=word", "word__startswith")
    search_help_text = "A word or its first letters."
    show_full_result_count = False
    ordering = ("language", "word")

    def save_model(self, request: HttpRequest, obj: Definition, form: object, change: bool) -> None:
        obj.word = fold_word(obj.word.strip(), obj.language)
        super().save_model(request, obj, form, change)

    @admin.display(description="definition")
    def meaning(self, definition: Definition) -> str:
        return Truncator(definition.text).chars(140)
