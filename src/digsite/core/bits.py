"""Sets of small numbers as bits of an int64, for compiled code. Bit 63 is never used, so the sign never matters."""

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.extending import intrinsic

from digsite.core.jit import compiled


@intrinsic  # type: ignore[untyped-decorator]
def _popcount(_typing: Any, bits: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def _lowest(_typing: Any, bits: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), codegen


popcount = cast(Callable[[int], int], _popcount)  # how many bits are set
lowest = cast(Callable[[int], int], _lowest)  # the number of the lowest set bit; 64 when none is


@compiled
def nth(bits: int, n: int) -> int:
    """Return the number of the n-th set bit, counted from 0."""
    start = 0
    for width in (32, 16, 8):
        low = popcount(bits & ((1 << width) - 1))
        if n >= low:
            n -= low
            bits >>= width
            start += width
    for _ in range(n):
        bits &= bits - 1
    return start + lowest(bits)
