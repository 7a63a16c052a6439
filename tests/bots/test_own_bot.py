"""The bot of docs/bots.md, made a package as the page says."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.write_ladder import END, START

from digsite.bots import UnknownBot, entrant, names
from digsite.bots.arena import arena
from digsite.bots.ladder import pairings
from digsite.bots.workers import InProcessPool, Lineup

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    [found] = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    project = tomllib.loads(block("toml"))["project"]
    (tmp_path / "miser.py").write_text(block("python"))
    info = tmp_path / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = "".join(f"{name} = {place}\n" for name, place in project["entry-points"]["digsite.bots"].items())
    (info / "entry_points.txt").write_text("[digsite.bots]\n" + points)
    monkeypatch.syspath_prepend(tmp_path)
    names.cache_clear()
    yield
    names.cache_clear()


@pytest.mark.parametrize("game", ["thebes", "mykerinos"])
@pytest.mark.usefixtures("installed")
def test_the_bot_of_the_page_plays_whole_games(game: str) -> None:
    assert "miser" in names()
    assert len(block("python").splitlines()) <= 22
    *_, standing = arena(Lineup(game, ("miser", "random")), 4, InProcessPool())
    bots = {bot["name"]: bot for bot in standing.to_json(4)["bots"]}
    assert bots["miser"]["games"] == bots["random"]["games"] == 4
    assert bots["miser"]["win_share"] + bots["random"]["win_share"] == pytest.approx(1)


@pytest.mark.usefixtures("installed")
def test_a_bot_without_a_usual_budget_takes_none() -> None:
    with pytest.raises(ValueError, match="miser does not search"):
        entrant("miser:50ms")
    with pytest.raises(UnknownBot):
        entrant("spendthrift")


def test_the_page_has_room_for_the_ladder_and_names_all_its_bots() -> None:
    assert PAGE.index(START) < PAGE.index(END)
    for pair in pairings(["thebes"]):
        for bot in (pair.bot, pair.rival):
            assert f"| `{bot.partition(':')[0]}` |" in PAGE
