"""Pages of documentation: code, headings that link to themselves, contents, and what is asked for of them."""

import pytest

from tailor.core.errors import ContentError
from tailor.library.formats.registry import read
from tailor.library.formats.shared.html_text import page_lines
from tailor.library.formats.shared.parsed import ParsedProcedure

pytestmark = pytest.mark.web


def page(body: str) -> ParsedProcedure:
    (found,) = read(f"<html><body><main><h1>Tool</h1>{body}</main></body></html>", "html")
    return found


@pytest.mark.parametrize(
    "code",
    [
        "<pre><code># all of it\n- make\n</code></pre>",
        '<div class="highlight"><pre><span></span># all of it\n- make\n</pre></div>',
        '<pre class="language-sh"># all of it<br>- make</pre>',
        '<pre class="brush: sh"># all of it\n- make</pre>',
        "<table><tr><td><pre class=code>1\n2</pre></td><td><pre class=code># all of it\n- make</pre></td></tr>"
        "</table>",
    ],
)
def test_code_of_a_page_goes_whole_with_the_paragraph_above_it(code: str) -> None:
    found = page(f"<h2>Steps</h2><p>Fetch the source.</p><p>Then build it:</p>{code}<p>Reboot the machine.</p>")
    assert found.procedure.steps[1] == "Then build it: ``` ⏎ # all of it ⏎ - make ⏎ ```"
    assert (len(found.procedure.steps), found.unsure) == (3, False)


def test_lines_that_are_set_as_typed_and_no_code_stay_lines() -> None:
    found = page("<h2>Ingredients</h2><pre>2 eggs\n1 leek</pre><h2>Method</h2><p>Fry it all.</p><p>Eat it.</p>")
    assert found.procedure.resources == ("2 eggs", "1 leek")


def test_code_below_a_heading_or_behind_bullets_is_no_part_of_them() -> None:
    code = "<pre><code>run x</code></pre>"
    shown = page_lines(f"<body><h2>Run it</h2>{code}<ul><li>As root</li></ul>{code}<ol><li>Wait.</li></ol>{code}")
    typed = "``` ⏎ run x ⏎ ```"
    assert [*filter(None, shown)] == ["## Run it", typed, "- As root", typed, f"1. Wait. {typed}"]


@pytest.mark.parametrize(
    "title",
    [
        '{}<a class="headerlink" href="#a">¶</a>',
        '{}<a href="#a">&#8203;</a>',
        '{} <a href="#a">#</a>',
        '<a href="#a">#</a> {}',
    ],
)
def test_what_links_a_heading_to_itself_is_none_of_its_words(title: str) -> None:
    first, second = (title.format(one) for one in ("Step 1: Get it", "Step 2: Run it"))
    made = page(f"<h2>{first}</h2><p>Fetch the source.</p><h2>{second}</h2><p>Start it.</p>").procedure
    assert [one for _, one in made.sections] == ["Get it", "Run it"]


def test_a_heading_may_end_in_a_mark() -> None:
    assert page_lines("<body><h2>Learn C#</h2><h2># #</h2>") == ["## Learn C#", "", "## # #", ""]


def test_the_contents_of_a_page_of_counted_headings_are_no_steps() -> None:
    parts = "<h2>Step 1: Get it</h2><p>Fetch the source.</p><h2>Step 2: Run it</h2><p>Start the tool.</p>"
    contents = "<ul><li>Step 1: Get it</li><li>Step 2: Run it</li></ul>"
    assert page(parts + contents).procedure.steps == ("Fetch the source.", "Start the tool.")


CODE = "<pre><code>{}</code></pre>"


def test_paragraphs_of_a_page_that_lead_to_code_are_asked_for() -> None:
    get, start = CODE.format("get x"), CODE.format("run x")
    about = "<h2>About</h2><p>A tool for all.</p><h2>Install</h2>"
    found = page(
        f"{about}{get}<h2>Run</h2><p>Start the tool:</p>{start}<p>Open the page:</p>{start}<h2>Who</h2><p>Us.</p>"
    )
    assert [step.partition(" ⏎")[0] for step in found.procedure.steps] == [
        "```",
        "Start the tool: ```",
        "Open the page: ```",
    ]
    assert (found.unsure, "Us." in found.unused) == (True, True)


@pytest.mark.parametrize("above", ["What one gets back.", "The type of x."])
def test_code_below_words_that_tell_nothing_makes_no_steps(above: str) -> None:
    with pytest.raises(ContentError):
        page(f"<h2>x</h2><p>{above}</p>{CODE.format('[1]')}<h2>y</h2><p>{above}</p>{CODE.format('[2]')}")


def test_code_that_is_left_out_of_a_page_is_a_doubt() -> None:
    steps = "<h2>Steps</h2><ol><li>Solder the pins.</li><li>Cut the pins.</li></ol><h2>Also</h2><p>Words.</p>"
    assert not page(steps).unsure
    assert page(steps + CODE.format("run x")).unsure


def test_a_page_of_nothing_but_words_that_tell_nobody_is_a_doubt() -> None:
    assert page(
        "<h2>Old method</h2><p>This term is large.</p><h2>New method</h2><p>Both terms are small.</p>"
    ).unsure
    assert not page("<h2>Method</h2><ol><li>Sand the top.</li><li>Oil the top.</li></ol>").unsure


def test_labels_below_what_one_needs_are_a_doubt() -> None:
    head = "<h2>Prerequisites</h2><ul><li>A key</li><li>Rights</li></ul>"
    labels = "<p>Send the key to the server.</p><p>Path</p><p>None</p><p>Body</p><p>None, too</p>"
    assert page(head + labels).unsure


@pytest.mark.parametrize(("one_way", "other"), [("Using apt", "Using snap"), ("On Windows", "On Linux")])
def test_ways_on_a_page_are_asked_for(one_way: str, other: str) -> None:
    steps = "<h2>{0}</h2><ol><li>Fetch the tool.</li><li>Start the tool with {0}.</li></ol>"
    found = page(f"<h2>Steps</h2>{steps.format(one_way)}{steps.format(other)}".replace("h2>", "h3>"))
    assert found.unsure
    assert one_way in found.remark
    assert not page(steps.format("Fetching") + steps.format("Starting")).remark


@pytest.mark.parametrize(("heading", "unsure"), [("Steps", False), ("Roses in a vase", True)])
def test_numbered_titles_with_a_paragraph_below_each_lose_nothing(heading: str, unsure: bool) -> None:
    titles = ("Choose a pot", "Water it well", "Prune in the spring")
    told = (
        "Take one with holes, so that the water can run out of it.",
        "Pour until the soil is dark all the way down to the bottom.",
        "Cut each stem above the second bud from the ground.",
    )
    rows = "".join(f"<p>{n}. {a}</p><p>{b}</p>" for n, (a, b) in enumerate(zip(titles, told, strict=True), 1))
    found = page(f"{'<p>Menu</p>' * 20}<h2>{heading}</h2>{rows}<h2>How to buy roses</h2><p>Ask for them.</p>")
    assert (found.procedure.steps, found.procedure.sections) == (told, tuple(enumerate(titles, 1)))
    assert found.unsure == unsure
