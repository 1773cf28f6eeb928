"""What a how-to was saved without is said where it is used later."""

from pathlib import Path

import pytest

from tests.cli.conftest import Tailor

CAKE = """# Cake

## What you need

- 90 g butter
- 50 g almonds
- 20 cm of ribbon

## Steps

1. Melt the butter.
2. Fold the almonds into the butter.
3. Tie the ribbon around it.
"""
UNMET = "You said “no nuts”, but step 2 and the list of what you need still mention “almonds”."


@pytest.fixture
def cake(tmp_path: Path) -> str:
    file = tmp_path / "cake.md"
    file.write_text(CAKE, encoding="utf-8")
    return str(file)


def saved(tailor: Tailor, home: Path, cake: str, keys: str) -> str:
    """The id of the version saved after these keys in line mode, with no butter and no nuts."""
    hint = "I have no ribbon, no nuts"
    assert tailor("customize", cake, "--hint", hint, "--plain", "--save", stdin=keys).returncode == 0
    (record,) = (home / "library").glob("*.edits.json")
    return record.name.removesuffix(".edits.json")


LEFT = "\ne\nTie the string around it.\n\ne\n20 cm of string\n\ny\n"
FINE = "f\ne\nTie the string around it.\nf\ne\n20 cm of string\n\ny\n"


def test_a_wish_saved_unmet_is_said_before_the_steps_at_its_step_and_on_the_list(
    tailor: Tailor, home: Path, cake: str
) -> None:
    id = saved(tailor, home, cake, LEFT)
    said = tailor("follow", id, "--plain", stdin="y\nq\n").stderr
    assert said.index(f"! {UNMET}") < said.index("Step 1 of 3")
    assert said.index("! You said “no nuts”; this step still has almonds.") > said.index("Step 2 of 3")
    assert "ribbon” not met" not in said
    assert f"\n**! {UNMET}**\n" in tailor("shopping", id).stdout
    assert tailor("shopping", id, "--format", "text").stdout.startswith(f"! {UNMET}\n")
    both = tailor("shopping", id, "starter.crusty-bread").stdout
    assert f"**! Cake: {UNMET}**" in both


def test_a_wish_saved_unmet_is_on_the_page_and_said_with_every_export(
    tailor: Tailor, home: Path, cake: str
) -> None:
    id = saved(tailor, home, cake, LEFT)
    page = tailor("export", id, "--format", "html")
    assert f"<p>{UNMET}</p>" in page.stdout
    for format in ("html", "text", "md"):
        assert UNMET in tailor("export", id, "--format", format).stderr


def test_what_the_person_said_is_fine_is_not_said_to_be_unmet(tailor: Tailor, home: Path, cake: str) -> None:
    id = saved(tailor, home, cake, FINE)
    assert "not met" not in tailor("follow", id, "--plain", stdin="q\n").stderr


def test_without_its_review_what_still_stands_there_is_said_all_the_same(
    tailor: Tailor, home: Path, cake: str
) -> None:
    id = saved(tailor, home, cake, LEFT)
    for run in (home / "runs").glob("*.jsonl"):
        run.unlink()
    assert UNMET in tailor("shopping", id).stdout


def test_a_household_hazard_is_said_before_the_steps_and_at_its_step(tailor: Tailor, tmp_path: Path) -> None:
    bath = tmp_path / "bath.md"
    bath.write_text("# Bath\n\n1. Open the window.\n2. Mix bleach and vinegar.\n3. Scrub.\n", encoding="utf-8")
    said = tailor("follow", str(bath), "--plain", stdin="y\nq\n").stderr
    assert said.index("! Step 2: bleach with an acid") < said.index("Step 1 of 3")
    assert said.index("! Bleach with an acid gives off chlorine gas.") > said.index("Step 2 of 3")


def test_the_profile_is_minded_when_a_how_to_is_followed_as_it_is(tailor: Tailor, cake: str) -> None:
    tailor("profile", "add", "me", "allergic to almonds", "no gluten")
    said = tailor("follow", cake, "--plain", stdin="y\nq\n").stderr
    assert "! You said “allergic to almonds”; this step still has almonds." in said
    assert "gluten" not in said
    assert "You said “allergic to almonds”" in tailor("shopping", cake).stdout


def test_two_things_of_one_name_after_a_change_are_said_where_nobody_is_asked(
    tailor: Tailor, tmp_path: Path
) -> None:
    stew = tmp_path / "stew.md"
    stew.write_text(
        "# Stew\n\n## Ingredients\n\n- 500 ml red wine\n- 500 ml beef stock\n\n## Method\n\n"
        "1. Pour in the wine and let it bubble.\n2. Add the stock.\n",
        encoding="utf-8",
    )
    ran = tailor("customize", str(stew), "--hint", "no alcohol", "--accept", "all", "--save")
    assert "Step 2 says “the stock”: that may be the vegetable stock, or the beef stock." in ran.stderr


def test_a_review_from_before_an_allergy_was_in_the_profile_says_that_it_is_not_looked_at(
    tailor: Tailor, cake: str
) -> None:
    tailor("customize", cake, "--hint", "half of it", "--plain", stdin="")
    run = tailor("review").stdout.split("\t")[0]
    assert "profile" not in tailor("review", run, "--plain", stdin="").stderr
    tailor("profile", "add", "me", "nut allergy", "no gluten")
    said = tailor("review", run, "--plain", stdin="").stderr
    assert "began before you added “nut allergy” to your profile, so it does not check for that" in said
