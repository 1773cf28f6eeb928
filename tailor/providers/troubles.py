"""Every trouble a server can make, in words a person understands: one table.

Owns the kinds of trouble, the fault each belongs to (DESIGN 7), its title and message, and whether asking again
can help. Refuses to decide which trouble it was: `faults` does.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tailor.core.errors import Fault

DeadlineKind: TypeAlias = Literal["first_deadline", "idle_deadline", "total_deadline"]
Kind: TypeAlias = (
    DeadlineKind
    | Literal[
        "wrong_key", "no_key", "forbidden", "keyless", "no_model", "too_long", "too_large", "rate", "no_credit"
    ]
    | Literal["no_path", "redirect", "refused", "server_error", "busy"]
    | Literal["no_host", "not_listening", "unreachable", "tls", "connect_deadline", "dropped"]
    | Literal["proxy", "proxy_kind"]
    | Literal["page", "packed", "garbled", "wrong_type", "empty", "only_thinking", "tool_call", "refusal"]
    | Literal["unfinished", "broken_off", "length", "filtered", "too_much", "odd_end"]
)


class Trouble(Exception):
    """What went wrong, before it is known whose key and texts must be kept out of the message."""

    def __init__(
        self, kind: Kind, *, said: str = "", seconds: float | None = None, parameter: tuple[str, str] = ("", "")
    ) -> None:
        super().__init__(kind)
        self.kind: Kind = kind
        self.said = said
        """The server's own words, not yet cleaned."""
        self.seconds = seconds
        """How long the deadline was, or how long the server asks to wait."""
        self.parameter = parameter
        """For "refused": the parameter the server names, and the text in which it might be named."""


@dataclass(frozen=True, slots=True)
class Words:
    """How a trouble is told. `message` may hold {host}, {model} and {seconds}."""

    fault: Fault
    title: str
    message: str
    again: bool = False
    """Whether the same request may succeed a moment later."""
    answered: bool = False
    """Whether it is the model's own doing: the same request would end the same way (benches keep it)."""


_BASE_URL = "Is this base URL right? It usually ends in /v1."

TABLE: Final[dict[Kind, Words]] = {
    # key, permission
    "no_key": Words(
        "key",
        "A key is needed",
        "{host} answers only with a key. Set one for this base URL in the settings, or in TAILOR_API_KEY.",
    ),
    "wrong_key": Words(
        "key",
        "The key was not accepted",
        "{host} turned the key down. Check that it is whole, still valid and meant for this base URL.",
    ),
    "forbidden": Words(
        "permission",
        "Not allowed",
        "{host} knows the key but does not allow this. Look at what the account may use, or choose another model.",
    ),
    "keyless": Words(
        "permission",
        "Not allowed",
        "{host} does not allow this, and no key was sent. If it wants one, set it for this base URL in the "
        "settings, or in TAILOR_API_KEY.",
    ),
    # model
    "no_model": Words(
        "model",
        "No such model",
        "{host} has no model called “{model}”. Choose one of those it lists, or install it there first.",
    ),
    "too_long": Words(
        "model",
        "Too long for this model",
        "The text does not fit into “{model}”. Choose a model with a larger context, or a shorter procedure.",
        answered=True,
    ),
    # rate
    "rate": Words("rate", "Too many requests", "{host} asks to slow down. Try again in a while.", again=True),
    "no_credit": Words(
        "rate", "The account is used up", "{host} says that credit or quota is used up. Look at the account there."
    ),
    # server
    "too_large": Words(
        "server", "Too large for this server", "{host} does not take a text of this size. Try a shorter procedure."
    ),
    "no_path": Words("server", "Nothing answers there", "{host} does not know this address. " + _BASE_URL),
    "redirect": Words(
        "server",
        "The server points elsewhere",
        "{host} sends requests on to another address. Tailor does not follow, so your texts went nowhere else. "
        "If you trust the other address, make it the base URL.",
    ),
    "refused": Words(
        "server", "The request was refused", "{host} does not accept this request. Another model may take it."
    ),
    "server_error": Words(
        "server", "The server failed", "{host} has a problem of its own. Try again in a while.", again=True
    ),
    "busy": Words(
        "server",
        "The server is not ready",
        "{host} is busy or still loading its model. Try again in a while.",
        again=True,
    ),
    "first_deadline": Words(
        "server",
        "No answer in time",
        "{host} did not begin to answer within {seconds}. It may still be loading the model: try again, or allow "
        "more time (deadline “first”).",
    ),
    # network
    "no_host": Words(
        "network",
        "The server cannot be found",
        "There is no computer called {host}. Check the spelling of the base URL, and the network.",
        again=True,
    ),
    "not_listening": Words(
        "network",
        "Nobody answers",
        "Nothing is listening at {host}. Start the server there, or correct the base URL.",
        again=True,
    ),
    "unreachable": Words(
        "network", "No connection", "{host} cannot be reached. Check the network and the base URL.", again=True
    ),
    "tls": Words(
        "network",
        "The connection is not secure",
        "{host} could not prove who it is, so nothing was sent. Check the base URL (https or http?), the clock of "
        "this computer, and its certificates.",
    ),
    "connect_deadline": Words(
        "network",
        "No connection in time",
        "{host} could not be reached within {seconds}. Check the network and the base URL, or allow more time "
        "(deadline “connect”).",
    ),
    "dropped": Words(
        "network",
        "The connection broke",
        "{host} closed the connection before it said anything. Try again; if it stays so, look at the server.",
        again=True,
    ),
    "proxy": Words(
        "network",
        "No way through the proxy",
        "The way to {host} leads through a proxy (HTTPS_PROXY, ALL_PROXY or the system's settings), and no "
        "connection came about there. Check the proxy and the network, or start Tailor without it.",
        again=True,
    ),
    "proxy_kind": Words(
        "network",
        "A proxy Tailor cannot use",
        "HTTPS_PROXY, HTTP_PROXY or ALL_PROXY names a proxy of a kind Tailor cannot use, such as SOCKS, so "
        "nothing was sent to {host}. Name one that begins with http:// there, or start Tailor without it.",
    ),
    # bad_answer
    "page": Words("bad_answer", "Not a model's answer", "{host} sent something that no model says. " + _BASE_URL),
    "packed": Words(
        "bad_answer",
        "A packed answer",
        "{host} packs its answers although Tailor asks it not to, so they are not opened. Turn compression off "
        "there, or in the proxy before it.",
    ),
    "garbled": Words(
        "bad_answer",
        "A garbled answer",
        "Part of what {host} sent cannot be read. Try again, or look at the server.",
    ),
    "wrong_type": Words(
        "bad_answer",
        "An answer of another kind",
        "{host} does not answer the way an OpenAI-compatible server does. " + _BASE_URL,
    ),
    "empty": Words(
        "bad_answer",
        "An empty answer",
        "“{model}” answered with nothing at all. Try again, or choose another model.",
        answered=True,
    ),
    "only_thinking": Words(
        "bad_answer",
        "Thinking, but no answer",
        "“{model}” only thought and then said nothing. Try again, or choose a model that thinks less.",
        answered=True,
    ),
    "tool_call": Words(
        "bad_answer",
        "An answer of another kind",
        "“{model}” tried to use a tool. Tailor offers none; choose another model.",
        answered=True,
    ),
    "refusal": Words(
        "bad_answer",
        "The model declined",
        "“{model}” does not want to do this. Put it in other words, or choose another.",
        answered=True,
    ),
    # cut_short
    "unfinished": Words(
        "cut_short", "The answer is cut short", "{host} stopped in the middle of the answer. Try again."
    ),
    "broken_off": Words(
        "cut_short",
        "The answer is cut short",
        "The connection to {host} broke in the middle of the answer. Try again.",
    ),
    "length": Words(
        "cut_short",
        "The answer is cut short",
        "“{model}” reached its limit of length before it was done. Allow longer answers at the server (the "
        "prompts “paper” set a limit themselves), or choose another model.",
        answered=True,
    ),
    "filtered": Words(
        "cut_short",
        "The answer is cut short",
        "A content filter at {host} stopped the answer. Other words or another model may get through.",
        answered=True,
    ),
    "too_much": Words(
        "cut_short",
        "The answer is far too long",
        "“{model}” wrote on and on, so Tailor stopped it. Try again, or choose another model.",
        answered=True,
    ),
    "idle_deadline": Words(
        "cut_short",
        "The answer is cut short",
        "{host} fell silent for {seconds} in the middle of the answer. Try again, or allow more time "
        "(deadline “idle”).",
    ),
    "total_deadline": Words(
        "cut_short",
        "The answer is cut short",
        "The answer was not complete after {seconds}. Try again, or allow more time (deadline “total”).",
    ),
    "odd_end": Words(
        "cut_short",
        "The answer is cut short",
        "{host} ended the answer for a reason Tailor does not know. Try again.",
    ),
}
"""What each kind of trouble is called, says and asks for."""
