"""What is in deploy/ and the Dockerfile: valid, as strict as it says, and about figures that there are."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from fastapi.testclient import TestClient

from digsite.server.app import create_app
from digsite.server.settings import Settings, from_environment
from tests.server.clients import ME, become_guest

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
TOOLS = Path(sys.executable).parent
FIGURE = re.compile(r"\b(?:digsite|process)_[a-z_]+\b")
ALERTS: list[dict[str, Any]] = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text())


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_dockerfile_is_in_good_order() -> None:
    assert run(TOOLS / "hadolint", "--failure-threshold", "info", "Dockerfile") == ""


def test_the_image_is_built_in_stages_and_run_by_a_user() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    stages = [number for number, line in enumerate(lines) if line.startswith("FROM ")]
    assert len(stages) == 3
    last = "\n".join(lines[stages[-1] :])
    assert "pip install" not in last
    assert re.search(r"^USER 999$", last, re.MULTILINE)


def test_the_compose_file_is_of_its_schema() -> None:
    run(TOOLS / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", "deploy/compose.yaml")


def test_the_compose_file_sets_what_there_is() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    known = {f"DIGSITE_{name.upper()}" for name in Settings.__dataclass_fields__} | {"DIGSITE_BOT_THREADS"}
    assert set(services["digsite"]["environment"]) <= known
    assert {"data:/data"} <= set(services["digsite"]["volumes"])
    assert from_environment({"DIGSITE_SECRET": "", "DIGSITE_METRICS_TOKEN": ""}) == Settings()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_the_unit_lets_the_server_do_little_else() -> None:
    said = run("systemd-analyze", "security", "--offline=true", "--no-pager", "deploy/digsite.service")
    exposure = re.search(r"Overall exposure level for \S+: ([0-9.]+)", said)
    assert exposure
    assert float(exposure[1]) <= 3


def test_compiled_rules_may_be_run_under_the_unit() -> None:
    unit = (DEPLOY / "digsite.service").read_text()
    assert not re.search(r"^MemoryDenyWriteExecute", unit, re.MULTILINE)


# Figures and alerts


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What /metrics tells after a game has begun."""
    settings = Settings(db=f"sqlite:///{tmp_path_factory.mktemp('deploy') / 'digsite.db'}", log="quiet", metrics="open")
    with TestClient(create_app(settings), base_url="http://localhost") as http:
        ann = become_guest(http, "Ann")
        ann.start(ann.open_table(ME, ME))
        yield http.get("/metrics").text


def expressions() -> list[str]:
    targets = [target for panel in DASHBOARD["panels"] for target in panel["targets"]]
    return [rule["expr"] for rule in ALERTS] + [target["expr"] for target in targets]


@pytest.mark.parametrize("expression", expressions())
def test_every_figure_that_is_shown_or_watched_is_there(figures: str, expression: str) -> None:
    told = set(re.findall(r"^([a-z_]+)(?:\{| )", figures, re.MULTILINE))
    used = set(FIGURE.findall(expression)) - {"digsite_"}
    assert used <= told
    assert used or expression == 'up{job="digsite"} == 0'
    for label in {
        name
        for part in re.findall(r"(?:by \(|\{)([^)}]*)", expression)
        for name in re.findall(r"[a-z]+", part.split("=")[0])
    }:
        assert label in {"job", "le"} or f'{label}="' in figures


def test_every_alert_says_what_is_wrong_and_where_it_is_told_what_to_do() -> None:
    guide = (ROOT / "docs" / "self-hosting.md").read_text()
    assert len({rule["alert"] for rule in ALERTS}) == len(ALERTS) >= 6
    for rule in ALERTS:
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"\d+[mh]", rule["for"])
        assert rule["labels"]["severity"] in ("page", "ticket")
        file, heading = rule["annotations"]["runbook"].split(", ", 1)
        assert file == "docs/self-hosting.md"
        assert heading.strip('"') in guide


def test_the_dashboard_has_one_place_for_each_panel() -> None:
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels}) == len(panels)
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}
    assert len(places) == len(panels)
    assert all(panel["gridPos"]["w"] == 12 and panel["gridPos"]["x"] in (0, 12) for panel in panels)


def test_prometheus_reads_the_rules_beside_it() -> None:
    config = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())
    assert [(DEPLOY / file).is_file() for file in config["rule_files"]] == [True]
    assert [job["job_name"] for job in config["scrape_configs"]] == ["digsite"]
