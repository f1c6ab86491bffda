"""Declaration of compiled kernels, and the cache of their machine code.

Kernels are defined in the modules in ``SOURCES``. numba compiles them to code that runs without the
GIL, and caches it on disk. numba does not notice when a kernel in another file is edited, so the
cache folder is named by a hash of all sources: a changed source starts an empty folder instead of
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
"""A numpy array inside a kernel. The kernel's docstring gives its shape and type."""
Int: TypeAlias = Any
"""A 64-bit signed integer inside a kernel. An operation with a uint64 would give a float."""

BASE_DIR = Path(__file__).resolve().parents[2]
SOURCES = (
    "lexicon/graph/jit.py",
    "lexicon/graph/kernels.py",
    "lexicon/graph/gaddag_strings.py",
    "games/engine/kernels/*.py",
)
READY_SUFFIX = "ready"

Function = TypeVar("Function", bound=Callable[..., Any])


def cache_root() -> Path:
    """Return ENGINE_CACHE_DIR, which the site's settings put into the environment, or a default."""
    return Path(os.environ.get("ENGINE_CACHE_DIR") or BASE_DIR / "var" / "engine")


def source_hash() -> str:
    """Return a hash of all kernel sources and of the compilers' versions."""
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__}".encode())
    for path in sorted(path for pattern in SOURCES for path in BASE_DIR.glob(pattern)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_dir() -> Path:
    return _cache_dir


def is_ready(part: str) -> bool:
    """Return whether ``part`` of the kernels is already compiled on this machine."""
    return (_cache_dir / f"{part}.{READY_SUFFIX}").exists()


def mark_ready(part: str) -> None:
    """Record that ``part`` of the kernels is compiled on this machine."""
    _cache_dir.mkdir(parents=True, exist_ok=True)
    (_cache_dir / f"{part}.{READY_SUFFIX}").touch()


def kernel(function: Function) -> Function:
    """Compile a function on its first call, or load it from the cache. It runs without the GIL."""
    return _compile(function, _nrt=True)


def bare_kernel(function: Function) -> Function:
    """Compile a kernel that creates and returns no arrays and calls only such kernels.

    It does without reference counts for its arrays, which can cost an inner loop more than its
    work.
    """
    return _compile(function, _nrt=False)


def inlined_kernel(function: Function) -> Function:
    """Compile a kernel that is small enough to be inlined into its callers."""
    return _compile(function, inline="always")


def _compile(function: Function, **options: Any) -> Function:
    # ``_nrt`` is numba's private option for reference counting. It is always given, because callees
    # would otherwise inherit it from their caller.
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
