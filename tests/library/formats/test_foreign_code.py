"""Code in the steps of a runbook: every command stays what it was."""

import pytest

from tailor.library.importer import read_text

RUNBOOK = """# Set up the service

## Prerequisites

- a host with SSH
- `curl`

## Steps

1. Log in and update:

   ```bash
   ssh ops@host.example
   sudo apt-get update && \\
     sudo apt-get -y upgrade
   rm *.log *.tmp
   ```

   - wait until it is done

2. Write the file:

   ~~~yaml
   a_b_c: "*"
   d: [1, 2]
   ~~~

3. Run `true`.
"""


def test_a_runbook_keeps_its_commands_apart_and_its_signs() -> None:
    made = read_text(RUNBOOK).procedure
    assert made.resources == ("a host with SSH", "curl")
    assert made.steps == (
        "Log in and update: ssh ops@host.example ⏎ sudo apt-get update && sudo apt-get -y upgrade; rm *.log *.tmp "
        "- wait until it is done",
        'Write the file: a_b_c: "*" ⏎ d: [1, 2]',
        "Run true.",
    )


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (["Run:", "```sh", "a", "b |", "c", "```"], "Run: a; b | c"),
        (["Run:", "```console", "$ a", "$ b", "```"], "Run: $ a ⏎ $ b"),
        (["Run:", "```sh", "$ a", "out", "```"], "Run: $ a ⏎ out"),
        (["Run:", "```bash", "a  # why", "b", "```"], "Run: a  # why ⏎ b"),
        (["Run:", "```", "a", "b", "```"], "Run: a ⏎ b"),
        (["Run:", "```sh", "echo `date` *", "```", "then *wait*"], "Run: echo `date` * then wait"),
        (["Run:", "```sh", "```"], "Run:"),
        (["No code"], "No code"),
        (["```npm i``` and go", "then wait"], "npm i and go then wait"),
        (["````md", "```sh", "a", "```", "````", "b"], "```sh ⏎ a ⏎ ``` b"),
        (["```sh", "~~~", "a", "```", "b"], "~~~; a b"),
    ],
)
@pytest.mark.parametrize("indent", ["   ", "  ", ""])
def test_fences_go_and_what_stood_in_them_stays(lines: list[str], shown: str, indent: str) -> None:
    text = "1. " + f"\n{indent}".join(lines) + "\n2. Next\n"
    assert read_text(text, format="md").procedure.steps == (shown, "Next")


def test_indented_code_keeps_its_signs() -> None:
    text = "1. Run:\n\n       rm *.log *.tmp\n       # a_b_c\n2. Next\n"
    assert read_text(text, format="md").procedure.steps == ("Run: rm *.log *.tmp ⏎ # a_b_c", "Next")


@pytest.mark.parametrize("fence", ["```", "~~~~"])
@pytest.mark.parametrize("head", ["1. Run:\n   ", "1. ", "10. Run:\n\n    "])
def test_code_that_begins_further_left_than_its_step_stays_in_it(fence: str, head: str) -> None:
    made = read_text(f"{head}{fence}sh\nnpm i\n  npm *\n   {fence}\n11. Next\n12. Third\n", format="md").procedure
    assert [step.removeprefix("Run: ") for step in made.steps] == ["npm i; npm *", "Next", "Third"]


def test_a_fence_that_is_never_closed_ends_before_the_next_step() -> None:
    text = "1. Run:\n   ```sh\n   a\n2. Then:\n   ```sh\n   b\n   ```\n3. Eat.\n"
    assert read_text(text, format="md").procedure.steps == ("Run: a", "Then: b", "Eat.")
    assert read_text("1. Run:\n   ```sh\n   a\n", format="md").procedure.steps == ("Run: a",)


@pytest.mark.parametrize("first", ["```npm i``` and go", "```bash\n   npm i\n   ```", "~~~\n   npm i\n   ~~~"])
def test_code_at_the_head_of_a_step_or_among_its_words_keeps_the_steps_apart(first: str) -> None:
    made = read_text(f"# Set up\n\n1. {first}\n2. Install it:\n   {first}\n3. Run it.\n").procedure
    assert len(made.steps) == 3
    assert "npm i" in made.steps[0]
    assert made.steps[1] == f"Install it: {made.steps[0]}"


@pytest.mark.web
@pytest.mark.parametrize(
    "code", ["ssh nas\nsudo rsync -a /data", "<code><b>ssh</b> nas\n<b>sudo</b> rsync -a /data\n</code>"]
)
def test_code_in_a_step_of_a_page_keeps_its_lines_apart_in_that_step(code: str) -> None:
    page = f"<h1>Back up</h1><ol><li>Log in:<pre>{code}</pre></li><li>Wait for it.</li></ol>"
    made = read_text(f"<html><body>{page}</body></html>", format="html").procedure
    assert made.steps == ("Log in: ssh nas ⏎ sudo rsync -a /data", "Wait for it.")
