"""Values of parameters that repeat what others prove: tests with them are for `make test-long`."""

from typing import Any

import pytest


def repeated(*values: Any) -> list[Any]:
    return [pytest.param(value, marks=pytest.mark.long) for value in values]
