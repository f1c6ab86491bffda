"""Editors' pages about revisions: history, comparison, rollback and deletion."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from lexicon.admin.editor_pages import (
    editor_page,
    find_seen_revision,
    get_editor_url,
    rebase_form_data,
    render_editor_page,
)
from lexicon.admin.forms import NoteForm
from lexicon.admin.words import describe_change
from lexicon.lists.word_text import compare_texts
from lexicon.models import Lexicon, Revision
from lexicon.services.revisions import (
    Author,
    count_pins,
    get_revision_text,
    remove_revision,
    roll_back,
)
from lexicon.terms.errors import BuildError, ChangeError, StaleRevisionError
from scrabble_site.shared.numbers import parse_small_number

PER_PAGE = 25
WORDS_SHOWN = 2000


@editor_page("lexicon.view_revision")
def show_revisions(request: HttpRequest, lexicon: Lexicon) -> HttpResponse:
    """Show the history: who made which revision, when and why."""
    pages = Paginator(lexicon.revisions.select_related("created_by"), PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    rows = [(revision, count_pins(revision)) for revision in page]
    return render_editor_page(
        request, lexicon, "revisions", "revisions", {"rows": rows, "pages": page}
    )


@editor_page("lexicon.view_revision", lookup=True)
def compare_revisions(request: HttpRequest, lexicon: Lexicon) -> HttpResponse:
    """Show the words added and removed between two revisions."""
    new = _pick(lexicon, request.GET.get("new", ""), lexicon.current_revision)
    before = lexicon.revisions.filter(number__lt=new.number).first()
    old = _pick(lexicon, request.GET.get("old", ""), before or new)
    found = compare_texts(get_revision_text(old), get_revision_text(new), WORDS_SHOWN)
    context = {
        "old": old,
        "new": new,
        "sides": [
            (pgettext("words", "Added"), found.added, found.added_words),
            (pgettext("words", "Removed"), found.removed, found.removed_words),
        ],
        "numbers": lexicon.revisions.values_list("number", flat=True),
    }
    return render_editor_page(request, lexicon, "compare", "revisions", context)


@editor_page("lexicon.add_revision")
def restore_revision(request: HttpRequest, lexicon: Lexicon, number: int) -> HttpResponse:
    """Roll back to a revision: ask for the reason, then publish its words as a new revision."""
    target = get_object_or_404(lexicon.revisions, number=number)
    sending = request.method == "POST"
    form = NoteForm(
        request.POST if sending else None, initial={"base": lexicon.current_revision_id}
    )
    status = 422 if form.errors else 200
    if sending and form.is_valid():
        base = find_seen_revision(lexicon, form.cleaned_data["base"])
        try:
            revision = roll_back(
                lexicon,
                target,
                base=base,
                author=Author.of(request.user),
                note=form.cleaned_data["note"],
            )
        except StaleRevisionError as error:
            form = NoteForm(rebase_form_data(request.POST, lexicon))
            form.add_error(None, str(error))
            status = 409
        except (ChangeError, BuildError) as error:
            form.add_error(None, str(error))
            status = 422
        else:
            messages.success(request, describe_change(revision))
            return redirect(get_editor_url("revisions", lexicon))
    change = compare_texts(
        get_revision_text(lexicon.current_revision), get_revision_text(target), 0
    )
    context = {"target": target, "form": form, "change": change}
    return render_editor_page(request, lexicon, "restore", "revisions", context, status=status)


@editor_page("lexicon.delete_revision")
def delete_revision(request: HttpRequest, lexicon: Lexicon, number: int) -> HttpResponse:
    """Delete a revision that is neither current nor used by a game."""
    revision = get_object_or_404(lexicon.revisions, number=number)
    if request.method == "POST":
        if remove_revision(revision):
            messages.success(
                request, _("Revision %(number)d has been deleted.") % {"number": number}
            )
        else:
            messages.error(
                request,
                _("Revision %(number)d can't be deleted: it is current or games use it.")
                % {"number": number},
            )
    return redirect(get_editor_url("revisions", lexicon))


def _pick(lexicon: Lexicon, number: str, otherwise: Revision | None) -> Revision:
    wanted = parse_small_number(number)
    if wanted is None and otherwise is not None:
        return otherwise
    return get_object_or_404(lexicon.revisions, number=wanted)
