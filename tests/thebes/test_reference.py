"""The compiled rules against the slow ones, step by step through whole games."""

import random
from fractions import Fraction
from typing import Any

import pytest

from digsite.core.fields import Bytes
from digsite.core.game import Game
from tests.repeated import repeated
from tests.rule_options import all_setups
from tests.thebes.position import GAME, drawable, legal, play
from tests.thebes.reference import Table

OPTIONS = [dict(GAME.with_options(setup).options) for setup in all_setups("thebes")]  # without the defaults


def view_of(table: Table) -> dict[str, Any]:
    """The slow table in the words of a view."""
    return {
        "to_act": table.to_act,
        "order": table.order,
        "cards": table.display,
        "exhibitions": table.halls,
        "deck": table.in_deck,
        "discards": sorted(table.discards),
        "dig": table.dig and (*table.dig, table.dig_left, table.dig_sand),
        "players": [
            (p.time, p.place, sorted(p.used), sorted(p.cards), sorted(p.finds), points)
            for p, points in zip(table.players, table.points(), strict=True)
        ],
        "bonus": sorted(table.bonus),
    }


def seen(game: Game, state: Bytes) -> dict[str, Any]:
    """A position in the same words."""
    view = game.view(state)
    dig = view["dig"]
    return {
        "to_act": view["to_act"],
        "order": view["order"],
        "cards": [card and card["card"] for card in view["cards"]],
        "exhibitions": [show and show["card"] for show in view["exhibitions"]],
        "deck": view["deck"],
        "discards": view["discards"],
        "dig": dig and (dig["seat"], dig["site"], dig["left"], dig["sand"]),
        "players": [
            (
                p["time"],
                p["place"],
                sorted(site for site, valid in p["permits"].items() if not valid),
                p["cards"] + [show["card"] for show in p["exhibitions"]],
                sorted((find["site"], find["number"]) for find in p["finds"]),
                p["score"]["total"],
            )
            for p in view["players"]
        ],
        "bonus": sorted(site for site, here in view["sites"].items() if here["bonus"]),
    }


def chosen(table: Table, rng: random.Random, taste: str) -> str:
    """A random action, of a random kind, with some players fonder of one kind than of others."""
    if table.to_act == "chance":
        odds = table.odds()
        return rng.choices(list(odds), [float(chance) for chance in odds.values()])[0]
    texts = table.legal()
    kinds = {text.split()[0] for text in texts}
    if taste in kinds and rng.random() < 0.6:
        kinds = {taste}
    elif len(kinds) > 1 and rng.random() < 0.95:
        kinds -= {"stop"}
    kind = rng.choice(sorted(kinds))
    return rng.choice([text for text in texts if text.startswith(kind)])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("taste", ["take", "exchange", "dig", "exhibit", "any"])
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "defaults")
@pytest.mark.parametrize("games", [1, *repeated(4)])
def test_both_tell_the_same_game(seats: int, taste: str, options: dict[str, str], games: int) -> None:
    game = GAME.with_options(options)
    rng = random.Random(f"{seats} {taste}")
    for _ in range(games):
        table, state = Table(seats, options), game.new(seats)
        while table.to_act != "over":
            assert sorted(legal(state, game=game)) == sorted(table.legal())
            ways = drawable(state, game)
            odds = {text: Fraction(weight, sum(ways.values())) for text, weight in ways.items()}
            assert odds == (table.odds() if table.to_act == "chance" else {})
            text = chosen(table, rng, taste)
            table.do(text)
            state = play(state, text, game=game)
            expected, seen_now = view_of(table), seen(game, state)
            if table.to_act == "chance" and table.in_deck == 0 and not table.dig:
                expected["deck"], seen_now["deck"] = 0, 0  # the slow table shuffles only when the card is drawn
                expected["discards"], seen_now["discards"] = [], []
            assert seen_now == expected, text
        assert game.view(state)["to_act"] == "over"
