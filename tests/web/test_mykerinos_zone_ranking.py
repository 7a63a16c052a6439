"""How a zone stands, in a word or two: who leads by how much, or who would win the tie."""

import re

import pytest

from digsite.core.fields import Bytes
from digsite.games.mykerinos.page import zone_ranking
from digsite.games.mykerinos.page.choice import plan_of
from digsite.games.mykerinos.page.page import MykerinosPage
from digsite.games.mykerinos.rules.state import NEUTRAL
from tests.mykerinos.position import GAME, Position
from tests.web.tables import EXPLORERS, LookAt

look_at = LookAt(GAME, names=EXPLORERS)
NOOR, BELZONI = 0, 1
LEADING = Position(2).dig(0, "a1 b1 a2").dig(1, "c1").dig(NEUTRAL, "e1").build()
OPEN_TIE = Position(3).dig(0, "a1").dig(1, "b1").build()
TIE = Position(3).dig(0, "a1").dig(1, "b1").passed(1).build()


@pytest.mark.rule("M4.2")
@pytest.mark.parametrize(
    ("state", "you", "zones"),
    [
        (LEADING, NOOR, ["You +2", "N +1", "", ""]),
        (LEADING, BELZONI, ["N +2", "N +1", "", ""]),
        (OPEN_TIE, NOOR, ["tie", "", "", ""]),
        (TIE, NOOR, ["tie B", "", "", ""]),
        (TIE, BELZONI, ["tie you", "", "", ""]),
    ],
)
def test_who_leads_is_told_by_a_letter(state: Bytes, you: int, zones: list[str]) -> None:
    briefs = [zone_ranking.context(look_at(state, you), zone, None)["brief"] for zone in range(4)]
    assert briefs == zones
    board = MykerinosPage().parts(look_at(state, you))["board"]
    assert re.findall(r'class="brief">([^<]*)<', board) == [brief for brief in zones if brief]


def test_namesakes_are_told_apart() -> None:
    bots = LookAt(GAME, names=("Noor", "Belzoni 2", "Belzoni 3"))
    assert zone_ranking.context(bots(TIE, NOOR), 0, None)["brief"] == "tie B2"


def test_a_planned_archaeologist_counts() -> None:
    viewer = look_at(TIE, NOOR, choose="a2", deed="start")
    assert zone_ranking.context(viewer, 0, plan_of(viewer))["brief"] == "You +1"
