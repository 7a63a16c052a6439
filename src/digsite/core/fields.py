"""Types of arrays, and of the fields of a compiled record: a row is `field[i]`, a grid `field[i, j]`."""

from typing import Protocol, overload

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int32]
Reals = npt.NDArray[np.float64]
Stream = npt.NDArray[np.uint64]  # of random words, see `rng`


class Row(Protocol):
    def __getitem__(self, place: int, /) -> int: ...
    def __setitem__(self, place: int, value: int, /) -> None: ...


class Grid(Protocol):
    @overload
    def __getitem__(self, place: tuple[int, int], /) -> int: ...
    @overload
    def __getitem__(self, place: int, /) -> Row: ...
    def __setitem__(self, place: tuple[int, int], value: int, /) -> None: ...
