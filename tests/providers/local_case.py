"""GGUF files that hold nothing, in folders shaped like those of the programs that people have."""

import hashlib
import json
import struct
from pathlib import Path


def gguf(architecture: str = "llama", size: int = 2_000) -> bytes:
    """The head of a GGUF file and noughts up to `size`."""
    key, value = b"general.architecture", architecture.encode()
    head = b"GGUF" + struct.pack("<IQQQ", 3, 1, 1, len(key)) + key + struct.pack("<IQ", 8, len(value)) + value
    return head.ljust(size, b"\0")


def put(path: Path, data: bytes) -> Path:
    """The file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def in_hub(cache: Path, repo: str, file: str, data: bytes, commit: str = "c" * 40) -> Path:
    """A file in the hub's cache: the blob, and the link to it."""
    folder = cache / f"models--{repo.replace('/', '--')}"
    blob = put(folder / "blobs" / hashlib.sha256(data).hexdigest(), data)
    link = folder / "snapshots" / commit / file
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(blob)
    return link


def in_ollama(folder: Path, name: str, data: bytes, *, whole: bool = True) -> Path:
    """A model of Ollama's: host/owner/model/tag to the manifest, and the blob it names."""
    digest = hashlib.sha256(data).hexdigest()
    weights = {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{digest}", "size": len(data)}
    words = {"mediaType": "application/vnd.ollama.image.template", "digest": "sha256:" + "0" * 64, "size": 9}
    put(folder / "manifests" / name, json.dumps({"schemaVersion": 2, "layers": [words, weights]}).encode())
    blob = folder / "blobs" / f"sha256-{digest}"
    return put(blob if whole else blob.with_name(blob.name + "-partial"), data)
