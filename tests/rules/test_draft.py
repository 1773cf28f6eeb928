"""Proposals laid over each other become edits of the base that never contradict each other."""

from tailor.core.edits import Bag, Replace
from tailor.core.engine import apply
from tailor.core.procedure import procedure
from tailor.core.protocols import GroupHeader
from tailor.rules.draft import Draft, edits_of, headers_of, proposed
from tailor.rules.model import Proposal

SOUP = procedure("Soup for four", ["Melt butter.", "Add leeks.", "Simmer.", "Serve."], ["butter", "4 leeks"])


def laid(*proposals: Proposal) -> Draft:
    draft = Draft(SOUP, SOUP)
    for number, one in enumerate(proposals, 1):
        draft = proposed(draft, one, (f"R{number}",))
    return draft


def change(step: int, text: str, reason: str = "", **more: str) -> Replace:
    return Replace(step=step, text=text, reason=reason, part="resources" if more else "steps")


def test_two_proposals_for_one_step_are_one_edit_with_both_reasons() -> None:
    first = Proposal(edits=(change(1, "Warm oil.", "Oil for butter."),))
    second = Proposal(edits=(change(1, "Warm half the oil.", "Halved."),))
    [edit] = edits_of(laid(first, second))
    assert (edit.text, edit.reason, edit.serves) == ("Warm half the oil.", "Oil for butter. Halved.", ("R1", "R2"))


def test_the_edits_lead_from_the_base_to_the_draft() -> None:
    first = Proposal(edits=(change(2, "Chop and add leeks."), change(4, "Eat.")))
    second = Proposal(edits=(change(1, "Melt all butter."), change(2, "Chop finely, and add.")))
    draft = laid(first, second)
    assert apply(SOUP, Bag(edits_of(draft))).procedure == draft.now


def test_a_step_changed_and_changed_back_is_no_edit() -> None:
    assert (
        edits_of(laid(Proposal(edits=(change(1, "Wait."),)), Proposal(edits=(change(1, "Melt butter."),)))) == ()
    )


def test_edits_that_belong_together_have_one_group_and_a_single_edit_has_none() -> None:
    oil = Proposal(edits=(change(1, "Warm oil."), Replace(step=1, text="oil", part="resources")))
    assert [edit.group for edit in edits_of(laid(oil, Proposal(edits=(change(4, "Eat."),))))] == ["g1", "", "g1"]


def test_proposals_that_meet_in_a_step_are_decided_together() -> None:
    oil = Proposal(edits=(change(1, "Warm oil."), change(3, "Simmer gently.")))
    leeks = Proposal(edits=(change(2, "Add 2 leeks."), Replace(step=2, text="2 leeks", part="resources")))
    both = Proposal(edits=(change(2, "Add the 2 leeks."), change(3, "Simmer for longer.")))
    assert {edit.group for edit in edits_of(laid(oil, leeks, both))} == {"g1"}


def test_a_header_goes_with_its_group_and_the_next_proposal_sees_it() -> None:
    two = Proposal(
        edits=(Replace(step=2, text="2 leeks", part="resources"),),
        header=GroupHeader(group="", goal="Soup for two", yields="2"),
    )
    draft = laid(two)
    assert headers_of(draft) == (GroupHeader(group="g1", goal="Soup for two", yields="2"),)
    assert [edit.group for edit in edits_of(draft)] == ["g1"]
    assert draft.now.goal == "Soup for two"
