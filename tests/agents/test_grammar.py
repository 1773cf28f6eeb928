"""The grammar says exactly the edit lines, with the numbers that exist."""

import re

from tailor.agents.prompts import edit_grammar
from tests.core.cases import task


def as_regex(grammar: str) -> "re.Pattern[str]":
    """The grammar as a regular expression: its rules are not recursive, so each can be put in place."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.strip().split("\n"))
    tokens = re.compile(r'"(?:[^"\\]|\\.)*"|\[[^\]]*\](?:\{\d+,\d+\})?|\{\d+,\d+\}|[a-z]+|[()|?]')

    def build(name: str) -> str:
        out = []
        for token in tokens.findall(rules[name]):
            if token.startswith('"'):
                out.append(re.escape(token[1:-1].encode().decode("unicode_escape")))
            elif token.isalpha():
                out.append(f"(?:{build(token)})")
            else:
                out.append(token.replace("(", "(?:"))
        return "".join(out)

    return re.compile(build("root"))


def test_answers_in_the_asked_form_follow_the_grammar() -> None:
    rule = as_regex(edit_grammar(task("modify")))
    for answer in (
        "no edits\n",
        "replace(5, )\ndone\n",
        "# because [R1]\ninsert(0, Find a (big) pan.)\nreplace(r2, a pan)\ninsert(r0, oil)\ndone\n",
    ):
        assert rule.fullmatch(answer), answer


def test_numbers_that_do_not_exist_cannot_be_said() -> None:
    rule = as_regex(edit_grammar(task("modify")))
    for line in (
        "replace(0, x)",
        "replace(6, x)",
        "insert(6, x)",
        "replace(r3, x)",
        "insert(2, )",
        "keep(2)",
        "talk",
    ):
        assert not rule.fullmatch(f"{line}\ndone\n"), line


def test_the_walk_may_keep_and_resources_may_be_left_out() -> None:
    assert as_regex(edit_grammar(task("customize"))).fullmatch("# think\nkeep(1)\nreplace(2, x)\ndone\n")
    bare = as_regex(edit_grammar(task("modify"), resources=False, end_mark=False))
    assert bare.fullmatch("replace(2, x)\n")
    assert not bare.fullmatch("replace(r1, x)\n")


def test_a_walk_that_reads_the_hint_begins_with_clauses_and_may_end_with_what_needs_no_edit() -> None:
    rule = as_regex(edit_grammar(task("customize", reads=True)))
    walk = "keep(1)\n# because it fits [R1]\nreplace(2, x)\n"
    clauses = "R1 prerequisite: no oven -> a pan\nR12 expert: years -> short\nR2 none: that's it -> nothing\n"
    assert rule.fullmatch(f"{clauses}{walk}R2 already: step 4 covers this\ndone\n")
    assert rule.fullmatch(f"{clauses}{walk}done\n")
    assert not rule.fullmatch(f"{walk}done\n")
    assert not rule.fullmatch(f"R1 wish: no oven -> a pan\n{walk}done\n")
    assert not as_regex(edit_grammar(task("customize"))).fullmatch(f"{clauses}{walk}done\n")


def test_what_is_done_or_was_not_asked_about_has_no_number() -> None:
    frozen = as_regex(edit_grammar(task("modify", frozen=3)))
    assert frozen.fullmatch("insert(3, x)\nreplace(4, x)\ndone\n")
    assert not frozen.fullmatch("replace(3, x)\ndone\n")
    assert not frozen.fullmatch("insert(2, x)\ndone\n")
    one = as_regex(edit_grammar(task("modify", only_step=4)))
    assert one.fullmatch("insert(3, x)\nreplace(4, x)\ninsert(4, x)\ndone\n")
    assert not one.fullmatch("replace(5, x)\ndone\n")


def test_where_every_step_is_done_only_inserts_are_left() -> None:
    done = edit_grammar(task("modify", frozen=5), resources=False)
    assert "old ::=" not in done
    assert as_regex(done).fullmatch("insert(5, Clean up.)\ndone\n")
