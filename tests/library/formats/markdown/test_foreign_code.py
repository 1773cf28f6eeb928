"""Code in the steps of a runbook: every command stays what it was."""

import pytest

from tailor.core.code_lines import drawn
from tailor.core.text import normal
from tailor.library.formats import registry
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
        "Log in and update: ```bash ⏎ ssh ops@host.example ⏎ sudo apt-get update && \\ ⏎   sudo apt-get -y "
        "upgrade ⏎ rm *.log *.tmp ⏎ ``` - wait until it is done",
        'Write the file: ```yaml ⏎ a_b_c: "*" ⏎ d: [1, 2] ⏎ ```',
        "Run `true`.",
    )


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (["Run:", "```sh", "a", "b |", "c", "```"], "Run: ```sh ⏎ a ⏎ b | ⏎ c ⏎ ```"),
        (["Run:", "```console", "$ a", "$ b", "```"], "Run: ```console ⏎ $ a ⏎ $ b ⏎ ```"),
        (["Run:", "```sh", "$ a", "out", "```"], "Run: ```sh ⏎ $ a ⏎ out ⏎ ```"),
        (["Run:", "```bash", "a  # why", "b", "```"], "Run: ```bash ⏎ a  # why ⏎ b ⏎ ```"),
        (["Run:", "```", "a", "b", "```"], "Run: ``` ⏎ a ⏎ b ⏎ ```"),
        (["Run:", "```sh", "echo `date` *", "```", "then *wait*"], "Run: ```sh ⏎ echo `date` * ⏎ ``` then wait"),
        (["Run:", "```sh", "```"], "Run:"),
        (["No code"], "No code"),
        (["```npm i``` and go", "then wait"], "`npm i` and go then wait"),
        (["````md", "```sh", "a", "```", "````", "b"], "````md ⏎ ```sh ⏎ a ⏎ ``` ⏎ ```` b"),
        (["```sh", "~~~", "a", "```", "b"], "```sh ⏎ ~~~ ⏎ a ⏎ ``` b"),
    ],
)
@pytest.mark.parametrize("indent", ["   ", "  ", ""])
def test_code_keeps_its_lines_between_fences_on_the_line_of_the_step(
    lines: list[str], shown: str, indent: str
) -> None:
    text = "1. " + f"\n{indent}".join(lines) + "\n2. Next\n"
    assert read_text(text, format="md").procedure.steps == (shown, "Next")


def test_indented_code_keeps_its_signs() -> None:
    text = "1. Run:\n\n       rm *.log *.tmp\n       # a_b_c\n2. Next\n"
    assert read_text(text, format="md").procedure.steps == ("Run: ``` ⏎ rm *.log *.tmp ⏎ # a_b_c ⏎ ```", "Next")


@pytest.mark.parametrize("fence", ["```", "~~~~"])
@pytest.mark.parametrize("head", ["1. Run:\n   ", "1. ", "10. Run:\n\n    "])
def test_code_that_begins_further_left_than_its_step_stays_in_it(fence: str, head: str) -> None:
    made = read_text(f"{head}{fence}sh\nnpm i\n  npm *\n   {fence}\n11. Next\n12. Third\n", format="md").procedure
    assert [step.removeprefix("Run: ") for step in made.steps] == [
        "```sh ⏎ npm i ⏎   npm * ⏎ ```",
        "Next",
        "Third",
    ]


def test_a_fence_that_is_never_closed_ends_before_the_next_step() -> None:
    text = "1. Run:\n   ```sh\n   a\n2. Then:\n   ```sh\n   b\n   ```\n3. Eat.\n"
    assert read_text(text, format="md").procedure.steps == (
        "Run: ```sh ⏎ a ⏎ ```",
        "Then: ```sh ⏎ b ⏎ ```",
        "Eat.",
    )
    assert read_text("1. Run:\n   ```sh\n   a\n", format="md").procedure.steps == ("Run: ```sh ⏎ a ⏎ ```",)


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
    assert made.steps == ("Log in: ``` ⏎ ssh nas ⏎ sudo rsync -a /data ⏎ ```", "Wait for it.")


PYTHON = """def greet(name):
    if name:
        print(f"Hello, {name}!")  # `tick`

    return [
        name,
    ]
"""
SHELL = "$ cd app\n$ tailor apply --dry-run \\\n    plan.md\n3 edits\n$ tailor apply plan.md\n"
YAML = "a_b:\n  - name: x\n    run: |\n      make\n\n      make *.c\n\ttab\n"
CODES = (PYTHON, SHELL, YAML, "one\n", "```sh\na\n```\n", "\n  a\n\n")


def _fenced(code: str, room: str, info: str) -> str:
    fence = "````" if "```" in code else "```"
    return "".join(f"{room}{line}\n" if line else "\n" for line in f"{fence}{info}\n{code}{fence}".split("\n"))


@pytest.mark.web
@pytest.mark.parametrize(
    "item",
    [
        "Log in:<div class='highlight'><pre>ssh ops@host\nwhoami</pre></div>",
        "<p>Log in:</p>\n<div><div><pre>ssh ops@host\nwhoami</pre></div></div>",
        "<p>Log in:\n<div><pre>ssh ops@host\nwhoami</pre></div></p>",
    ],
)
def test_code_in_a_block_of_its_own_at_the_end_of_an_item_belongs_to_it(item: str) -> None:
    page = f"<h1>Set up</h1><h2>Steps</h2><ol><li>{item}</li><li>Update it.</li><li>{item}</li></ol>"
    report = read_text(page, format="html")
    step = "Log in: ``` ⏎ ssh ops@host ⏎ whoami ⏎ ```"
    assert report.procedure.steps == (step, "Update it.", step)
    assert report.unused == ()


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("info", ["", "python", "yaml title=x"])
@pytest.mark.parametrize("format", ["md", "json", "jsonld", "html", "cook", "text"])
def test_code_is_the_same_again_after_it_was_imported_exported_and_imported(
    code: str, info: str, format: str
) -> None:
    step = f"Write it:\n{_fenced(code, '   ', info)}   and save it."
    text = f"# Do it\n\n1. First.\n2. {step}\n3. {_fenced(code, '   ', info).lstrip()}4. Last.\n"
    made = read_text(text).procedure
    assert len(made.steps) == 4
    again = read_text(registry.write(made, format), format="json" if format == "jsonld" else format).procedure
    assert again.steps == made.steps
    written = registry.write(again, "md")
    assert _fenced(code, "   ", info) in written
    assert f"3. {_fenced(code, '   ', info).lstrip()}" in written


def test_a_pasted_text_keeps_its_code_too() -> None:
    pasted = f"Set it up\n\n1. Write it:\n{_fenced(PYTHON, '', 'python')}2. Run it.\n"
    made = read_text(pasted, format="text").procedure
    assert len(made.steps) == 2
    assert _fenced(PYTHON, "   ", "python") in registry.write(made, "md")


def test_indented_code_comes_out_between_fences() -> None:
    inner = "".join(f"       {line}\n" if line else "\n" for line in PYTHON.split("\n"))
    made = read_text(f"# Do it\n\n1. Write it:\n\n{inner}\n2. Run it.\n", format="md").procedure
    assert _fenced(PYTHON, "   ", "") in registry.write(made, "md")


def test_a_page_shows_code_as_code_and_other_programs_get_its_lines() -> None:
    made = read_text(
        "# Do it\n\n1. Run:\n   ```sh\n   if a; then\n     b <c\n   fi\n   ```\n   Wait.\n2. Eat."
    ).procedure
    page = registry.write(made, "html")
    assert "<li>Run:<pre><code>if a; then\n  b &lt;c\nfi</code></pre>Wait.</li>" in page
    assert r'"Run:\n```sh\nif a; then\n  b <c\nfi\n```\nWait."' in registry.write(made, "jsonld")


def test_the_line_of_a_step_read_as_the_markdown_of_others_is_the_same_step() -> None:
    made = read_text(RUNBOOK).procedure
    lines = "\n".join(f"{number}. {step}" for number, step in enumerate(made.steps, 1))
    assert read_text(f"# Again\n\n## Steps\n\n{lines}\n", format="md").procedure.steps == made.steps


def test_code_is_shown_line_by_line_with_its_indentation_and_no_fence() -> None:
    step = normal(f"Write:\n```python\n{PYTHON}```\nThen run it.")
    assert drawn(step).split("\n")[:3] == ["Write:", "  def greet(name):", "      if name:"]
    assert drawn(step).split("\n")[-2:] == ["      ]", "Then run it."]
