from pathlib import Path

import pytest

from tests.playthroughs import files, playthrough


@pytest.mark.parametrize(("path", "name", "seats"), list(files()), ids=lambda value: getattr(value, "stem", None))
def test_a_kept_game_goes_as_it_went(path: Path, name: str, seats: int) -> None:
    kept = path.read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(playthrough(name, seats), kept, strict=True), 1):
        assert now == then, f"{path.name}, line {number}"
