"""The libraries that training uses, loaded when they are needed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from cardlab.errors import MissingExtra


def require_learn() -> None:
    """Raise MissingExtra if a library that all trainings use is not installed."""
    for package in ("numpy", "scipy", "sklearn", "onnx", "onnxruntime"):
        _require(package, "training", "learn")


def require_torch() -> None:
    """Raise MissingExtra if what networks need is not installed."""
    _require("torch", "training a network", "torch")


def sklearn(module: str) -> Any:
    """A module of scikit-learn, such as ``svm``."""
    _require("sklearn", "training", "learn")
    return import_module(f"sklearn.{module}")


def sklearn_threads(most: int) -> Any:
    """A context in which scikit-learn's own loops use that many threads; 0: all cores."""
    _require("threadpoolctl", "training", "learn")
    return import_module("threadpoolctl").threadpool_limits(most or None)


def onnx(module: str = "") -> Any:
    """The library that writes model files, or one of its modules."""
    _require("onnx", "training", "learn")
    return import_module(f"onnx.{module}" if module else "onnx")


def onnxruntime() -> Any:
    """The library that runs model files."""
    _require("onnxruntime", "training", "learn")
    return import_module("onnxruntime")


def torch() -> Any:
    """The library that trains networks."""
    require_torch()
    return import_module("torch")


def _require(package: str, job: str, extra: str) -> None:
    if find_spec(package) is None:
        raise MissingExtra(job, extra)
