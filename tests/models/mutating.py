"""Loads many damaged copies of model files: each must be refused by a CardlabError, or give chances from 0 to 1.

Run by the tests in a process of its own, so that a crash of the interpreter is seen.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np

from cardlab import CardlabError, game
from cardlab.models.modelfile import load_model
from tests.models.onnxfiles import convolution, dense, trees, wide


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Bytes changed, deleted, doubled or cut off in a few places."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at, kind = rng.randrange(len(changed)), rng.randrange(12)
        if kind < 9:
            changed[at] = rng.choice((rng.randrange(256), changed[at] ^ 1 << rng.randrange(8), 255, 0))
        elif kind == 9:
            del changed[at : at + rng.randint(1, 8)]
        elif kind == 10:
            changed[at:at] = changed[at : at + rng.randint(1, 20)]
        else:
            del changed[max(1, at) :]
    return bytes(changed)


def main(folder: Path, times: int, seed: int) -> int:
    """How many of the damaged files could still be used."""
    rng, rules, used = random.Random(seed), game("castle"), 0
    shapes = (("dense", dense((23, 3, 1))), ("trees", trees(2)), ("convolution", convolution()), ("wide", wide((23, 3, 1))))
    for name, made in shapes:
        data = made.SerializeToString()
        path = folder / f"{name}.onnx"
        for number in range(times):
            mutation = damaged(data, rng)
            path.write_bytes(mutation)
            print(name, number, flush=True, file=sys.stderr)
            try:
                model = load_model(rules, path)
                answers = model.judge(np.random.default_rng(number).random((3, model.encoder.size), dtype=np.float32))
            except CardlabError:
                continue
            used += 1
            if not all(0 <= p <= 1 for p in answers):
                raise AssertionError(f"{path} of mutation {number} with seed {seed} gives {answers}")
    return used


if __name__ == "__main__":
    print(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
