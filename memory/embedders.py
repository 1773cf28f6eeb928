"""Which embedder the settings mean (DESIGN 8): `lexical`, `sentence-transformers[:…]` or `server[:…]`.

Owns the names. Refuses to load anything before it is asked for.
"""

from memory.embedding import Embedder, Lexical
from memory.messages import MemorySettings
from tailor.core.errors import UsageError


def embedder_for(settings: MemorySettings) -> Embedder:
    """The embedder of the settings. UsageError for a name that means none."""
    kind, _, which = settings.embedder.partition(":")
    match kind:
        case "lexical":
            return Lexical()
        case "sentence-transformers":
            from memory.model_embedder import SentenceTransformers

            return SentenceTransformers(which)
        case "server":
            from memory.server_embedder import ServerEmbedder

            return ServerEmbedder(settings.base_url, settings.key, which)
        case _:
            raise UsageError(
                f'There is no embedder "{kind[:40]}". Choose lexical, sentence-transformers, '
                "sentence-transformers:NAME, or server:MODEL (tailor config set memory.embedder …)."
            )
