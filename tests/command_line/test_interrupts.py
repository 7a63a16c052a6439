"""Ctrl-C during a command."""

import json
from pathlib import Path

from tests.programs import PATIENCE, eventually, interruptible


def test_ctrl_c_ends_a_simulation_with_what_it_has(tmp_path: Path) -> None:
    with interruptible("simulate", "thebes", "--games", "900000", "--json", "--records", tmp_path) as running:
        eventually(lambda: len(list(tmp_path.glob("*.json"))) > 300, "the first records", PATIENCE)
        running.interrupt()
        done = running.finish()
    assert done.returncode == 130
    result = json.loads(done.stdout)
    assert 0 < result["games"] < 900_000
    assert f"stopped after {result['games']} of" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("*.part"))
