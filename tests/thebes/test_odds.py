"""Exact odds of digs and of the next card, against enumeration, arithmetic and the engine's own draws."""

import tomllib
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digsite.core.errors import IllegalAction, InvalidAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER
from digsite.core.rng import below, stream
from digsite.games import thebes
from digsite.games.thebes.evaluation import odds
from digsite.games.thebes.evaluation.odds import DigOdds, Draw
from digsite.games.thebes.rules.actions import CARD, DIG, EXCHANGE, STOP, TAKE
from digsite.games.thebes.rules.knowledge import USE_SHOVEL
from digsite.games.thebes.rules.state import REFILL, STATE
from tests.thebes.position import FACTS, GAME, Position, drawable, play

BAG_VALUES = (1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6)  # Egypt without its bonus
SAMPLES = 6000
SIGMAS = 5


def of(state: Bytes, text: str) -> DigOdds:
    return odds.dig(GAME, state, GAME.parse(state, text))


def professor() -> Position:
    """4 points of books on Egypt and 4 general ones: 8 (T6.6)."""
    return Position(3).give(0, "book egypt 3", "book egypt 1", "general 2", "general 2")


@st.composite
def draws(draw: st.DrawFn) -> Draw:
    values = draw(st.lists(st.integers(0, 9), max_size=5))
    books, sand = draw(st.integers(0, 2)), draw(st.integers(0, 5))
    bonus = draw(st.none() | st.integers(0, 9))
    finds = (*range(1, len(values) + 1), *(13, 14)[:books])
    return Draw("egypt", finds, tuple(values), sand, draw(st.integers(0, len(finds) + sand)), bonus)


def enumerated(draw: Draw) -> list[tuple[int, ...]]:
    """Every set of tokens that may come out, by number; sand is negative."""
    return list(combinations([*draw.finds, *range(-draw.sand, 0)], draw.tokens))


@settings(deadline=None)
@given(draws())
def test_every_count_is_that_of_enumeration(draw: Draw) -> None:
    worth = dict(zip(draw.finds, draw.values, strict=False))
    drawn = enumerated(draw)
    points = Counter(sum(worth.get(token, 0) for token in tokens) + (draw.bonus or 0) for tokens in drawn)
    artifacts = Counter(sum(0 < token < 13 for token in tokens) for tokens in drawn)
    assert draw.ways == len(drawn)
    assert draw.points == points
    assert list(draw.points) == sorted(points)
    assert {n: count for n, count in enumerate(draw.artifacts) if count} == artifacts
    assert draw.nothing == Fraction(sum(all(token < 0 for token in tokens) for tokens in drawn), len(drawn))
    for token in range(1, 15):
        assert draw.artifact(token) == Fraction(sum(token in tokens for tokens in drawn), len(drawn))
    for least in range(0, 60, 7):
        reached = sum(count for brought, count in points.items() if brought >= least)
        assert draw.at_least(least) == Fraction(reached, len(drawn))


@settings(deadline=None)
@given(draws())
def test_mean_and_variance_are_those_of_the_distribution(draw: Draw) -> None:
    mean = Fraction(sum(points * count for points, count in draw.points.items()), draw.ways)
    square = Fraction(sum(points**2 * count for points, count in draw.points.items()), draw.ways)
    assert draw.expected == mean
    assert draw.variance == square - mean**2
    assert draw.spread == pytest.approx(sqrt(square - mean**2))


@settings(deadline=None)
@given(st.lists(st.integers(0, 9), max_size=12), st.integers(0, 101), st.data())
def test_large_bags_add_up(values: list[int], blanks: int, data: st.DataObject) -> None:
    tokens = data.draw(st.integers(0, len(values) + blanks))
    draw = Draw("egypt", tuple(range(1, len(values) + 1)), tuple(values), blanks, tokens)
    assert sum(draw.points.values()) == sum(draw.artifacts) == draw.ways == comb(len(values) + blanks, tokens)
    assert draw.at_least(0) == 1
    mean = Fraction(sum(points * count for points, count in draw.points.items()), draw.ways)
    assert draw.expected == mean


def test_a_dig_by_hand() -> None:
    """Warsaw, Greece, Crete, Egypt; 8 points and 4 weeks draw 5 tokens."""
    dig = of(professor().build(), "dig egypt 4")
    assert (dig.site, dig.journey, dig.weeks, dig.tokens, dig.bag, dig.sand) == ("egypt", 3, 4, 5, 30, 16)
    assert (dig.values, dig.bonus) == (BAG_VALUES, 1)
    assert dig.artifact(0) == 1
    assert dig.expected == 1 + Fraction(5 * 35, 30)
    assert dig.variance == Fraction(5 * 25 * (30 * 131 - 35**2), 30**2 * 29)
    assert dig.nothing == Fraction(16 * 15 * 14 * 13 * 12, 30 * 29 * 28 * 27 * 26)
    assert dig.artifact(12) == dig.artifact(13) == Fraction(5, 30)
    assert dig.artifacts[0] == comb(18, 5)
    assert dig.artifacts[5] == comb(12, 5)
    assert (min(dig.points), max(dig.points)) == (1, 1 + 6 + 5 + 4 + 4 + 3)
    assert dig.points[23] == 3  # 6, 5, 4, 4 and one of three worth 3
    assert dig.per_week == dig.expected / 7
    assert dig.per_digging_week == dig.expected / 4


@pytest.mark.rule("T6.13")
def test_the_bonus_is_certain_for_the_first_and_gone_for_the_next() -> None:
    first = of(professor().build(), "dig egypt 4")
    later = of(professor().found(1, "egypt", 0).build(), "dig egypt 4")
    assert first.expected == later.expected + 1
    assert first.variance == later.variance
    assert later.bonus is None
    assert later.artifact(0) == 0
    assert first.artifacts == later.artifacts
    assert first.points == {points + 1: count for points, count in later.points.items()}


def from_the_engine(state: Bytes) -> dict[tuple[int, int], Fraction]:
    """How likely which artifact points and how much sand are, by following every draw the engine offers."""
    if GAME.to_act(state) != CHANCE:
        return {(GAME.score(state)[0]["artifacts"], 0): Fraction(1)}
    result: dict[tuple[int, int], Fraction] = {}
    draws = drawable(state)
    for text, weight in draws.items():
        for (points, sand), chance in from_the_engine(play(state, text)).items():
            key = points, sand + (text == "sand")
            result[key] = result.get(key, Fraction(0)) + chance * Fraction(weight, sum(draws.values()))
    return result


@pytest.mark.rule("T6.10")
@pytest.mark.parametrize("text", ["dig egypt 1", "dig egypt 2", "dig egypt 4"])
def test_a_small_bag_drawn_by_the_engine_token_by_token(text: str) -> None:
    state = professor().found(1, "egypt", *range(4, 13), 14).build()  # 1, 1, 1, the book and sand
    dig = of(state, text)
    drawn = from_the_engine(play(state, text))
    for points, count in dig.points.items():
        assert sum(chance for (scored, _), chance in drawn.items() if scored == points) == Fraction(count, dig.ways)
    assert sum(chance for (_, sand), chance in drawn.items() if sand == dig.tokens) == dig.nothing


@pytest.mark.rule("T6.10")
def test_a_bag_with_fewer_tokens_is_emptied() -> None:
    """No sand and four finds, of which a dig of 5 tokens draws all; then none."""
    data = tomllib.loads(Path(thebes.__file__).with_name("rules").joinpath("data.toml").read_text("utf-8"))
    data["tokens"]["egypt"]["sand"] = 0
    game = GAME.with_data(data)

    def dug(*found: int) -> DigOdds:
        position = Position(3, game=game).give(0, "book egypt 3", "book egypt 1", "general 2", "general 2")
        state = position.found(1, "egypt", *found).build()
        return odds.dig(game, state, game.parse(state, "dig egypt 4"))

    last = dug(*range(9), 13, 14)
    assert (last.tokens, last.ways, last.points) == (4, 1, {4 + 4 + 5 + 6: 1})
    assert last.nothing == last.spread == 0
    none = dug(*range(15))
    assert (none.tokens, none.ways, none.points, none.artifacts) == (0, 1, {0: 1}, [1])
    assert none.expected == none.variance == 0
    assert none.nothing == 1


def test_the_rest_of_a_dig_under_way() -> None:
    state = play(professor().build(), "dig egypt 4", "sand", "find 12", "find 13")
    rest = odds.rest(GAME, state)
    assert rest is not None
    assert (rest.tokens, rest.bag, rest.sand, rest.bonus) == (2, 27, 15, None)
    assert rest.expected == Fraction(2 * 29, 27)
    assert rest.artifact(12) == rest.artifact(13) == 0
    assert rest.artifact(11) == Fraction(2, 27)
    assert rest.nothing == Fraction(15 * 14, 27 * 26)
    assert odds.rest(GAME, play(state, "sand", "sand")) is None
    assert odds.rest(GAME, professor().build()) is None


def test_large_bags_as_the_engine_settles_them() -> None:
    """Mean and chances of thousands of digs, within five standard errors."""
    state = professor().build()
    dig = of(state, "dig egypt 11")
    rng = stream(1922)
    begun = play(state, "dig egypt 11")
    brought = Counter(GAME.score(GAME.settle(begun, rng))[0]["artifacts"] for _ in range(SAMPLES))
    mean = sum(points * count for points, count in brought.items()) / SAMPLES
    assert abs(mean - float(dig.expected)) < SIGMAS * dig.spread / sqrt(SAMPLES)
    for least in (5, 8, 10, 12, 15, 20):
        chance = float(dig.at_least(least))
        seen = sum(count for points, count in brought.items() if points >= least) / SAMPLES
        assert abs(seen - chance) < SIGMAS * sqrt(chance * (1 - chance) / SAMPLES)


def test_every_legal_dig_is_told_once() -> None:
    state = professor().give(0, "shovel", "zeppelin", "rumour crete").build()
    found = odds.digs(GAME, state)
    assert [dig.action for dig in found] == [action for action in GAME.legal(state).tolist() if DIG <= action < STOP]
    assert {dig.site for dig in found} == {"egypt", "crete"}
    assert all(dig.journey == 0 for dig in found if "zeppelin" in GAME.text(state, dig.action))


def test_the_best_weeks_by_the_wheel() -> None:
    """Row 8 of the wheel, three weeks away, 35 points among 30 tokens and the bonus."""
    best = odds.best_weeks(GAME, professor().build())
    assert list(best) == ["egypt"]
    means = [1 + Fraction(tokens * 35, 30) for tokens in FACTS.wheel[8 - 1]]
    per_week = [mean / (3 + weeks) for weeks, mean in enumerate(means, 1)]
    digging = [mean / weeks for weeks, mean in enumerate(means, 1)]
    assert best["egypt"].per_week.weeks == 1 + per_week.index(max(per_week))
    assert best["egypt"].per_week.per_week == max(per_week)
    assert best["egypt"].per_digging_week.weeks == 1 + digging.index(max(digging))
    assert best["egypt"].per_digging_week.per_digging_week == max(digging)


def test_the_best_weeks_use_up_cards_only_if_asked() -> None:
    state = professor().give(0, "shovel").build()
    sparing, spending = odds.best_weeks(GAME, state), odds.best_weeks(GAME, state, spending=True)
    assert sparing["egypt"].per_week.options == 0
    assert spending["egypt"].per_week.options == USE_SHOVEL
    assert spending["egypt"].per_week.per_week == max(dig.per_week for dig in odds.digs(GAME, state))


def test_where_a_rumour_is_all_that_is_known_it_is_used() -> None:
    """2 points: one token in 6 weeks, two in 10; with the way of 2 weeks the longer dig is the better one."""
    state = Position(3).give(0, "rumour crete", "shovel").build()
    best = odds.best_weeks(GAME, state)["crete"]
    assert (1 + Fraction(2 * 35, 30)) / 12 > (1 + Fraction(35, 30)) / 8
    assert GAME.text(state, best.per_week.action) == "dig crete 10 rumour"
    assert (1 + Fraction(2 * 35, 30)) / 10 < (1 + Fraction(35, 30)) / 6
    assert GAME.text(state, best.per_digging_week.action) == "dig crete 6 rumour"


def test_what_is_no_legal_dig_is_refused() -> None:
    state = professor().build()
    with pytest.raises(InvalidAction, match="'take 1' is not a dig"):
        of(state, "take 1")
    with pytest.raises(IllegalAction, match=r"T6\.1"):
        of(state, "dig greece 5")
    with pytest.raises(IllegalAction):
        of(play(state, "dig egypt 4"), "dig egypt 4")


OPENING = {
    **{f"book {site}": 9 for site in FACTS.sites},
    "general": 8,
    **{f"rumour {site}": 1 for site in FACTS.sites},
    "assistant": 6,
    "shovel": 6,
    "congress": 9,
    "zeppelin": 2,
    "car": 2,
    "permit": 2,
}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_card_is_one_of_85_researchers(seats: int) -> None:
    assert odds.next_card(GAME, GAME.new(seats)) == {kind: Fraction(n, 85) for kind, n in OPENING.items()}


def test_after_four_congresses_81_are_unseen() -> None:
    expected = OPENING | {"congress": 5}
    assert odds.next_card(GAME, Position(3).build()) == {kind: Fraction(n, 81) for kind, n in expected.items()}


@pytest.mark.rule("T1.4")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_second_stack_has_exhibitions(seats: int) -> None:
    """10 researchers and 3 exhibitions are left there; they and the third stack are cards 44 to 84, 4 of them open."""
    found = odds.next_card(GAME, Position(seats).second_stack(10, 3).build())
    unseen = {kind: n for kind, n in OPENING.items() if not kind.startswith("book")}
    unseen |= {"book mesopotamia": 1, "congress": 5}
    researchers = {kind: Fraction(10, 13) * Fraction(n, 37) for kind, n in unseen.items()}
    assert found == researchers | {"exhibition small": Fraction(3, 13)}


@pytest.mark.rule("T4.5")
def test_an_empty_deck_is_first_shuffled_from_discards_and_third_stack() -> None:
    state = Position(3).second_stack(0, 0).build()
    before = bytes(state)
    found = odds.next_card(GAME, state)
    assert bytes(state) == before
    assert found["exhibition small"] == found["exhibition large"] == Fraction(5, 81 + 10)
    expected = Counter(OPENING | {"congress": 5})
    assert {kind: chance for kind, chance in found.items() if "exhibition" not in kind} == {
        kind: Fraction(n, 91) for kind, n in expected.items()
    }


@pytest.mark.rule("T4.6")
def test_without_a_researcher_to_come_there_are_no_odds() -> None:
    state = Position(2).exhibitions("small london").deck("small paris").rest_to(1).build()
    assert odds.next_card(GAME, state) == {}


def kinds_from_the_engine(state: Bytes) -> dict[str, Fraction]:
    """The weights of a draw that is due, by kind as the data tell it."""
    ids, weights = GAME.chance(state)
    counts: Counter[str] = Counter()
    for action, weight in zip(ids.tolist(), weights.tolist(), strict=True):
        card = action - CARD
        words = [*FACTS.researchers, *FACTS.exhibitions][card]
        counts[f"{words[0]} {words[4]}".strip() if card < 85 else f"exhibition {words[0]}"] += weight
    return {kind: Fraction(count, counts.total()) for kind, count in counts.items()}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_next_card_through_whole_games_is_what_the_engine_draws(seats: int) -> None:
    """Also before a draw is due: taking a card changes nothing about what can come."""
    seen = set()
    for number in range(4):
        rng, state, turn = stream(1907, number), GAME.new(seats), 0
        while GAME.to_act(state) != OVER:
            if GAME.to_act(state) == CHANCE:
                if state.view(STATE)[0]["phase"] == REFILL:
                    found = odds.next_card(GAME, state)
                    assert found == kinds_from_the_engine(state)
                    assert sum(found.values()) == 1
                    seen |= set(found)
                ways = [text for text, weight in drawable(state).items() for _ in range(weight)]
                state = play(state, ways[below(rng, len(ways))])
                continue
            legal = GAME.legal(state).tolist()
            takes = [action for action in legal if TAKE <= action < EXCHANGE and action % 2 == 0]
            if takes:
                assert odds.next_card(GAME, state) == kinds_from_the_engine(GAME.apply(state, takes[0]))
            turn += 1
            state = GAME.apply(state, EXCHANGE if EXCHANGE in legal and turn % 3 else legal[turn % len(legal)])
        assert odds.next_card(GAME, state) == {}
    assert seen == {*OPENING, "exhibition small", "exhibition large"}
