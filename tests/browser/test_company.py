"""No browser test leaves anything behind for the next one, or for its own next try."""

from tests.browser.company import Company, Complaints
from tests.processes import wait_until
from tests.site_processes import Site

LEAVE_BEHIND = "() => { sessionStorage.been = 'here'; document.cookie = 'been=here'; }"
FIND = "() => [sessionStorage.been ?? '', document.cookie.includes('been=here')]"
LOUD = "() => console.error('no use')"


def test_a_reused_visitor_starts_with_empty_storage(company: Company, site: Site) -> None:
    amber = company.come("Amber", site)
    amber.page.goto("/learn/")
    amber.page.evaluate(LEAVE_BEHIND)
    amber.page.context.new_page()
    company.go(all_people=False)
    again = company.come("Amber", site)
    assert again is amber
    assert again.page.context.pages == [again.page], "the second tab is closed"
    again.page.goto("/learn/")
    assert again.page.evaluate(FIND) == ["", True]
    company.go(all_people=True)


def test_a_script_of_one_test_does_not_run_in_the_next(company: Company, site: Site) -> None:
    amber, cobalt = company.come("Amber", site), company.come("Cobalt", site)
    amber.page.add_init_script("window.been = true")
    cobalt.page.context.add_init_script("window.been = true")
    for person in (amber, cobalt):
        person.page.goto("/learn/")
        assert person.page.evaluate("window.been")
    company.go(all_people=False)
    for name in ("Amber", "Cobalt"):
        again = company.come(name, site)
        again.page.goto("/learn/")
        assert again.page.evaluate("window.been") is None
    company.go(all_people=True)


def test_visitors_are_replaced_after_a_failed_test(company: Company, site: Site) -> None:
    amber = company.come("Amber", site)
    company.go(all_people=True)
    other = company.come("Amber", site)
    assert other.name != amber.name
    assert other.page.context is not amber.page.context
    company.go(all_people=True)


def test_an_unnamed_visitor_is_always_new(company: Company, site: Site) -> None:
    first, second = company.come("", site), company.come("", site)
    assert first.page.context is not second.page.context
    company.go(all_people=False)
    assert first.page.is_closed()
    assert second.page.is_closed()


def test_errors_count_on_pages_in_use_but_not_on_closing_ones(
    company: Company, complaints: Complaints, site: Site
) -> None:
    amber, guest = company.come("Amber", site), company.come("", site)
    for person in (amber, guest):
        person.page.evaluate(LOUD)
    wait_for_complaints(company, complaints, 2)
    company.go(all_people=False)
    amber.page.evaluate(LOUD)
    company.come("Amber", site)
    amber.page.evaluate(LOUD)
    wait_for_complaints(company, complaints, 3)
    company.go(all_people=True)


def wait_for_complaints(company: Company, complaints: Complaints, count: int) -> None:
    def look() -> bool:
        company.drain_events()
        return len(complaints.messages) >= count

    wait_until(look, "the complaints")
    assert len(complaints.messages) == count
