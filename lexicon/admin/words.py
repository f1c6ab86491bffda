"""Editors' pages for words: search, adding and removing, export."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from lexicon.admin.editor_pages import (
    editor_page,
    find_seen_revision,
    get_editor_url,
    rebase_form_data,
    render_editor_page,
)
from lexicon.admin.forms import ChangeForm, EditorSearchForm
from lexicon.lists.folding import fold_word
from lexicon.lists.word_text import find_words, holds_word, name_words
from lexicon.models import Lexicon, Revision, WordChange
from lexicon.perspective.access import load_revision
from lexicon.services.definitions import find_definitions
from lexicon.services.export import export_words
from lexicon.services.revisions import Author, change_words, get_revision_text
from lexicon.terms.errors import BuildError, ChangeError, MissingWordsError, StaleRevisionError

PER_PAGE = 100


@editor_page("lexicon.view_lexicon", lookup=True)
def show_words(request: HttpRequest, lexicon: Lexicon) -> HttpResponse:
    """Show the word search, with the form that changes words."""
    found = search_page(lexicon, EditorSearchForm(request.GET or None))
    if request.headers.get("HX-Request"):
        return render(request, "admin/lexicon/parts/_found.html", {"lexicon": lexicon} | found)
    first = {"base": lexicon.current_revision_id or 0, "remove": request.GET.get("remove", "")}
    form = ChangeForm(initial=first, language=lexicon.language)
    return render_editor_page(request, lexicon, "words", "words", found | {"change": form})


@editor_page("lexicon.change_lexicon", lookup=True)
def save_words(request: HttpRequest, lexicon: Lexicon) -> HttpResponse:
    """Publish a revision with the typed changes. Answers 409 if another editor was faster."""
    form = ChangeForm(request.POST, language=lexicon.language)
    if form.is_valid():
        sent = form.cleaned_data
        base = find_seen_revision(lexicon, sent["base"])
        there = [word for word in sent["add"] if holds_word(get_revision_text(base), word)]
        try:
            revision = change_words(
                lexicon,
                add=sent["add"],
                remove=sent["remove"],
                base=base,
                author=Author.of(request.user),
                note=sent["reason"],
            )
        except StaleRevisionError as error:
            form = ChangeForm(rebase_form_data(request.POST, lexicon), language=lexicon.language)
            form.add_error(None, str(error))
            return _show_refused(request, lexicon, form, status=409)
        except MissingWordsError as error:
            form.add_error("remove", str(error))
        except (ChangeError, BuildError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, describe_change(revision, there))
            return redirect(get_editor_url("words", lexicon))
    return _show_refused(request, lexicon, form, status=422)


@editor_page("lexicon.view_lexicon", lookup=True)
def export_list(request: HttpRequest, lexicon: Lexicon) -> HttpResponse:
    """Send the words as a file that can be uploaded again."""
    revision = load_revision(lexicon, request.GET.get("revision", ""))
    parts = export_words(revision, definitions="definitions" in request.GET)
    answer = StreamingHttpResponse(
        (part.encode() for part in parts), content_type="text/plain; charset=utf-8"
    )
    name = f"{lexicon.slug}-{revision.number}.txt"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer  # type: ignore[return-value]


def search_page(lexicon: Lexicon, form: EditorSearchForm) -> dict[str, Any]:
    """Build the context of a search: a page of matching words with definitions and history."""
    search = form.cleaned_data if form.is_bound and form.is_valid() else {}
    if not search.get("q") and not search.get("length"):
        search = {}
    kind = search.get("kind") or "prefix"
    letters = fold_word(search.get("q", "").strip(), lexicon.language)
    pattern = {"exact": letters, "pattern": letters}.get(kind, f"{letters}*")
    if kind == "exact":  # here, wildcards have no meaning
        pattern = pattern.replace("?", "").replace("*", "")
    number = search.get("page") or 1
    words: list[str] = []
    total, problem = 0, ""
    if lexicon.current_revision and search:
        text = get_revision_text(lexicon.current_revision)
        try:
            words, total = find_words(
                text, pattern, search.get("length"), limit=PER_PAGE, skip=PER_PAGE * (number - 1)
            )
        except ValueError as error:
            problem = str(error)
    return {
        "search": form if form.is_bound else EditorSearchForm(),
        "asked": bool(search),
        "rows": _describe(lexicon, words),
        "total": total,
        "problem": problem,
        "first": PER_PAGE * (number - 1) + 1,
        "earlier": number - 1,
        "later": number + 1 if total > PER_PAGE * number else 0,
        "again": urlencode({each: search.get(each) or "" for each in ("kind", "q", "length")}),
    }


def describe_change(revision: Revision, there: Sequence[str] = ()) -> str:
    """Describe a revision's changes, and name the words to add that were ``there`` already."""
    text = _("Revision %(number)d: %(added)d added, %(removed)d removed.") % {
        "number": revision.number,
        "added": revision.added,
        "removed": revision.removed,
    }
    if there:
        text += " " + _("Already in the dictionary: %(words)s.") % {"words": name_words(there)}
    return text


def _describe(lexicon: Lexicon, words: list[str]) -> list[dict[str, Any]]:
    meanings = find_definitions(lexicon.language, words)
    changes = WordChange.objects.filter(revision__lexicon=lexicon, word__in=words, added=True)
    added = {change.word: change.revision for change in changes.select_related("revision")}
    return [
        {"word": word, "meaning": meanings.get(word, ""), "added": added.get(word)}
        for word in words
    ]


def _show_refused(
    request: HttpRequest, lexicon: Lexicon, form: ChangeForm, status: int
) -> HttpResponse:
    context = search_page(lexicon, EditorSearchForm()) | {"change": form}
    return render_editor_page(request, lexicon, "words", "words", context, status=status)
