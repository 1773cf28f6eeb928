"""Code in the steps of a runbook: every command stays what it was."""

import pytest

from tailor.library.formats.foreign_markdown import in_line
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
        "Log in and update: ssh ops@host.example; sudo apt-get update && sudo apt-get -y upgrade; rm *.log *.tmp "
        "- wait until it is done",
        'Write the file: a_b_c: "*" d: [1, 2]',
        "Run true.",
    )


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (["Run:", "```sh", "a", "b |", "c", "```"], "Run:\n` a; b | c `"),
        (["Run:", "```console", "$ a", "$ b", "```"], "Run:\n` a; b `"),
        (["Run:", "```bash", "a  # why", "b", "```"], "Run:\n` a  # why / b `"),
        (["Run:", "```", "a", "b", "```"], "Run:\n` a b `"),
        (["Run:", "```sh", "echo `date`", "```", "then wait"], "Run:\n`` echo `date` ``\nthen wait"),
        (["Run:", "```sh", "never closed"], "Run:\n` never closed `"),
        (["Run:", "```sh", "```"], "Run:\n"),
        (["No code"], "No code"),
        (["```npm i``` and go", "then wait"], "```npm i``` and go\nthen wait"),
        (["````md", "```sh", "a", "```", "````", "b"], "```` ```sh a ``` ````\nb"),
        (["```sh", "~~~", "a", "```", "b"], "` ~~~; a `\nb"),
    ],
)
def test_fences_go_and_what_stood_in_them_stays(lines: list[str], shown: str) -> None:
    assert in_line(lines) == shown


@pytest.mark.parametrize("first", ["```npm i``` and go", "```bash\n   npm i\n   ```", "~~~\n   npm i\n   ~~~"])
def test_code_at_the_head_of_a_step_or_among_its_words_keeps_the_steps_apart(first: str) -> None:
    made = read_text(f"# Set up\n\n1. {first}\n2. Install it:\n   {first}\n3. Run it.\n").procedure
    assert len(made.steps) == 3
    assert "npm i" in made.steps[0]
    assert made.steps[1] == f"Install it: {made.steps[0]}"
