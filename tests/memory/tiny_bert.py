"""A tiny embedding model of random weights in a GGUF file: `python tiny_bert.py FILE`. Needs gguf and numpy.

Its vectors mean nothing, but the same words get the same ones, and the llama.cpp that makes them is real.
"""

import string
import sys

import gguf  # type: ignore[import-not-found,import-untyped,unused-ignore]
import numpy as np  # type: ignore[import-not-found,import-untyped,unused-ignore]

WIDTH, HIDDEN, HEADS, CONTEXT = 32, 64, 4, 512
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
LETTERS = string.ascii_lowercase + string.digits + string.punctuation


def write_model(path: str) -> None:
    """A random BERT of one layer whose tokens are single letters."""
    kinds = gguf.TokenType
    tokens = [*SPECIAL, *(f"▁{letter}" for letter in LETTERS), *LETTERS]
    file = gguf.GGUFWriter(path, "bert")
    file.add_context_length(CONTEXT)
    file.add_embedding_length(WIDTH)
    file.add_block_count(1)
    file.add_feed_forward_length(HIDDEN)
    file.add_head_count(HEADS)
    file.add_layer_norm_eps(1e-12)
    file.add_causal_attention(False)
    file.add_pooling_type(gguf.PoolingType.MEAN)
    file.add_tokenizer_model("bert")
    file.add_token_list(tokens)
    file.add_token_types([kinds.CONTROL] * len(SPECIAL) + [kinds.NORMAL] * (len(tokens) - len(SPECIAL)))
    file.add_token_type_count(2)
    for number, add in enumerate(
        (file.add_pad_token_id, file.add_unk_token_id, file.add_bos_token_id, file.add_eos_token_id)
    ):
        add(number)
    file.add_sep_token_id(3)
    for number, (name, shape) in enumerate(shapes(len(tokens)).items()):
        random = np.random.default_rng(number).standard_normal(shape) * 0.3
        file.add_tensor(name, random.astype(np.float32))
    file.write_header_to_file()
    file.write_kv_data_to_file()
    file.write_tensors_to_file()
    file.close()


def shapes(words: int) -> dict[str, tuple[int, ...]]:
    """Every tensor's name and shape."""
    all_of: dict[str, tuple[int, ...]] = {
        "token_embd.weight": (words, WIDTH),
        "position_embd.weight": (CONTEXT, WIDTH),
        "token_types.weight": (2, WIDTH),
    }
    blocks = {
        "attn_q": WIDTH,
        "attn_k": WIDTH,
        "attn_v": WIDTH,
        "attn_output": WIDTH,
        "ffn_up": HIDDEN,
        "ffn_down": WIDTH,
    }
    for name, out in blocks.items():
        all_of[f"blk.0.{name}.weight"] = (out, HIDDEN if name == "ffn_down" else WIDTH)
        all_of[f"blk.0.{name}.bias"] = (out,)
    for name in ("token_embd_norm", "blk.0.attn_output_norm", "blk.0.layer_output_norm"):
        all_of |= {f"{name}.weight": (WIDTH,), f"{name}.bias": (WIDTH,)}
    return all_of


if __name__ == "__main__":
    write_model(sys.argv[1])
