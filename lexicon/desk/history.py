"""Editors' pages on revisions: the history, what changed between two, going back, deleting."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from lexicon.desk.forms import NoteForm
from lexicon.desk.pages import address, page, rebase, seen_revision, show
from lexicon.desk.words import tell_change
from lexicon.errors import BuildError, ChangeError, StaleRevisionError
from lexicon.lists.text import compare_texts
from lexicon.models import Lexicon, Revision
from lexicon.numbers import read_small
from lexicon.services.revisions import (
    Author,
    count_pins,
    drop_revision,
    roll_back,
    text_of,
)

PER_PAGE = 25
WORDS_SHOWN = 2000


@page("lexicon.view_revision")
def show_revisions(request: HttpRequest, lexicon: Lexicon) -> HttpResponse:
    """Who made which revision, when and why."""
    pages = Paginator(lexicon.revisions.select_related("created_by"), PER_PAGE)
    shown = pages.get_page(request.GET.get("page"))
    rows = [(revision, count_pins(revision)) for revision in shown]
    return show(request, lexicon, "revisions", "revisions", {"rows": rows, "pages": shown})


@page("lexicon.view_revision", lookup=True)
def compare_revisions(request: HttpRequest, lexicon: Lexicon) -> HttpResponse:
    """The words added and removed from one revision to another."""
    new = _pick(lexicon, request.GET.get("new", ""), lexicon.current_revision)
    before = lexicon.revisions.filter(number__lt=new.number).first()
    old = _pick(lexicon, request.GET.get("old", ""), before or new)
    found = compare_texts(text_of(old), text_of(new), WORDS_SHOWN)
    context = {
        "old": old,
        "new": new,
        "sides": [
            (_("Added"), found.added, found.added_words),
            (_("Removed"), found.removed, found.removed_words),
        ],
        "numbers": lexicon.revisions.values_list("number", flat=True),
    }
    return show(request, lexicon, "compare", "revisions", context)


@page("lexicon.add_revision")
def restore_revision(request: HttpRequest, lexicon: Lexicon, number: int) -> HttpResponse:
    """Go back to a revision's words: asks for the reason, then makes a new revision."""
    target = get_object_or_404(lexicon.revisions, number=number)
    sending = request.method == "POST"
    form = NoteForm(
        request.POST if sending else None, initial={"base": lexicon.current_revision_id}
    )
    status = 422 if form.errors else 200
    if sending and form.is_valid():
        base = seen_revision(lexicon, form.cleaned_data["base"])
        try:
            revision = roll_back(
                lexicon,
                target,
                base=base,
                author=Author.of(request.user),
                note=form.cleaned_data["note"],
            )
        except StaleRevisionError as error:
            form = NoteForm(rebase(request.POST, lexicon))
            form.add_error(None, str(error))
            status = 409
        except (ChangeError, BuildError) as error:
            form.add_error(None, str(error))
            status = 422
        else:
            messages.success(request, tell_change(revision))
            return redirect(address("revisions", lexicon))
    change = compare_texts(text_of(lexicon.current_revision), text_of(target), 0)
    context = {"target": target, "form": form, "change": change}
    return show(request, lexicon, "restore", "revisions", context, status=status)


@page("lexicon.delete_revision")
def delete_revision(request: HttpRequest, lexicon: Lexicon, number: int) -> HttpResponse:
    """Delete a revision that is neither in force nor pinned by a game."""
    revision = get_object_or_404(lexicon.revisions, number=number)
    if request.method == "POST":
        if drop_revision(revision):
            messages.success(request, _("Revision %(number)d is deleted.") % {"number": number})
        else:
            messages.error(
                request,
                _("Revision %(number)d is in force or games are played with it: it stays.")
                % {"number": number},
            )
    return redirect(address("revisions", lexicon))


def _pick(lexicon: Lexicon, number: str, otherwise: Revision | None) -> Revision:
    wanted = read_small(number)
    if wanted is None and otherwise is not None:
        return otherwise
    return get_object_or_404(lexicon.revisions, number=wanted)
