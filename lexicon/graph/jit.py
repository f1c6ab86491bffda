"""How compiled kernels are declared and where their machine code is kept.

Kernels live in the modules that ``SOURCES`` names; numba compiles them to code that runs without
the GIL and keeps it on disk. numba does not notice an edit to a kernel called from another file,
so the folder's name is a hash of all sources: a changed source starts an empty folder instead of
running stale code. ``manage.py warm_engine`` fills the folder.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import llvmlite
import llvmlite.ir as llvm
import numba
from numba import types
from numba.extending import intrinsic

Array: TypeAlias = Any
"""A numpy array inside a kernel; shape and type are told in the kernel's docstring."""
Int: TypeAlias = Any
"""A 64-bit signed integer inside a kernel. Mixing it with uint64 would give a float."""

BASE_DIR = Path(__file__).resolve().parents[2]
SOURCES = (
    "lexicon/graph/jit.py",
    "lexicon/graph/kernels.py",
    "lexicon/graph/strings.py",
    "games/engine/kernels/*.py",
)
READY = "ready"

Function = TypeVar("Function", bound=Callable[..., Any])


def cache_root() -> Path:
    """The folder that the environment names (the site's settings write it there), or the usual."""
    return Path(os.environ.get("ENGINE_CACHE_DIR") or BASE_DIR / "var" / "engine")


def source_hash() -> str:
    """One name for this exact set of kernels, compilers included."""
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__}".encode())
    for path in sorted(path for pattern in SOURCES for path in BASE_DIR.glob(pattern)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_dir() -> Path:
    return _cache_dir


def is_ready(part: str) -> bool:
    """Whether ``part`` of the kernels was compiled and kept earlier, on this machine."""
    return (_cache_dir / f"{part}.{READY}").exists()


def mark_ready(part: str) -> None:
    _cache_dir.mkdir(parents=True, exist_ok=True)
    (_cache_dir / f"{part}.{READY}").touch()


def kernel(function: Function) -> Function:
    """Compile on first call (or load from the folder), run without the GIL."""
    return _compile(function, _nrt=True)


def bare(function: Function) -> Function:
    """A kernel that makes no array, returns none, and calls only such kernels: those it is given
    need not be counted, which else costs an inner loop more than its work."""
    return _compile(function, _nrt=False)


def inlined(function: Function) -> Function:
    """A kernel small enough to be pasted into its callers."""
    return _compile(function, inline="always")


def _compile(function: Function, **options: Any) -> Function:
    # ``_nrt`` (count references to arrays) is numba's own name; callees would inherit it untold.
    return cast("Function", numba.njit(cache=True, nogil=True, **options)(function))


def _count_ones(_context: Any, _bits: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


def _find_lowest(_context: Any, _bits: Any) -> Any:
    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], llvm.Constant(llvm.IntType(1), 1))

    return types.int64(types.int64), generate


popcount: Callable[[Int], Int] = cast("Any", intrinsic(_count_ones))
"""Number of bits set."""
lowest_bit: Callable[[Int], Int] = cast("Any", intrinsic(_find_lowest))
"""Index of the lowest bit set; undefined for 0."""

_cache_dir = cache_root() / source_hash()
setattr(numba.config, "CACHE_DIR", str(_cache_dir))  # noqa: B010 (unknown to the stubs)
