"""Hints on the page: what to do, why, and a link that chooses it."""

from urllib.parse import parse_qs, urlsplit

import pytest

from digsite.analysis.hints import Hint
from digsite.bots.master import Option
from digsite.core.fields import Bytes
from digsite.core.registry import load
from digsite.core.rng import stream
from digsite.tables.table import Seat, Table, Terms
from digsite.web import hints
from digsite.web.game_page import page_of
from digsite.web.page_query import PageQuery
from digsite.web.side_panel import side
from digsite.web.viewer import Viewer
from tests.thebes.position import GAME, Position
from tests.web.tables import LookAt

look_at = LookAt(GAME, terms={"guide": True})

REASON = "A reason of the engine."


def ready() -> Bytes:
    return (
        Position(2).give(0, "book egypt 3", "rumour egypt", "shovel", "zeppelin").exhibitions(a="small london").build()
    )


def hinted(state: Bytes, *texts: str) -> Hint:
    actions = [GAME.parse(state, text) for text in texts]
    return Hint([(Option(action, 10, [0.6, 0.4], [61.4, 48.2]), REASON) for action in actions], 12_345)


def query_of(text: str) -> dict[str, str]:
    state = ready()
    [suggestion] = hints.context(look_at(state), hinted(state, text))["suggestions"]
    return {name: value for name, [value] in parse_qs(urlsplit(suggestion["link"]).query).items()}


def test_every_kind_of_action_is_chosen_by_its_link() -> None:
    assert query_of("take 2") == {"choose": "take-2"}
    assert query_of("take 2 zeppelin") == {"choose": "take-2", "zeppelin": "on"}
    assert query_of("exchange") == {"choose": "exchange"}
    assert query_of("exhibit a") == {"choose": "exhibit-a"}
    assert query_of("stop") == {"choose": "stop"}
    assert query_of("dig egypt 6") == {"choose": "dig-egypt", "weeks": "6"}
    assert query_of("dig egypt 7 zeppelin rumour shovel") == {
        "choose": "dig-egypt", "weeks": "7", "zeppelin": "on", "rumour": "on", "shovel": "on",
    }  # fmt: skip


def test_actions_are_told_in_words() -> None:
    state = ready()
    texts = ("dig egypt 7 rumour shovel", "take 1 zeppelin", "exhibit a", "exchange")
    suggestions = hints.context(look_at(state), hinted(state, *texts))["suggestions"]
    assert [each["title"] for each in suggestions] == [
        "Dig 7 weeks in Egypt, with the rumour and the shovel",
        f"Congress in {GAME.view(state)['cards'][0]['city'].title()}, by zeppelin",
        "Exhibition in London",
        "Exchange the open cards",
    ]
    assert suggestions[0]["reason"] == REASON
    assert suggestions[0]["chance"] == 60
    assert suggestions[0]["points"] == "61"
    assert suggestions[0]["others"] == [(1, "Bo", "48")]


def test_the_panel_shows_them_with_links() -> None:
    state = ready()
    html = side(look_at(state, hint=""), hinted(state, "take 1", "exchange"))
    assert html.count("/t/abc?choose=") == 2
    assert REASON in html
    assert "60%" in html
    assert "12,345" in html


def test_without_a_hint_it_says_why() -> None:
    assert "your turn" in hints.context(look_at(ready(), 1), None)["why"]
    assert hints.context(look_at(ready(), 0), None)["suggestions"] == []
    assert "Ask again" in side(look_at(ready(), 0, hint=""), None)


def test_a_game_without_choices_of_its_own_has_buttons_that_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_of("mykerinos"), "hint_query", lambda viewer, action, then: {})
    game = load("mykerinos")
    state = game.settle(game.new(2), stream(1))
    seats = (Seat("person", "ann", "Ann"), Seat("person", "bo", "Bo"))
    table = Table("table", bytes(32), Terms("mykerinos"), "ann", seats, status="playing", state=state.tobytes())
    viewer = Viewer(table, (game.to_act(state),), query=PageQuery.decode({"hint": ""}))
    action = int(game.legal(state)[0])
    html = side(viewer, Hint([(Option(action, 1, [0.5, 0.5], [30.0, 30.0]), "")], 9))
    assert f'form="act" name="action" value="{game.text(state, action)}"' in html
