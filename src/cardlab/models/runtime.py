"""Models in ONNX Runtime: those that are not compiled."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cardlab.errors import MissingExtra, RunError


@functools.cache
def _limit_memory(runtime: Any) -> None:
    """A small file may ask for any amount: such a model then fails when it is asked."""
    memory = runtime.OrtMemoryInfo("Cpu", runtime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, runtime.OrtMemType.DEFAULT)
    runtime.create_and_register_allocator(memory, runtime.OrtArenaCfg({"max_mem": 1 << 29}))


def session(path: Path, data: bytes, size: int) -> Callable[[Any], Any]:
    """The model in ONNX Runtime, on one thread, as a function of a batch."""
    try:
        import onnxruntime
    except ImportError:
        raise MissingExtra(f"the model {path}", "onnx") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    _limit_memory(onnxruntime)
    options.add_session_config_entry("session.use_env_allocators", "1")
    try:
        opened = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise RunError(f"{path}: ONNX Runtime refuses it: {str(error).splitlines()[0]:.200}") from None

    def judge(x: Any) -> Any:
        return opened.run(["p"], {"x": x.reshape(len(x), size)})[0]

    return judge
