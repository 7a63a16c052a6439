"""The compiled rules against the slow ones, step by step through whole games."""

import random
from collections import Counter
from typing import Any

import pytest

from digsite.core.fields import Bytes
from digsite.core.game import Game
from tests.mykerinos.position import GAME, drawable, legal
from tests.mykerinos.reference import Table, name
from tests.repeated import repeated
from tests.rule_options import all_setups

OPTIONS = [dict(GAME.with_options(setup).options) for setup in all_setups("mykerinos")]  # without the defaults


def view_of(table: Table) -> dict[str, Any]:
    """The slow table in the words of a view."""
    return {
        "to_act": table.to_act,
        "round": table.round + 1,
        "wings": table.wings,
        "deck": len(table.deck),
        "zones": [[zone.get(1), zone.get(2)] for zone in table.zones],
        "diggers": {name(field): colour for field, colour in table.diggers.items()},
        "pyramids": sorted(name(field) for field in table.stones) if table.to_act != "over" else [],
        "rooms": table.rooms,
        "neutral": table.common.get("neutral"),
        "players": [
            (
                table.pool[seat],
                table.hand[seat],
                table.common[seat],
                table.track.get(seat),
                sorted(table.owned[seat]),
                +Counter({patron: n for (who, patron), n in table.turned.items() if who == seat}),
                table.points(seat),
            )
            for seat in table.seats
        ],
    }


def seen(game: Game, state: Bytes, laid_out: bool) -> dict[str, Any]:
    """A position in the same words."""
    view = game.view(state)
    return {
        "to_act": view["to_act"],
        "round": view["round"],
        "wings": view["museum"]["wings"],
        "deck": view["deck"],
        "zones": [[tile and tile["tile"] for tile in zone["tiles"]] for zone in view["zones"]] if laid_out else [],
        "diggers": {f["field"]: f["archaeologist"] for f in view["fields"] if f["archaeologist"] is not None},
        "pyramids": sorted(f["field"] for f in view["fields"] if f["pyramid"]) if laid_out else [],
        "rooms": {room["room"]: room["holder"] for room in view["museum"]["rooms"] if room["holder"] is not None},
        "neutral": view["neutral"] and view["neutral"]["common"],
        "players": [
            (
                p["pool"],
                p["neutral"],
                p["common"],
                p["space"],
                [tile["tile"] for tile in p["tiles"]],
                +Counter({patron: own["turned"] for patron, own in p["patrons"].items()}),
                p["score"]["total"],
            )
            for p in view["players"]
        ],
    }


def chosen(table: Table, rng: random.Random, passing: float) -> str:
    """A random action of a random kind; passing is rare, so that deserts fill."""
    kinds = {text.split()[0] for text in table.options}
    if len(kinds) > 1 and rng.random() > passing:
        kinds -= {"pass"}
    kind = rng.choice(sorted(kinds))
    return rng.choice(sorted(text for text in table.options if text.split()[0] == kind))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("passing", [0.0, 0.02, 0.1, 0.4])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "defaults")
@pytest.mark.parametrize("games", [1, *repeated(5)])
def test_both_tell_the_same_game(seats: int, passing: float, options: dict[str, str], games: int) -> None:
    game = GAME.with_options(options)
    rng = random.Random(f"{seats} {passing}")
    for _ in range(games):
        table, state = Table(seats, options), game.new(seats)
        while table.to_act != "over":
            if table.to_act == "chance":
                assert drawable(state, game) == dict.fromkeys(table.options, 1)
                assert legal(state, game=game) == []
            else:
                assert set(legal(state, game=game)) == table.options
                assert drawable(state, game) == {}
            text = chosen(table, rng, passing)
            table.do(text)
            state = game.apply(state, game.parse(state, text))
            assert seen(game, state, bool(table.zones)) == view_of(table), text
        assert game.view(state)["to_act"] == "over"
        assert game.outcome(state).winners == table.winners()
