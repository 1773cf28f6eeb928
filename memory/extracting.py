"""Procedures out of tutorials by a model: Extract, then Check and revise, at most twice ([AAG] 3 and appendix).

Owns what the two agents are asked and when what they gave is kept: only what a check passed in every point.
Refuses to keep anything itself, and to hide what was rejected. It is the road by which LCStep was made.
"""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Final

from memory.extract_answers import as_answer, checked_of, lacks, procedures_of
from memory.sources import own_id
from memory.tutorials import Tutorial
from memory.wording import PROMPTS, Domain
from tailor.agents.prompts import PromptSet, fenced, turns
from tailor.core.errors import Fault, ProviderError
from tailor.core.procedure import Procedure, procedure
from tailor.core.protocols import Message, Model, Settings, Text
from tailor.core.text import one_line

REVISIONS: Final = 2
"""Times that Check may rewrite; what it rewrote is checked once more."""

NO_PROCEDURE: Final = "No procedure could be read in the answer."
UNREADABLE: Final = "The check's answer held neither [PASS] nor [FAIL]."
TAG: Final = "extracted"

EXAMPLE: Final = (
    procedure(
        "Hang a picture of up to two kilograms on a plaster wall",
        [
            "Mark the height of the hook on the wall.",
            "Drive the hook into the wall.",
            "Hang the picture on the hook.",
        ],
        ["picture hook", "hammer", "pencil"],
    ),
)
LIBRARY_EXAMPLE: Final = (
    procedure(
        "Answer questions about one text file",
        [
            "Load the file with shelfmark.loaders.TextLoader.",
            "Cut the text into pieces with shelfmark.splitting.cut.",
            "Ask the pieces with shelfmark.asking.Questions.ask.",
        ],
        ["a chat model"],
    ),
)
"""What Check is shown as the right form; the library is made up."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """Procedures that a check, or their form, did not pass."""

    round: int
    """1 for what Extract gave, then one more for each revision."""
    procedures: tuple[Procedure, ...]
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Extraction:
    """What became of one tutorial."""

    tutorial: str
    kept: tuple[Procedure, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    """Every round that did not pass, also where a later one did."""
    fault: Fault | None = None
    """How the model itself broke off; None: it answered to the end."""

    @property
    def lost(self) -> tuple[Procedure, ...]:
        """The procedures of the last round, where nothing was kept."""
        return self.rejected[-1].procedures if self.rejected and not self.kept else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extractor:
    """Who takes procedures out of tutorials, and how they are asked."""

    model: Model
    prompts: PromptSet = "tailor"
    domain: Domain = field(default_factory=Domain)

    async def extract(self, tutorial: Tutorial) -> Extraction:
        """Extract, then Check and revise.

        Raises ProviderError, save where the model broke off by itself: what there was by then is rejected with the
        reason.
        """
        found: tuple[Procedure, ...] = ()
        rejected: list[Rejected] = []
        try:
            found = procedures_of(await self._ask(self._extract_messages(tutorial)))
            if not found:
                return Extraction(tutorial.name, (), (Rejected(1, (), (NO_PROCEDURE,)),))
            for round in range(1, REVISIONS + 2):
                checked = checked_of(await self._ask(self._check_messages(tutorial, found)))
                why = (*_form(found), *checked.failed, *(() if checked.readable else (UNREADABLE,)))
                if not why:
                    return Extraction(tutorial.name, self._signed(tutorial, found), tuple(rejected))
                rejected.append(Rejected(round, found, why))
                if not checked.revised:
                    break
                found = checked.revised
        except ProviderError as error:
            if not error.answered:
                raise
            broken = Rejected(len(rejected) + 1, found, (f"{error.title}: {error.message}",))
            return Extraction(tutorial.name, (), (*rejected, broken), error.fault)
        return Extraction(tutorial.name, (), tuple(rejected))

    def _signed(self, tutorial: Tutorial, found: Sequence[Procedure]) -> tuple[Procedure, ...]:
        """The procedures with where they come from, and by whom."""
        source = one_line(f"{tutorial.name}, extracted by {self.model.name}", 300)
        return tuple(replace(one, id=own_id(one, TAG), source=source, tags=(TAG,)) for one in found)

    async def _ask(self, messages: tuple[Message, ...]) -> str:
        """The whole answer."""
        settings = Settings(temperature=0.7 if self.prompts == "paper" else 0.0)
        stream = self.model.stream(messages, settings)
        said = []
        async with aclosing(stream) as chunks:  # type: ignore[type-var]  # every model of ours is a generator
            async for chunk in chunks:
                if isinstance(chunk, Text):
                    said.append(chunk.text)
        return "".join(said)

    def _extract_messages(self, tutorial: Tutorial) -> tuple[Message, ...]:
        return self._asked("extract", tutorial=self._data(tutorial.text))

    def _check_messages(self, tutorial: Tutorial, found: tuple[Procedure, ...]) -> tuple[Message, ...]:
        """What Check gets: the rules of Extract, an example and the output; in `tailor` the tutorial too."""
        example = LIBRARY_EXAMPLE if self._library else EXAMPLE
        values = {
            "instructions": self._rules(),
            "example": as_answer(example),
            "output": self._data(as_answer(found)),
            "tutorial": self._data(tutorial.text),
        }
        return self._asked("check", "tutorial" if self.prompts == "tailor" else "", **values)

    def _rules(self) -> str:
        """The instructions of Extract without its material."""
        first = self._asked("extract", tutorial="")[0].content
        if self.prompts == "paper":
            return first.partition("\n---")[0]
        return first.partition("\n\n")[2]  # what it says of marks and of its role is said to Check anew

    def _asked(self, name: str, *on: str, **values: str) -> tuple[Message, ...]:
        switches = {*on, "library" if self._library else ""}
        clause = f" {self.domain.clause}" if self.domain.clause else ""
        values |= {"clause": clause, "names": self.domain.names}
        return turns(self.prompts, name, switches, values, folder=PROMPTS)

    @property
    def _library(self) -> bool:
        return self.domain.name == "langchain"

    def _data(self, text: str) -> str:
        """As it is in `paper`; in `tailor` fenced, as other people's words are."""
        return text if self.prompts == "paper" else fenced(text)


def _form(found: Sequence[Procedure]) -> tuple[str, ...]:
    """What the form alone tells, whatever a check says."""
    return tuple(f"“{one_line(one.goal, 60) or '(no goal)'}”: {what}" for one in found if (what := lacks(one)))
