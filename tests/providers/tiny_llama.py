"""A llama.cpp server with a tiny model of random weights, made on the spot: `python tiny_llama.py FOLDER`.

Needs xllamacpp, gguf and numpy. Prints the base URL once it listens, and ends when its stdin does. The model knows
single bytes and says gibberish; what it is good for is that everything around it is real. With `--file FILE` it
only writes the model.
"""

import sys
from pathlib import Path

import gguf  # type: ignore[import-not-found,import-untyped,unused-ignore]
import numpy as np  # type: ignore[import-not-found,import-untyped,unused-ignore]
import xllamacpp  # type: ignore[import-not-found,import-untyped,unused-ignore]

WIDTH, HIDDEN, LAYERS, HEADS, CONTEXT = 64, 128, 2, 4, 2048
TRAINED = 16_384


def write_model(path: Path) -> None:
    """A random Llama of two layers whose tokens are bytes and printable ASCII."""
    kinds = gguf.TokenType
    tokens = [("<unk>", kinds.UNKNOWN), ("<s>", kinds.CONTROL), ("</s>", kinds.CONTROL)]
    tokens += [(f"<0x{byte:02X}>", kinds.BYTE) for byte in range(256)]
    tokens += [(char, kinds.NORMAL) for char in ["▁", *map(chr, range(33, 127))]]
    file = gguf.GGUFWriter(str(path), "llama")
    file.add_context_length(TRAINED)
    file.add_embedding_length(WIDTH)
    file.add_block_count(LAYERS)
    file.add_feed_forward_length(HIDDEN)
    file.add_head_count(HEADS)
    file.add_layer_norm_rms_eps(1e-5)
    file.add_tokenizer_model("llama")
    file.add_token_list([token for token, _ in tokens])
    file.add_token_types([kind for _, kind in tokens])
    file.add_token_scores([-float(rank) for rank in range(len(tokens))])
    file.add_bos_token_id(1)
    file.add_eos_token_id(2)
    file.add_unk_token_id(0)
    file.add_chat_template("{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant:")
    for name, shape in shapes(len(tokens)).items():
        ones = "norm" in name
        random = np.random.default_rng(len(name)).standard_normal(shape) * 0.3
        file.add_tensor(name, (np.ones(shape) if ones else random).astype(np.float32))
    file.write_header_to_file()
    file.write_kv_data_to_file()
    file.write_tensors_to_file()
    file.close()


def shapes(words: int) -> dict[str, tuple[int, ...]]:
    """Every tensor's name and shape."""
    all_of: dict[str, tuple[int, ...]] = {
        "token_embd": (words, WIDTH),
        "output_norm": (WIDTH,),
        "output": (words, WIDTH),
    }
    for layer in range(LAYERS):
        block: dict[str, tuple[int, ...]] = {"attn_norm": (WIDTH,), "ffn_norm": (WIDTH,)}
        block |= dict.fromkeys(("attn_q", "attn_k", "attn_v", "attn_output"), (WIDTH, WIDTH))
        block |= {"ffn_gate": (HIDDEN, WIDTH), "ffn_up": (HIDDEN, WIDTH), "ffn_down": (WIDTH, HIDDEN)}
        all_of |= {f"blk.{layer}.{name}": shape for name, shape in block.items()}
    return {f"{name}.weight": shape for name, shape in all_of.items()}


def main() -> None:
    if sys.argv[1] == "--file":
        write_model(Path(sys.argv[2]))
        return
    model = Path(sys.argv[1]) / "tiny.gguf"
    write_model(model)
    settings = xllamacpp.CommonParams()
    settings.model.path = str(model)
    settings.model_alias = {"tiny"}
    settings.n_ctx = 2 * CONTEXT
    settings.n_parallel = 2
    settings.hostnames = ["127.0.0.1"]
    settings.port = 0
    settings.cpuparams.n_threads = 1
    settings.warmup = False
    server = xllamacpp.Server(settings)
    print(f"{server.listening_address}/v1", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
