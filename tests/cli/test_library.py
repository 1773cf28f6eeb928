"""`tailor import`, `export`, `again` and `tailor library …` as a person uses them."""

import json
import re
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tailor.library.changes import save_edited
from tailor.library.formats.pages import web
from tailor.library.store import Library
from tests.cli.conftest import Tailor

BREAD = (
    "Bake bread\n\nYou need:\n- flour\n\n1. Mix\n2. Preheat the oven to 220 °C\n3. Bake in the oven for 30 min\n"
)
BUTTERED = (
    "Bake bread\n\nYou need:\n- 500 g flour\n- 50 g butter\n\n1. Mix\n2. Melt the butter in a pan\n"
    "3. Bake for 30 min\n"
)
"""Its butter can be exchanged without a model."""
PAGE = b'<script type="application/ld+json">{"@type": "HowTo", "name": "Tea", "step": ["Boil", "Pour"]}</script>'


class _Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/to-file":
            self.send_response(302)
            self.send_header("Location", "file:///etc/hostname")
            self.end_headers()
            return
        body = {"/big": b"x" * (web.LARGEST_PAGE + 1), "/gone": b""}.get(self.path, PAGE)
        self.send_response(404 if self.path == "/gone" else 200)
        self.send_header("Content-Type", "image/png" if self.path == "/picture" else "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def site() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def kept(tailor: Tailor, text: str = BREAD) -> str:
    return tailor("import", "-", stdin=text).stdout.strip()


def test_a_dry_run_says_what_it_would_save_and_saves_nothing(tailor: Tailor, tmp_path: Path) -> None:
    (tmp_path / "bread.txt").write_text(BREAD)
    ran = tailor("import", "bread.txt", "--dry-run")
    assert (ran.returncode, "3 steps, 1 item" in ran.stderr) == (0, True)
    assert tailor("library", "list").stdout == ""


def test_one_file_that_cannot_be_read_does_not_stop_the_others(tailor: Tailor, tmp_path: Path) -> None:
    (tmp_path / "bread.txt").write_text(BREAD)
    ran = tailor("import", "none.txt", "bread.txt")
    assert ran.returncode == 1
    assert ran.stdout.startswith("bake-bread-")
    assert "none.txt" in ran.stderr


def test_a_folder_is_imported_with_its_progress_and_every_skipped_file(tailor: Tailor, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "a.md").write_text("# Tea\n\n1. Boil water.\n")
    (folder / "b.json").write_text("[" * 9)
    (folder / "c.png").write_bytes(b"x")
    with zipfile.ZipFile(folder / "d.zip", "w") as archive:
        archive.writestr("pie.json", '{"title": "Pie", "ingredients": ["plums"], "directions": ["Bake it."]}')
    assert tailor("import", "mine", "--dry-run").stdout.count("would save") == 2
    ran = tailor("import", "mine")
    assert (ran.returncode, [id[:3] for id in ran.stdout.split()]) == (1, ["tea", "pie"])
    assert "2 of 4: skipped mine: b.json: Line 1, column 10 is not JSON" in ran.stderr
    assert "3 of 4: skipped mine: c.png: Tailor does not read .png files" in ran.stderr
    assert "4 of 4:\nmine: d.zip: pie.json: Pie: 1 step, 1 item" in ran.stderr
    assert ran.stderr.endswith("mine: 2 how-tos imported, 2 files skipped.\n")
    refused = tailor("import", ".")
    assert (refused.returncode, "is your library itself" in refused.stderr, refused.stdout) == (1, True, "")
    (folder / "b.json").unlink()
    assert tailor("import", "mine").returncode == 0


def test_a_page_is_only_fetched_when_it_was_asked_for(tailor: Tailor, site: str) -> None:
    assert tailor("import", f"{site}/tea").returncode == 2
    ran = tailor("import", f"{site}/tea", "--fetch")
    assert (ran.returncode, ran.stdout[:4]) == (0, "tea-")
    data = json.loads(tailor("show", ran.stdout.strip(), "--json").stdout or "{}")
    assert data["source"] == f"{site}/tea"


@pytest.mark.parametrize(
    ("path", "says"), [("big", "2 MB"), ("gone", "404"), ("picture", "png"), ("to-file", "302")]
)
def test_what_is_no_page_is_refused_and_nothing_is_saved(tailor: Tailor, site: str, path: str, says: str) -> None:
    ran = tailor("import", f"{site}/{path}", "--fetch")
    assert (ran.returncode, says in ran.stderr, ran.stdout) == (1, True, "")
    assert tailor("library", "list").stdout == ""


@pytest.mark.parametrize("name", ["http_proxy", "ALL_PROXY"])
@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "ftp://127.0.0.1:9", "::::", "http://"])
def test_a_page_behind_a_proxy_of_another_kind_says_so(
    tailor: Tailor, monkeypatch: pytest.MonkeyPatch, name: str, proxy: str
) -> None:
    monkeypatch.setenv(name, proxy)
    monkeypatch.setenv("no_proxy", "")
    ran = tailor("import", "http://example.org/tea", "--fetch")
    assert (ran.returncode, "a kind of proxy Tailor cannot use" in ran.stderr, ran.stdout) == (1, True, "")
    assert "urlopen" not in ran.stderr


@pytest.mark.parametrize("format", ["md", "json", "text", "jsonld", "cook", "html"])
def test_every_export_can_be_imported_again(tailor: Tailor, format: str, tmp_path: Path) -> None:
    id = kept(tailor)
    ran = tailor("export", id, "--format", format)
    suffix = {"text": "txt", "jsonld": "json"}.get(format, format)
    (tmp_path / f"x.{suffix}").write_text(ran.stdout)
    again = tailor("import", f"x.{suffix}").stdout.strip()
    assert tailor("diff", id, again).stdout == ""


def test_a_variant_is_carried_over_compared_deleted_and_brought_back(tailor: Tailor, tmp_path: Path) -> None:
    original = kept(tailor, BUTTERED)
    tailor("customize", original, "--hint", "no butter", "--accept", "all", "--save")
    variant = next(
        line.split("\t")[0] for line in tailor("library", "list").stdout.split("\n") if original not in line
    )
    assert "{+" in tailor("library", "diff", variant).stdout
    assert f"\n  {variant}" in tailor("library", "tree").stdout
    assert "already made from the newest version" in tailor("library", "rebase", variant).stderr

    file = tmp_path / "home" / "library" / f"{original}.md"
    file.with_name(file.name.replace(".v1.", ".v2.")).write_text(
        tailor("library", "show", original)
        .stdout.replace("# Bake", "# Bake")
        .join(["---\ntailor: 1\n---\n", ""])
        .replace("1. Mix", "1. Wash your hands\n2. Mix")
    )
    assert tailor("library", "rebase", variant, "--dry-run").stdout == ""
    ran = tailor("library", "rebase", variant, "--leave-stale")
    assert (ran.returncode, ran.stdout.strip()) == (0, variant.replace(".v1", ".v2"))
    assert "Wash your hands" in tailor("show", ran.stdout.strip()).stdout
    assert tailor("again", variant).returncode == 0
    tailor("library", "delete", original.removesuffix(".v1"))
    refused = tailor("again", variant)
    assert (refused.returncode, "is in the trash" in refused.stderr) == (3, True)
    tailor("library", "undo")

    stem = variant.removesuffix(".v1")
    assert tailor("library", "tag", stem, "no oven", "--rating", "5").stdout.startswith(f"{stem}\tno oven")
    assert tailor("library", "delete", stem).stdout.strip() == stem
    assert tailor("show", stem).returncode == 3
    assert tailor("library", "trash").stdout == tailor("library", "undo", "--list").stdout
    assert tailor("library", "trash").stdout.startswith(f"{stem}\t")
    assert tailor("library", "undo").stdout.strip() == stem
    assert "The trash is empty" in tailor("library", "trash").stderr
    assert "no oven" in tailor("library", "tag", stem).stdout
    tailor("library", "delete", stem)
    assert tailor("library", "restore", variant).stdout.strip() == stem
    assert tailor("library", "restore", variant).stdout.strip() == f"{stem}.v3"
    assert f"Nothing has changed since {stem}.v3" in tailor("library", "restore", stem).stderr
    told = [line.split("\t")[4] for line in tailor("library", "history", stem).stdout.splitlines()[1:]]
    assert told == ["1 step added; notes changed", "back to version 1"]


def test_a_variant_that_was_updated_once_is_not_updated_again_from_its_old_version(
    tailor: Tailor, home: Path
) -> None:
    variant = outdated(tailor, home)
    newer = next((home / "library").glob("*.v2.md"))
    newer.write_text(newer.read_text().replace("goose fat", "butter") + "\nTo be eaten warm.\n")
    assert tailor("library", "rebase", variant).stdout == f"{variant[:-1]}2\n"
    again = tailor("library", "rebase", variant)
    assert (again.returncode, again.stdout) == (0, "")
    assert f"{variant[:-1]}2 is already made from the newest version" in again.stderr


@pytest.mark.parametrize("how", ["by hand", "to the trash"])
def test_a_variant_whose_original_is_gone_is_told_and_so_is_what_was_made_from_a_deleted_version(
    tailor: Tailor, home: Path, how: str
) -> None:
    variant = outdated(tailor, home)
    [newer] = (home / "library").glob("*.v2.md")
    stem = newer.name.removesuffix(".v2.md")
    assert "made from it" not in tailor("library", "delete", f"{stem}.v2").stderr
    tailor("library", "undo")
    assert "no original" not in tailor("library", "check").stdout
    if how == "by hand":
        (home / "library" / f"{stem}.v1.md").unlink()
    else:
        said = tailor("library", "delete", f"{stem}.v1").stderr
        assert f"Anything made from it stays as it is: {variant}." in said
    checked, rebased = tailor("library", "check"), tailor("library", "rebase", variant)
    assert (checked.returncode, rebased.returncode) == (0, 3)
    assert f"no original\t{variant}\t" in checked.stdout
    for said in (checked.stdout, rebased.stderr):
        assert ("is in the trash" if how == "to the trash" else f'There is no "{stem}.v1"') in said
        assert f"{variant} was made from it. Without it, Tailor cannot tell what was changed." in said


@pytest.mark.parametrize("others", [0, 1])
def test_a_variant_that_is_its_own_original_is_told_as_that_and_left_alone(
    tailor: Tailor, home: Path, others: int
) -> None:
    original = kept(tailor, BUTTERED)
    for _ in range(1 + others):
        tailor("customize", original, "--hint", "no butter", "--accept", "all", "--save")
    variants = [one.stem for one in sorted((home / "library").glob("*.v1.md")) if one.stem != original]
    for one, parent in zip(variants, variants[::-1], strict=True):
        file = home / "library" / f"{one}.md"
        file.write_text(file.read_text().replace(original, parent))
    for command in (
        ("library", "rebase", variants[0]),
        ("library", "diff", variants[0]),
        ("show", variants[0], "--before"),
        ("again", variants[0]),
    ):
        ran = tailor(*command)
        assert (ran.returncode, ran.stdout) == (1, ""), command
        assert f"{variants[0]} says that it was made from itself" in ran.stderr
    assert len(list((home / "library").glob("*.md"))) == 2 + others


def test_what_is_in_the_trash_is_told_to_be_there_by_every_way_of_showing_it(tailor: Tailor, home: Path) -> None:
    original = kept(tailor, BUTTERED)
    tailor("customize", original, "--hint", "no butter", "--accept", "all", "--save")
    variant = next(one.stem for one in (home / "library").glob("*.v1.md") if one.stem != original)
    tailor("library", "delete", original)
    for command in (
        ("show", original),
        ("show", original.removesuffix(".v1")),
        ("library", "show", variant, "--before"),
        ("library", "diff", original, variant),
        ("export", original),
    ):
        ran = tailor(*command)
        assert (ran.returncode, ran.stdout) == (3, ""), command
        assert "is in the trash. To bring it back" in ran.stderr


def outdated(tailor: Tailor, home: Path) -> str:
    """A variant of which a change no longer fits the newest version of its original."""
    original = kept(tailor, BUTTERED)
    tailor("customize", original, "--hint", "no butter", "--accept", "all", "--save")
    listed = tailor("library", "list").stdout.split("\n")
    file = home / "library" / f"{original}.md"
    newer = file.with_name(file.name.replace(".v1.", ".v2."))
    text = tailor("library", "show", original).stdout.replace("butter", "goose fat")
    newer.write_text(f"---\ntailor: 1\n---\n{text}")
    return next(line.split("\t")[0] for line in listed if original not in line)


@pytest.mark.parametrize(
    ("how", "keys", "saves"), [([], "", False), (["--plain"], "n\n", False), (["--plain"], "y\n", True)]
)
def test_an_update_that_brings_back_what_a_wish_rules_out_is_not_saved_unasked(
    tailor: Tailor, home: Path, how: list[str], keys: str, saves: bool
) -> None:
    original = kept(tailor, BUTTERED)
    tailor("customize", original, "--hint", "I am allergic to milk", "--accept", "all", "--save")
    variant = next(
        line.split("\t")[0] for line in tailor("library", "list").stdout.split("\n") if original not in line
    )
    newer = (home / "library" / f"{original}.md").with_name(f"{original.removesuffix('.v1')}.v2.md")
    text = tailor("library", "show", original).stdout.rstrip() + "\n9. Serve it with a glass of milk.\n"
    newer.write_text(f"---\ntailor: 1\n---\n{text}")
    asked = tailor("library", "rebase", variant, "--dry-run")
    assert "You said “I am allergic to milk”, but step" in asked.stderr
    ran = tailor("library", "rebase", variant, *how, stdin=keys)
    assert "“milk”" in ran.stderr
    assert (ran.returncode == 0, bool(ran.stdout)) == (saves, saves)
    assert (home / "library" / f"{variant.removesuffix('.v1')}.v2.md").exists() is saves
    if not how:
        again = tailor("again", variant)
        assert f"`tailor again {variant}` adapts" in ran.stderr
        assert "glass of milk" in again.stderr + again.stdout


CAKE = """# Cake

Serves 4

## You need

- 2 eggs
- 200 g flour
- 2 cups milk
- 50 g butter

## Steps

1. Beat the 2 eggs.
2. Fold in the 200 g flour and the butter.
3. Pour in the 2 cups milk, then repeat step 1.
"""


@pytest.mark.parametrize(
    ("hint", "old", "new", "says"),
    [
        ("for 8", "- 50 g butter", "- 50 g butter\n- 100 g sugar", "item 5 on the list (“100 g sugar”)"),
        ("for 8", "the butter.", "the butter.\n9. Add 3 tbsp milk.", "step 3 (“Add 3 tbsp milk.”)"),
        ("for 8", "1. Beat", "1. Sieve 50 g cocoa as in step 3.\n1. Beat", "step 1 (“Sieve 50 g cocoa as in"),
        ("for 8", "Serves 4", "Serves 2", "different number: “Serves 2”, not “4 servings”."),
        ("double it", "Serves 4", "Serves 2", "different number: “Serves 2”, not “4 servings”."),
        ("in metric", "- 50 g butter", "- 50 g butter\n- 2 cups stock", "item 5 on the list (“2 cups stock”)"),
        (
            "half the flour",
            "the butter.",
            "the butter.\n9. Dust with 50 g flour.",
            "step 3 (“Dust with 50 g flour.”)",
        ),
        (
            "margarine instead of butter",
            "the butter.",
            "the butter.\n9. Fry it in butter.",
            "step 3 (“Fry it in butter.”)",
        ),
    ],
)
def test_an_update_that_does_not_adapt_what_is_new_is_not_saved(
    tailor: Tailor, home: Path, hint: str, old: str, new: str, says: str
) -> None:
    Path("cake.md").write_text(CAKE, "utf-8")
    original = tailor("import", "cake.md").stdout.strip()
    tailor("customize", original, "--hint", hint, "--accept", "all", "--save")
    variant = next(
        line.split("\t")[0] for line in tailor("library", "list").stdout.split("\n") if original not in line
    )
    file = home / "library" / f"{original}.md"
    newer = file.with_name(f"{original.removesuffix('.v1')}.v2.md")

    text = file.read_text("utf-8").replace('"4 servings"', '"Serves 4"')
    newer.write_text(text.replace("1. Beat", "1. Wash your hands.\n1. Beat"), "utf-8")
    assert "You said" not in tailor("library", "rebase", variant, "--dry-run").stderr
    newer.write_text(text.replace(old, new), "utf-8")
    ran = tailor("library", "rebase", variant)
    assert f"You said “{hint}”, but " in ran.stderr
    assert says in ran.stderr
    assert (ran.returncode, "Nothing was saved." in ran.stderr) == (1, True)


def test_an_update_names_what_points_to_a_step_that_the_variant_left_out(tailor: Tailor, home: Path) -> None:
    steps = "1. Mix it.\n2. Toast the almonds.\n3. Bake it.\n"
    original = kept(tailor, f"Bake bread\n\nYou need:\n- 500 g flour\n- 50 g almonds\n\n{steps}")
    tailor("customize", original, "--hint", "no nuts", "--accept", "all", "--save")
    listed = tailor("library", "list").stdout.split("\n")
    variant = next(line.split("\t")[0] for line in listed if original not in line)
    text = tailor("library", "show", original).stdout.rstrip()
    newer = (home / "library" / f"{original}.md").with_name(f"{original.removesuffix('.v1')}.v2.md")
    newer.write_text(f"---\ntailor: 1\n---\n{text}\n4. Go back to step 2 if it is pale.\n")
    assert "points to step 2, which you removed" in tailor("library", "rebase", variant).stderr


def test_a_carried_change_is_named_by_its_step_and_by_no_id(tailor: Tailor, home: Path) -> None:
    said = tailor("library", "rebase", outdated(tailor, home), "--dry-run").stderr
    assert "no longer fits (" in said
    assert not re.search(r"\be\d+\b|replace\(", said)


@pytest.mark.parametrize(
    ("keys", "saves"),
    [("", False), ("q\n", False), ("s\n", False), ("n\nq\n", False), ("n\nq\ny\n", True), ("n\n" * 9, True)],
)
def test_a_variant_is_only_updated_once_what_no_longer_fits_is_decided(
    tailor: Tailor, home: Path, keys: str, saves: bool
) -> None:
    variant = outdated(tailor, home)
    ran = tailor("library", "rebase", variant, "--plain", stdin=keys)
    there = (home / "library" / f"{variant.removesuffix('.v1')}.v2.md").exists()
    assert (ran.returncode == 0, bool(ran.stdout), there) == (saves,) * 3
    assert ("Nothing was saved." in ran.stderr) is not saves


def test_edits_go_out_as_criticmarkup_and_come_back_as_decisions(tailor: Tailor, tmp_path: Path) -> None:
    tailor("customize", kept(tailor, BUTTERED), "--hint", "no butter", "--accept", "none")
    run = tailor("review").stdout.split("\t")[0]
    marked = tailor("export", run, "--review").stdout
    assert "{~~" in marked or "{--" in marked
    (tmp_path / "open.md").write_text(marked)
    ran = tailor("review", run, "--marked", "open.md")
    assert ran.stderr.startswith("0 accepted, 0 rejected,")
    tailor("review", run, "--plain", stdin="y\nq\n")
    ran = tailor("review", run, "--marked", "open.md")
    assert "still open, 2 decided earlier." in ran.stderr.splitlines()[0]
    (tmp_path / "open.md").write_text(marked.replace("# ", "# My ", 1))
    assert "The title is not part of the suggestions" in tailor("review", run, "--marked", "open.md").stderr


def test_the_list_has_the_labels_and_can_be_narrowed_to_them(tailor: Tailor) -> None:
    stem = kept(tailor).rpartition(".v")[0]
    kept(tailor, "Brew tea\n\n1. Boil water\n")
    tailor("library", "tag", stem, "quick", "--collection", "Kitchen", "--collection", "Old", "--leave", "Old")
    (line,) = tailor("library", "list", "--tag", "quick", "--collection", "kitchen", "--json").stdout.splitlines()
    row = json.loads(line)
    assert (row["tags"], row["collections"], row["goal"]) == (["quick"], ["Kitchen"], "Bake bread")
    none = tailor("library", "list", "--tag", "slow")
    assert (none.stdout, "No how-to has these labels" in none.stderr, none.returncode) == ("", True, 0)


def test_an_import_says_what_it_holds_against_the_profile_and_saves_it_all_the_same(tailor: Tailor) -> None:
    tailor("profile", "add", "me", "no nuts (allergy)")
    ran = tailor("import", "-", stdin="Cake\n\n1. Chop the walnuts\n2. Bake\n")
    assert "conflicts with your profile: walnuts (tree nuts) in step 1" in ran.stderr
    assert (ran.returncode, ran.stdout.startswith("cake-")) == (0, True)
    assert "your profile" not in tailor("import", "-", stdin="Tea\n\n1. Boil water\n").stderr


def test_notes_point_to_the_same_steps_in_the_next_version_and_in_one_brought_back(
    tailor: Tailor, home: Path
) -> None:
    library, id = Library(home / "library"), tailor("import", "-", stdin=BREAD).stdout.strip()
    tailor("library", "tag", id, "--note", "Less time in step 3; step 2 early.")
    saved = library.load(id)
    save_edited(library, saved, replace(saved.procedure, steps=saved.procedure.steps[1:]))
    assert tailor("library", "tag", id.partition(".")[0]).stdout.endswith("Less time in step 2; step 1 early.\n")
    now = library.load(id.partition(".")[0])
    save_edited(library, now, replace(now.procedure, steps=("Mix", now.procedure.steps[1])))
    ran = tailor("library", "tag", id.partition(".")[0])
    assert ran.stdout.endswith("Less time in step 2; step 2 (left out) early.\n")
    assert f"Your notes point to step 2 of {id}, which is gone in " in ran.stderr
    tailor("library", "restore", id)
    assert tailor("library", "tag", id.partition(".")[0]).stdout.endswith("Less time in step 3; step 2 early.\n")


def test_a_part_of_an_id_is_tagged_in_no_how_to_and_the_closest_is_named(tailor: Tailor) -> None:
    stem = tailor("import", "-", stdin=BREAD).stdout.split()[0].split(".")[0]
    said = tailor("library", "tag", stem[:-2], "weekend")
    assert said.returncode
    assert f"The closest: {stem}." in said.stderr
    assert "weekend" not in tailor("library", "tag", stem).stdout


def test_tags_that_a_person_gave_are_shown_and_exported(tailor: Tailor) -> None:
    id = tailor("import", "-", stdin=BREAD).stdout.split()[0]
    tailor("library", "tag", id, "weekend")
    assert "weekend" in tailor("show", id).stdout
    for format in ("md", "json", "cook", "html"):
        assert "weekend" in tailor("export", id, "--format", format).stdout, format
    assert "weekend" not in tailor("export", id, "--format", "text").stdout
