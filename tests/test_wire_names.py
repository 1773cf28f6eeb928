"""Every name that stands in a file or that people type: kinds, keys of JSON and of front matter, keys, commands.

What is expected stands in `data/frozen` as it is written or typed. A test that fails here says that files on
people's disks, or what they have in their fingers and scripts, would no longer fit.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal, get_args, get_origin, get_type_hints

import click
import pytest
from textual.binding import Binding

import memory
import tailor
from memory.lessons import Lessons
from memory.messages import MemoryRow
from memory.store import schema
from tailor import config as settings_file
from tailor.app import TailorApp
from tailor.cli.console import Exit
from tailor.cli.main import main, root
from tailor.core.edits import bag_from_json, bag_from_text, bag_to_json, edit_line
from tailor.core.errors import TailorError
from tailor.core.events import EVENTS, event_from_line, event_to_line
from tailor.core.following import Following
from tailor.core.procedure import fingerprint_of_rest, procedure_from_json, procedure_to_json
from tailor.core.review import Decisions
from tailor.evaluation.judging import SelfAssessment, add_self_assessment
from tailor.library import metadata as about
from tailor.library.entries import LibraryEntry, Provenance, SavedEdit, SavedProcedure
from tailor.library.lineage import check
from tailor.library.metadata import record_outcome
from tailor.library.progress import ProgressStore
from tailor.library.store import Library
from tailor.library.trash import bring_back, throw
from tailor.providers.capabilities import Capabilities, CapabilityStore
from tailor.providers.keys import Key, write_key
from tailor.runs.history import choices_and_past, note_choices, open_file
from tailor.screens.dialogs.key_bindings import kinds_with_keys

FROZEN = Path(__file__).parent / "data" / "frozen"
KEPT_RUN = Path(__file__).parent / "data" / "kept_home" / "runs" / "0b0b38aad03f.jsonl"


def frozen(name: str) -> Any:
    """The expected value."""
    return json.loads((FROZEN / f"{name}.json").read_text("utf-8"))


FILES = frozen("files")
"""By name, the JSON of each file or line."""
SETTINGS = frozen("settings")
"""By key: default, samples of what is typed with the value they come to, what is refused."""
COMMANDS = frozen("commands")
CODES = frozen("exit_codes")
EVENT_LINES = (FROZEN / "events.jsonl").read_text("utf-8").splitlines()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own and none of Tailor's variables."""
    for name in frozen("variables"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TAILOR_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


# -- what is written -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", EVENT_LINES, ids=lambda line: str(json.loads(line)["kind"]))
def test_an_event_is_read_and_written_as_it_stands(line: str) -> None:
    assert event_to_line(event_from_line(line)) == line


def test_there_are_these_kinds_of_event_and_no_others() -> None:
    assert sorted(EVENTS) == sorted(json.loads(line)["kind"] for line in EVENT_LINES)


def test_words_of_a_closed_list_in_files_are_these() -> None:
    kinds: dict[str, type] = {
        **EVENTS,
        "choices": Decisions,
        "edit": SavedEdit,
        "entry": LibraryEntry,
        "own": SelfAssessment,
    }
    found = {path: words for name, kind in kinds.items() for path, words in closed(name, kind)}
    assert found == frozen("words")


def closed(path: str, hint: Any) -> Iterator[tuple[str, list[str]]]:
    """Every field below that holds one of a few words."""
    if is_dataclass(hint):
        for name, inner in get_type_hints(hint).items():
            yield from closed(f"{path}.{name}", inner)
    elif get_origin(hint) is Literal:
        yield path, sorted(map(str, get_args(hint)))
    elif get_origin(hint) is not ClassVar:
        for inner in get_args(hint):
            yield from closed(path, inner)


def test_a_procedure_is_read_and_written_as_it_stands() -> None:
    for name in ("procedure", "procedure_short"):
        assert json.dumps(procedure_to_json(procedure_from_json(FILES[name]))) == json.dumps(FILES[name])


@pytest.mark.parametrize("other", FILES["procedure_aliases"])
def test_other_names_for_the_keys_of_a_procedure_are_read(other: dict[str, Any]) -> None:
    made = procedure_from_json(other)
    assert (made.goal, made.resources, made.steps, made.extra) == ("Tie a bow", ("ribbon",), ("Loop.",), ())


def test_edits_are_read_and_written_as_they_stand() -> None:
    bag = bag_from_json(FILES["bag"])
    assert json.dumps(bag_to_json(bag)) == json.dumps(FILES["bag"])
    assert [edit_line(edit) for edit in bag.edits] == FILES["edit_lines"]
    assert [edit_line(edit) for edit in bag_from_text("\n".join(FILES["edit_lines"])).edits] == FILES["edit_lines"]


def test_choices_are_read_and_written_as_they_stand(tmp_path: Path) -> None:
    line = json.dumps(FILES["choices_line"]) + "\n"
    (tmp_path / "old.jsonl").write_text(line)
    note_choices(choices_and_past(tmp_path / "old.jsonl")[0], tmp_path / "new.jsonl")
    assert (tmp_path / "new.jsonl").read_text() == line


def test_a_file_of_the_library_and_the_record_beside_it_are_read_and_written_as_they_stand(tmp_path: Path) -> None:
    names = ("ribbon-bow-cd3e.v1.md", "ribbon-bow-cd3e.v1.edits.json")
    for name in names:
        (tmp_path / name).write_bytes((FROZEN / name).read_bytes())
    saved = Library(tmp_path).load("ribbon-bow-cd3e.v1")
    entry = saved_again(saved, tmp_path)
    for name in names:
        text = (tmp_path / name.replace(saved.id, entry.id)).read_text("utf-8")
        again = text.replace(entry.id, saved.id).replace(entry.created, saved.entry.created)
        again = again.replace(f',\n "seal": "{fingerprint_of_rest(saved.procedure)}"', "")  # older files have none
        assert again == (FROZEN / name).read_text("utf-8")
    assert (saved.state, saved.record) == ("ok", "ok"), "the fingerprint is the same"
    assert procedure_to_json(saved.procedure) == FILES["procedure_with_details"]


def test_a_file_that_holds_its_edits_itself_is_read_as_it_stands(tmp_path: Path) -> None:
    for name in ("ribbon-bow-ab2c.v1.md", "ribbon-bow-cd3e.v1.md", "ribbon-bow-cd3e.v1.edits.json"):
        (tmp_path / name).write_bytes((FROZEN / name).read_bytes())
    old, new = (Library(tmp_path).load(name) for name in ("ribbon-bow-ab2c.v1", "ribbon-bow-cd3e.v1"))
    assert procedure_to_json(old.procedure) == FILES["procedure"]
    same = ("parent", "hint", "requirements", "edits", "made", "state", "record")
    assert {name: getattr(old, name) for name in same} == {name: getattr(new, name) for name in same}
    assert (old.entry.origin, old.entry.tags, old.entry.created) == ("tailored", ("gift",), "2026-11-22T09:00:00Z")
    assert {one.fault for one in check(Library(tmp_path))} == {"no original"}  # it was made from another home's


def saved_again(saved: SavedProcedure, folder: Path) -> LibraryEntry:
    """The same procedure saved under a new id, with all that made it."""
    return Library(folder).save(
        saved.procedure,
        parent=saved.parent,
        hint=saved.hint,
        requirements=saved.requirements,
        edits=saved.edits,
        made=saved.made,
    )


def test_where_a_procedure_was_made_with_less_the_rest_of_its_keys_is_left_out(tmp_path: Path) -> None:
    library = Library(tmp_path)
    entry = library.save(
        procedure_from_json(FILES["procedure_short"]), made=Provenance(method="aag", prompts="tailor")
    )
    record = json.loads((tmp_path / f"{entry.id}.edits.json").read_text("utf-8"))
    assert record["made"] == FILES["made_short"]


def test_words_about_a_procedure_and_what_came_of_it_stand_as_they_stood(tmp_path: Path) -> None:
    path = tmp_path / "ribbon-bow-ab2c.meta.json"
    path.write_text(json.dumps(FILES["meta"]))
    about.change(tmp_path, "ribbon-bow-ab2c", lambda read: read)
    assert json.loads(path.read_text()) == FILES["meta"]
    [made] = FILES["meta"]["made"]
    record_outcome(tmp_path, place(), made["rating"], made["notes"], made["when"])
    assert json.loads(path.read_text()) == FILES["meta"] | {"made": [made, made]}


def place() -> Following:
    """The frozen place, as it is loaded."""
    folder = FROZEN / "follow"
    found = ProgressStore(folder).load("ribbon-bow-ab2c.v1")
    assert found is not None
    return found


def test_a_place_of_following_is_read_and_written_as_it_stands(tmp_path: Path) -> None:
    ProgressStore(tmp_path).keep(place())
    name = "ribbon-bow-ab2c.v1.json"
    assert (tmp_path / name).read_text() == (FROZEN / "follow" / name).read_text().rstrip("\n")


def test_a_note_of_the_trash_has_these_keys(tmp_path: Path) -> None:
    note = FILES["trash_note"]
    throw(tmp_path, note["name"], note["goal"], note["files"], note["when"])
    path = tmp_path / "trash" / "ribbon-bow-ab2c.note.json"
    assert json.loads(path.read_text()) == note
    bring_back(tmp_path, "ribbon-bow-ab2c")
    assert not path.exists()


def test_a_lesson_has_these_keys(tmp_path: Path) -> None:
    assert Lessons(tmp_path).remember(open_file(KEPT_RUN).review)
    assert json.loads((tmp_path / "lessons.jsonl").read_text("utf-8")) == FILES["lesson"]


def test_a_row_of_the_memory_has_these_columns() -> None:
    table = schema("lexical-1-384", 384)
    assert {name: str(table.field(name).type) for name in table.names} == FILES["memory_columns"]
    assert {key.decode(): value.decode() for key, value in table.metadata.items()} == FILES["memory_metadata"]
    assert sorted(get_type_hints(MemoryRow)) == FILES["memory_row"]


def test_answers_about_own_tailorings_have_these_keys(tmp_path: Path) -> None:
    own = FILES["own_judgement"]
    add_self_assessment(
        tmp_path, SelfAssessment(**{key: value for key, value in own.items() if key != "judged_by"})
    )
    assert json.loads((tmp_path / "judgements.jsonl").read_text()) == own


def test_keys_of_servers_and_what_is_known_of_them_stand_as_they_stood(tmp_path: Path) -> None:
    url = "https://models.example/v1"
    write_key(tmp_path / "keys.toml", url, Key("not-a-key"))
    assert (tmp_path / "keys.toml").read_text() == '"https://models.example/v1" = "not-a-key"\n'
    CapabilityStore(tmp_path / "known.json").write(url, "small", Capabilities(frozenset(["seed"]), True))
    assert json.loads((tmp_path / "known.json").read_text()) == FILES["capabilities"]


# -- what is typed -------------------------------------------------------------------------------------------


def test_every_action_has_this_id_and_this_key() -> None:
    assert TailorApp.BINDINGS, "the app is imported, so that its keys are among them"
    found: dict[str, str] = {}
    for kind in kinds_with_keys():
        for binding in kind.__dict__["BINDINGS"]:
            assert isinstance(binding, Binding), kind
            assert binding.id, (kind, binding.key)
            assert found.setdefault(binding.id, binding.key) == binding.key
    assert found == frozen("keys")


def test_there_are_these_settings_and_no_others(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert sorted(settings_file.SETTINGS) == sorted(SETTINGS)
    shown = settings_now(capfd)
    assert {key: one["value"] for key, one in shown.items()} == {key: SETTINGS[key]["default"] for key in SETTINGS}
    assert {one["from"] for one in shown.values()} == {"default"}


@pytest.mark.parametrize("key", sorted(SETTINGS))
def test_a_setting_takes_these_values_and_refuses_others(
    home: Path, key: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for typed, value in SETTINGS[key]["takes"].items():
        assert main(["config", "set", key, typed]) == 0
        assert settings_now(capfd)[key] == {"key": key, "value": value, "from": "file"}
    for typed in SETTINGS[key]["refuses"]:
        assert main(["config", "set", key, typed]) == 2


@pytest.mark.parametrize("key", sorted(key for key, one in SETTINGS.items() if "variable" in one))
def test_a_variable_stands_for_a_setting(
    home: Path, key: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    typed, value = next(iter(SETTINGS[key]["takes"].items()))
    monkeypatch.setenv(SETTINGS[key]["variable"], typed)
    assert settings_now(capfd)[key] == {"key": key, "value": value, "from": "environment"}


def settings_now(capfd: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The settings by key, as `tailor config show` has them."""
    capfd.readouterr()
    assert main(["config", "show", "--json"]) == 0
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    return {row["key"]: row for row in rows}


def test_profiles_own_keys_and_verify_agents_have_their_sections(
    home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    home.mkdir()
    (home / "config.toml").write_text((FROZEN / "config.toml").read_text("utf-8"), "utf-8")
    shown = [one for key, one in settings_now(capfd).items() if key not in SETTINGS]
    assert shown == FILES["config_rows"]


def test_no_other_variables_are_looked_at() -> None:
    places = [Path(str(package.__file__)).parent for package in (tailor, memory)]
    texts = (file.read_text("utf-8") for place in places for file in place.rglob("*.py"))
    word = re.compile(r"\b_?(?:TAILOR|OPENAI)_[A-Z]+(?:_[A-Z]+)*\b")
    assert sorted({name for text in texts for name in word.findall(text)}) == frozen("variables")


def test_every_command_has_this_name_and_these_options() -> None:
    found = dict(walked(root, "tailor"))
    assert list(found) == list(COMMANDS), "also in this order"
    assert found == COMMANDS


def walked(command: click.Command, name: str) -> Iterator[tuple[str, list[str]]]:
    """Each command below with its arguments and options."""
    yield name, [*sorted(map(told, command.params))]
    if isinstance(command, click.Group):
        context = click.Context(command)
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            assert found is not None
            yield from walked(found, f"{name} {below}")


def told(one: click.Parameter) -> str:
    """Names, values, default and whether it may be given again: "--accept [all|careful|none] = careful"."""
    if isinstance(one, click.Argument):
        name = (one.metavar or str(one.name).upper()).rstrip(".…")
        return f"{name}{'' if one.required else '?'}{'' if one.nargs == 1 else ' ...'}"
    assert isinstance(one, click.Option)
    names = " ".join([*one.opts, *one.secondary_opts])
    values = f"[{'|'.join(map(str, one.type.choices))}]" if isinstance(one.type, click.Choice) else one.type.name
    told_default = isinstance(one.default, str | int | float) and one.default != "" and not one.is_flag
    default = f"= {one.default}" if told_default else ""
    return " ".join(filter(None, [names, "" if one.is_flag else values, default, "..." if one.multiple else ""]))


@pytest.mark.parametrize("command", sorted(CODES["commands"]))
def test_a_command_ends_with_this_code(home: Path, command: str) -> None:
    home.mkdir()
    if command.endswith("broken settings"):
        (home / "config.toml").write_text("[provider\n")
    arguments = command.partition(" # ")[0].split()
    assert int(main(arguments)) == CODES["commands"][command]


def test_there_are_these_exit_codes_and_no_others() -> None:
    assert sorted(map(int, Exit)) == CODES["all"]
    assert sorted({kind.exit_code for kind in errors(TailorError)}) == CODES["of_errors"]


def errors(kind: type[TailorError]) -> Iterator[type[TailorError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from errors(below)
