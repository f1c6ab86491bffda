"""The queue of disputes in the admin, and the page on which an editor answers one."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from lexicon.admin.editor_pages import find_seen_revision, get_editor_url, rebase_form_data
from lexicon.admin.forms import AnswerForm
from lexicon.lists.word_text import holds_word
from lexicon.models import Dispute
from lexicon.services.definitions import find_definitions
from lexicon.services.disputes import answer_dispute
from lexicon.services.revisions import Author
from lexicon.store import read_text
from lexicon.terms.author_names import restore_author
from lexicon.terms.errors import LexiconError, StaleRevisionError
from scrabble_site.shared.final_letters import drop_final_letters


class DisputeStateFilter(admin.SimpleListFilter):
    """Filters disputes by state; shows open ones by default."""

    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return (*Dispute.State.choices, ("all", pgettext_lazy("states", "All")))

    def choices(self, changelist: Any) -> Any:
        for value, label in self.lookup_choices:
            yield {
                "selected": value == (self.value() or Dispute.State.OPEN),
                "query_string": changelist.get_query_string({"state": value}),
                "display": label,
            }

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        state = self.value() or Dispute.State.OPEN
        return queryset if state == "all" else queryset.filter(state=state)


@admin.register(Dispute)
class DisputeAdmin(admin.ModelAdmin):
    list_display = ("shown_word", "claim", "lexicon", "by", "created_at", "state")
    list_filter = (DisputeStateFilter, "lexicon")
    search_fields = ("word", "author")
    list_select_related = ("lexicon",)
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Dispute], search_term: str
    ) -> tuple[QuerySet[Dispute], bool]:
        """Find what is stored, and what the list shows of it in the reader's language."""
        found, repeats = super().get_search_results(request, queryset, search_term)
        stored = drop_final_letters(restore_author(search_term.strip()))
        return found | super().get_search_results(request, queryset, stored)[0], repeats

    def get_urls(self) -> list[URLPattern]:
        answer: Any = self.admin_site.admin_view(self.answer_view)
        own = path("<int:object_id>/change/", answer, name="lexicon_dispute_change")
        return [own, *super().get_urls()]

    def answer_view(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show a dispute with everything that helps to decide it. POST answers it."""
        found = Dispute.objects.select_related("lexicon__current_revision", "revision", "outcome")
        dispute = get_object_or_404(found, pk=object_id)
        if not self.has_view_permission(request, dispute):
            raise PermissionDenied
        status = 200
        form = AnswerForm(initial={"base": dispute.lexicon.current_revision_id})
        if request.method == "POST":
            if not self.has_change_permission(request, dispute):
                raise PermissionDenied
            form = AnswerForm(request.POST)
            status = self._answer(request, dispute, form)
            if status == 200:
                return redirect("admin:lexicon_dispute_changelist")
        context = (
            self.admin_site.each_context(request)
            | describe_dispute(dispute)
            | {
                "opts": Dispute._meta,
                "form": form,
                "may_answer": self.has_change_permission(request, dispute),
                "title": dispute.shown_word,
            }
        )
        return render(request, "admin/lexicon/dispute.html", context, status=status)

    def _answer(self, request: HttpRequest, dispute: Dispute, form: AnswerForm) -> int:
        """Try to answer a dispute, and return the HTTP status: 200 if it was answered."""
        if not form.is_valid():
            return 422
        sent = form.cleaned_data
        try:
            answered = answer_dispute(
                dispute,
                accept=sent["verdict"] == "accept",
                answer=sent["answer"],
                author=Author.of(request.user),
                base=find_seen_revision(dispute.lexicon, sent["base"]),
            )
        except LexiconError as error:
            if isinstance(error, StaleRevisionError):
                form.data = rebase_form_data(request.POST, dispute.lexicon)
            form.add_error(None, str(error))
            return 409
        messages.success(
            request,
            _("“%(word)s”: %(state)s.")
            % {"word": answered.shown_word, "state": answered.get_state_display().lower()},
        )
        return 200

    @admin.display(description=gettext_lazy("word"), ordering="word")
    def shown_word(self, dispute: Dispute) -> str:
        return dispute.shown_word

    @admin.display(description=gettext_lazy("by"), ordering="author")
    def by(self, dispute: Dispute) -> str:
        return dispute.shown_author

    @admin.display(description=gettext_lazy("request"))
    def claim(self, dispute: Dispute) -> str:
        return _("make it invalid") if dispute.was_valid else _("make it valid")


def describe_dispute(dispute: Dispute) -> dict[str, Any]:
    """Build the context of a dispute's page, apart from the form."""
    lexicon = dispute.lexicon
    current = lexicon.current_revision
    earlier = Dispute.objects.filter(lexicon=lexicon, word=dispute.word).exclude(pk=dispute.pk)
    return {
        "dispute": dispute,
        # A game has no page while it goes on.
        "game_url": "" if _is_running(dispute.game_url) else dispute.game_url,
        "lexicon": lexicon,
        "good_now": bool(current and holds_word(read_text(current.words_id), dispute.word)),
        "meaning": find_definitions(lexicon.language, [dispute.word]).get(dispute.word, ""),
        "earlier": earlier.exclude(state=Dispute.State.OPEN),
        "words_url": f"{get_editor_url('words', lexicon)}?kind=exact&q={dispute.word}",
        "queue_url": reverse("admin:lexicon_dispute_changelist"),
    }


def _is_running(path: str) -> bool:
    """Ask the site, which knows games, through ``settings.LEXICON_IS_GAME_RUNNING``."""
    is_running: Callable[[str], bool] = import_string(settings.LEXICON_IS_GAME_RUNNING)
    return is_running(path)
