"""Settings: the file, the environment, and one value changed without touching the rest."""

import os
import stat
from pathlib import Path

import pytest

from tailor.config import Config, ExtraVerify, offered_server
from tailor.config_file import load, set_value, unknown
from tailor.core.errors import DamagedError, UsageError
from tailor.paths import user_paths
from tailor.storage import SaveError

WHOLE = """# mine
[provider]
kind = "server"
base_url = "https://models.example/v1/"
model = "some-model"
deadlines = "connect=1,first=2"
unknown = 3
[run]
strategy = "parallel"   # the study liked it
prompts = "paper"
[profile]
use = ["me"]
me = ["no nuts (allergy)", "no oven"]
[[verify]]
name = "states"
[[verify]]
name = "mine"
instruction = "Is it quiet?"
[memory]
uri = "/tmp/m"
embedder = "lexical"
learn = true
[app]
theme = "dark"
plain = true
[keys]
"review.accept" = "a"
[later]
x = 1
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "config.toml"


def written(file: Path, text: str) -> Path:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return file


def test_without_a_file_the_built_in_tailor_answers(file: Path) -> None:
    config = load(file, {})
    assert config == Config()
    assert (config.provider, config.strategy, config.prompts) == ("builtin", None, "tailor")


def test_every_key_of_the_file_is_read(file: Path) -> None:
    config = load(written(file, WHOLE), {})
    assert (config.provider, config.base_url, config.model) == (
        "server",
        "https://models.example/v1",
        "some-model",
    )
    assert (config.deadlines.connect, config.deadlines.first, config.deadlines.idle) == (1, 2, 30)
    assert (config.strategy, config.prompts) == ("parallel", "paper")
    assert (config.use, dict(config.profiles)) == (("me",), {"me": ("no nuts (allergy)", "no oven")})
    assert config.verify == (
        ExtraVerify(name="states", instruction=""),
        ExtraVerify(name="mine", instruction="Is it quiet?"),
    )
    assert (config.memory_uri, config.embedder, config.learn) == ("/tmp/m", "lexical", True)
    assert (config.theme, config.plain, dict(config.keys)) == ("dark", True, {"review.accept": "a"})


def test_the_environment_fills_what_the_file_leaves_open(file: Path) -> None:
    variables = {
        "TAILOR_BASE_URL": "http://127.0.0.1:11434/v1",
        "TAILOR_MODEL": "theirs",
        "TAILOR_DEADLINES": "total=9, idle=3",
        "TAILOR_PLAIN": "1",
    }
    config = load(file, variables)
    assert (config.provider, config.model, config.plain) == ("server", "theirs", True)
    assert (config.deadlines.total, config.deadlines.idle, config.deadlines.connect) == (9, 3, 5)
    assert config.came["provider.model"] == "environment"
    assert load(written(file, WHOLE), variables).model == "some-model"


def test_a_server_of_others_is_offered_and_never_used(file: Path) -> None:
    variables = {"OPENAI_API_KEY": "sk-x", "OPENAI_BASE_URL": "https://other.example/v1"}
    assert load(file, variables).provider == "builtin"
    assert offered_server(variables) == "https://other.example/v1"
    assert offered_server({"OPENAI_API_KEY": "sk-x"}) == "https://api.openai.com/v1"
    assert offered_server({}) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[run\nstrategy = 1", "line 1"),
        ('[run]\n\nstrategy = "fast"', "line 3: run.strategy is wrong: it must be one of sequential"),
        ("[app]\nplain = 7", "line 2: app.plain is wrong"),
        ('[provider]\nbase_url = "ftp://x"', "http://"),
        ('[provider]\nbase_url = "https://me:secret@x/v1"', "must not contain a name or password"),
        ('[provider]\ndeadlines = "first=soon"', "number of seconds"),
        ("[profile]\nme = [1]", "must be a list"),
        ("run = 3", "line 1: \\[run\\] must be a section"),
        ("[[verify]]\ninstruction = 'x'", "needs a name"),
        pytest.param("a = " + "[" * 5_000, "nested|not TOML", id="nested"),
        pytest.param("[app]\ntheme = " + "9" * 5_000, "a number that is too long", id="digits"),
        pytest.param("[local]\nthreads = 0x" + "f" * 4_000, "threads is wrong: it must be a whole", id="hex"),
        pytest.param("[local]\nidle = 0b" + "1" * 20_000, "idle is wrong: it must be a number", id="bits"),
        pytest.param(
            "[provider]\ndeadlines = {first = 0x" + "f" * 4_000 + "}", "first must be a number", id="first"
        ),
        pytest.param("[app]\nbell = 0x" + "f" * 4_000, "it must be true or false", id="bell"),
        pytest.param(f"[profile]\nme = ['{'y' * 100_001}']", "line 2: profile.me is wrong: .*100,000", id="line"),
    ],
)
def test_a_broken_file_is_damaged_and_says_where_and_what_to_do(file: Path, text: str, says: str) -> None:
    with pytest.raises(DamagedError, match=says) as caught:
        load(written(file, text), {})
    assert caught.value.exit_code == 5
    assert str(file) in caught.value.message
    assert "move it somewhere else" in caught.value.message
    assert "secret" not in caught.value.message


def test_bytes_that_are_no_text_are_damaged_too(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DamagedError, match="UTF-8"):
        load(file, {})


def test_a_wrong_variable_is_wrong_usage(file: Path) -> None:
    with pytest.raises(UsageError, match="TAILOR_DEADLINES is wrong"):
        load(file, {"TAILOR_DEADLINES": "frist=3"})


@pytest.mark.parametrize("text", ["app = 3", "[[app]]\nmotion = true", 'app = "dark"', "app = []"])
def test_a_value_cannot_be_set_where_something_else_has_the_name_of_its_section(file: Path, text: str) -> None:
    with pytest.raises(DamagedError, match=r"line 1: \[app\] must be a section"):
        set_value(written(file, text), "app.motion", "false")
    assert file.read_text() == text


def test_setting_a_value_keeps_comments_and_unknown_keys(file: Path) -> None:
    set_value(written(file, WHOLE), "run.strategy", "adaptive")
    assert file.read_text() == WHOLE.replace('strategy = "parallel"', 'strategy = "adaptive"')


@pytest.mark.skipif(os.name == "nt", reason="rights are another matter there")
@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_file_kept_elsewhere_is_changed_there_and_the_link_stays(file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles" / "tailor.toml"
    kept.parent.mkdir()
    kept.write_text("# mine\n")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.symlink_to(kept)
    set_value(file, "app.motion", "false")
    assert file.is_symlink()
    assert "motion = false" in kept.read_text()


def test_what_no_setting_is_called_is_known_by_name(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('[app]\nmotion = false\nmoton = 1\n[profil]\nme = ["no nuts"]\n[profile]\nyou = ["x"]\n')
    assert unknown(file) == ("app.moton", "profil")
    assert unknown(file.with_name("none")) == ()


def test_a_new_file_is_for_the_owner_alone(file: Path) -> None:
    old = os.umask(0)
    try:
        set_value(file, "run.strategy", "unified")
    finally:
        os.umask(old)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("key", "value", "field", "expected"),
    [
        ("provider.base_url", "http://localhost:1234/v1", "base_url", "http://localhost:1234/v1"),
        ("app.plain", "yes", "plain", True),
        ("app.questions", "off", "questions", False),
        ("profile.use", "me, you", "use", ("me", "you")),
        ("profile.use", '["a, b", "c"]', "use", ("a, b", "c")),
        ("keys.review.accept", "y", "keys", {"review.accept": "y"}),
        ("provider.deadlines", "first=3", "deadlines", None),
    ],
)
def test_what_is_set_is_read(file: Path, key: str, value: str, field: str, expected: object) -> None:
    set_value(file, key, value)
    found = getattr(load(file, {}), field)
    assert expected is None or (dict(found) if field == "keys" else found) == expected
    set_value(file, key, "")
    assert load(file, {}) == Config()


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("run.strategy", "fast", "one of sequential"),
        ("run.strateg", "unified", "Similar: run.strategy"),
        ("verify", "x", "by hand"),
        ("nothing", "x", "The settings: provider.kind"),
        ("app.plain", "maybe", "true or false"),
        ("profile.me", "[1", "must be a list"),
    ],
)
def test_a_wrong_value_is_refused_and_nothing_is_written(file: Path, key: str, value: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        set_value(file, key, value)
    assert not file.exists()


def test_a_broken_file_is_not_written_over(file: Path) -> None:
    written(file, "[run\n")
    with pytest.raises(DamagedError):
        set_value(file, "run.strategy", "unified")
    assert file.read_text() == "[run\n"


def test_when_the_disk_refuses_the_old_file_stays(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(file, WHOLE)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(SaveError, match="No space left"):
        set_value(file, "run.strategy", "unified")
    assert file.read_text() == WHOLE
    assert [path.name for path in file.parent.iterdir()] == ["config.toml"]


def test_one_folder_holds_everything_when_a_home_is_named(tmp_path: Path) -> None:
    found = user_paths({"TAILOR_HOME": str(tmp_path)})
    assert found.config_file == tmp_path / "config.toml"
    assert found.keys_file == tmp_path / "keys.toml"
    assert [found.library, found.runs, found.memory, found.cache, found.log] == [
        tmp_path / name for name in ("library", "runs", "memory", "cache", "log")
    ]
    assert not list(tmp_path.iterdir())


def test_without_a_home_the_systems_own_folders_are_used() -> None:
    found = user_paths({})
    assert "tailor" in str(found.config_file)
    assert found.config_file.is_absolute()
