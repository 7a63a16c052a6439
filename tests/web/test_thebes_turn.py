"""What a player is offered: costs from the rules, and reasons for what is refused."""

import re
from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from digsite.core.errors import DigsiteError
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER
from digsite.games.thebes.page import choice, dock
from digsite.games.thebes.page.choice import RouteOnMap, plan_of
from digsite.games.thebes.page.turn import Offer, offers_of
from tests.thebes.position import GAME, Position
from tests.web.tables import choice_html
from tests.web.thebes_turns import SITES, expedition, late, turn_at, viewer, walked


def test_offers_stand_in_the_order_of_the_table() -> None:
    cards, shows = [f"take-{space}" for space in range(1, 5)], ["exhibit-a", "exhibit-b"]
    assert list(offers_of(viewer(expedition().build()))) == [
        *cards,
        "exchange",
        *shows,
        *(f"dig-{s}" for s in SITES),
    ]


def test_nothing_is_offered_to_who_watches_or_is_done() -> None:
    assert offers_of(viewer(expedition().build(), you=None)) == {}
    done = expedition().week(1, 1904, 1).build()
    assert offers_of(viewer(done, you=1)) == {}


def test_who_waits_plans_exactly_what_their_turn_would_offer() -> None:
    """The others have gone on by then, but nothing on the table has changed."""
    waiting = expedition().at(1, "berlin").give(1, "book egypt 2", "car").build()
    acting = expedition().at(1, "berlin").give(1, "book egypt 2", "car").week(0, 1902, 15).week(2, 1902, 15).build()
    assert GAME.to_act(waiting) == 0
    assert GAME.to_act(acting) == 1
    assert offers_of(viewer(waiting, you=1)) == offers_of(viewer(acting, you=1))
    planned, real = turn_at(viewer(waiting, you=1)), turn_at(viewer(acting, you=1))
    assert planned.planned
    assert not real.planned
    assert planned.legal == real.legal
    assert planned.odds("egypt", 9, 0).points == real.odds("egypt", 9, 0).points


@pytest.mark.parametrize("key", ["take-1", "dig-egypt", "exchange"])
def test_a_plan_is_previewed_without_a_button(key: str) -> None:
    state = expedition().give(1, "book egypt 2").build()
    html = choice_html(viewer(state, you=1, choose=key))
    assert "Not your turn yet" in html
    assert 'name="action"' not in html
    assert 'name="action"' in choice_html(viewer(state, you=0, choose="take-1"))


def test_a_plan_names_its_card_not_the_space_where_it_lies() -> None:
    html = choice_html(viewer(expedition().build(), you=1, choose="take-1"))
    card = GAME.view(expedition().build())["cards"][0]["card"]
    assert f'data-plan="card-{card}"' in html


def test_a_card_costs_the_same_in_the_dock_and_on_the_map() -> None:
    flown = viewer(expedition().build(), choose="take-1", zeppelin="on")
    shown = dock.context(flown)["cards"][0]["cost"]
    assert shown
    assert shown["total"] == 4
    assert shown["sum"] == "by zeppelin"


@pytest.mark.rule("T2.5", "T3.1", "T4.1", "T5.1")
def test_a_card_costs_the_journey_and_its_weeks() -> None:
    offers = offers_of(viewer(expedition().build()))
    assert offers["take-1"] == Offer("take-1", "moscow", 3, 4, "take 1")
    assert offers["take-1"].total == 7
    assert offers["take-2"] == Offer("take-2", "paris", 1, 1, "take 2")
    assert offers["take-3"] == Offer("take-3", "rome", 0, 3, "take 3")
    assert offers["take-4"] == Offer("take-4", "london", 2, 2, "take 4")
    assert offers["exchange"] == Offer("exchange", "warsaw", 2, 1, "exchange")


@pytest.mark.rule("T3.2")
def test_a_car_shortens_what_is_offered() -> None:
    offers = offers_of(viewer(expedition().give(0, "car").build()))
    assert (offers["take-1"].travel, offers["take-4"].travel) == (2, 2)


@pytest.mark.rule("T5.2")
def test_a_third_exchange_in_a_row_costs_three_weeks() -> None:
    position = Position(2).week(0, 1901, 3).week(1, 1901, 20).exchanged(0, 2)
    assert offers_of(viewer(position.build()))["exchange"] == Offer("exchange", "warsaw", 0, 3, "exchange")


@pytest.mark.rule("T7.2")
def test_an_exhibition_says_how_many_finds_are_short() -> None:
    offers = offers_of(viewer(expedition().build()))
    assert offers["exhibit-a"] == Offer("exhibit-a", "london", 2, 3, "", "2 Egyptian artifacts short", "T7.2")
    assert offers["exhibit-b"] == Offer("exhibit-b", "berlin", 2, 3, "", "1 Cretan artifact short", "T7.2")
    beginner = offers_of(viewer(Position(2).exhibitions("small london").build()))["exhibit-a"]
    assert beginner.refusal == "1 Greek artifact and 2 Egyptian artifacts short"


@pytest.mark.rule("T6.6", "T6.8")
def test_a_dig_costs_the_fewest_weeks_that_draw_a_token_without_using_cards_up() -> None:
    offers = offers_of(viewer(expedition().build()))
    assert offers["dig-crete"] == Offer("dig-crete", "crete", 1, 6)  # 1 and 1 general: row 2 of the wheel
    assert offers["dig-egypt"] == Offer("dig-egypt", "egypt", 2, 2)  # 2 and 2 general: row 4
    assert offers["dig-mesopotamia"] == Offer("dig-mesopotamia", "mesopotamia", 2, 6)  # only with the lone assistant


@pytest.mark.rule("T6.1", "T6.11", "T8.3")
def test_a_dig_says_why_it_is_not_possible() -> None:
    offers = offers_of(viewer(expedition().build()))
    assert (offers["dig-greece"].refusal, offers["dig-greece"].rule) == ("permit used", "T6.11")
    offers = offers_of(viewer(late(45).give(0, "book egypt 1").build()))
    assert (offers["dig-crete"].refusal, offers["dig-crete"].rule) == ("no knowledge of it yet", "T6.1")
    dig = offers["dig-egypt"]
    assert (dig.refusal, dig.rule) == ("no time left: needs 10 of 8 weeks", "T8.3")


@pytest.mark.rule("T6.12")
def test_a_special_permit_opens_a_used_site() -> None:
    assert offers_of(viewer(expedition().give(0, "permit").build()))["dig-greece"].possible


@pytest.mark.rule("T3.3", "T8.3", "T8.4")
def test_the_zeppelin_flies_by_itself_where_time_is_short() -> None:
    on_foot = offers_of(viewer(late(50).build()))
    assert on_foot["take-1"].refusal == "no time left: needs 5 of 3 weeks"
    assert on_foot["stop"] == Offer("stop", "rome", 0, 3, "stop")
    assert offers_of(viewer(late(50).give(0, "zeppelin").build()))["take-1"].action == "take 1 zeppelin"


@pytest.mark.rule("T3.1")
def test_a_plan_passes_the_places_of_a_shortest_way() -> None:
    state = expedition().build()
    assert plan_of(viewer(state, choose="take-1")) == RouteOnMap(
        "take-1", 0, ("rome", "vienna", "warsaw", "moscow"), 3, 4, flown=False, dig=False
    )
    flight = plan_of(viewer(state, choose="take-1", zeppelin="on"))
    assert flight == RouteOnMap("take-1", 0, ("rome", "vienna", "warsaw", "moscow"), 0, 4, flown=True, dig=False)
    here = plan_of(viewer(state, choose="take-3", zeppelin="on"))
    assert here == RouteOnMap("take-3", 0, ("rome",), 0, 3, flown=False, dig=False)
    dig = plan_of(viewer(state, choose="dig-egypt", weeks="6"))
    assert dig == RouteOnMap("dig-egypt", 0, ("rome", "crete", "egypt"), 2, 6, flown=False, dig=True)


def test_every_route_is_as_long_as_the_way_and_never_leaves_the_lines() -> None:
    lines = {frozenset(pair) for pair in GAME.facts.routes}
    for i, j in product(range(12), repeat=2):
        way = choice.route(GAME.facts, GAME.facts.places[i], GAME.facts.places[j])
        assert (way[0], way[-1]) == (GAME.facts.places[i], GAME.facts.places[j])
        assert len(way) - 1 == GAME.facts.steps[i, j]
        assert all({one, other} in lines for one, other in pairwise(way))


@pytest.mark.parametrize("key", ["", "take-9", "exhibit-a", "exhibit-c", "dig-greece", "dig-atlantis", "stop", "<b>"])
def test_what_cannot_be_done_makes_no_plan(key: str) -> None:
    assert plan_of(viewer(expedition().build(), choose=key)) is None


@pytest.mark.parametrize(
    ("weeks", "meant"), [("1", 2), ("12", 12), ("99", 12), ("six", 8), ("-3", 8), ("", 8), ("²", 8)]
)
def test_weeks_that_cannot_be_dug_become_the_nearest_and_nonsense_the_best(weeks: str, meant: int) -> None:
    """Row 4 of the wheel: 4 tokens of 35 points in 30, and the bonus of 1, for 8 and 2 weeks of travel are best:
    17/30 for each week, against 9/16 for 6 weeks, 5/9 for 4, 13/24 for 2 and 41/78 for 11."""
    chosen = plan_of(viewer(expedition().build(), choose="dig-egypt", weeks=weeks))
    assert chosen
    assert chosen.weeks == meant


@pytest.mark.rule("T2.1", "T2.2")
def test_who_moves_then() -> None:
    state = expedition().build()
    assert turn_at(viewer(state)).next_to_move(7) == [(2, 14, 1902), (1, 14, 1902), (0, 18, 1902)]
    assert turn_at(viewer(state)).next_to_move(3) == [(0, 14, 1902), (2, 14, 1902), (1, 14, 1902)]
    assert turn_at(viewer(state)).next_to_move(42) == [(2, 14, 1902), (1, 14, 1902), (0, 1, 1903)]


def test_who_is_done_moves_no_more() -> None:
    assert turn_at(viewer(late(50).build())).next_to_move(3) == [(1, 52, 1903)]


def test_the_order_is_what_the_engine_makes_of_it() -> None:
    for state in positions(10):
        own = viewer(state, GAME.to_act(state))
        for action in GAME.legal(state).tolist():
            after = GAME.view(GAME.apply(state, action))
            spent = after["players"][own.you]["time"] - own.view["players"][own.you]["time"]
            order = [seat for seat, _, _ in turn_at(own).next_to_move(spent)]
            assert order == [seat for seat in after["order"] if not after["players"][seat]["done"]]


@pytest.mark.parametrize(
    ("form", "action"),
    [
        ({"action": "take 1 zeppelin"}, "take 1 zeppelin"),
        ({"site": "egypt", "weeks": "6"}, "dig egypt 6"),
        ({"site": "egypt", "weeks": "6", "shovel": "on", "zeppelin": "on"}, "dig egypt 6 zeppelin shovel"),
        ({"site": "egypt", "weeks": "6", "rumour": "on", "assistant": "on"}, "dig egypt 6 assistant rumour"),
        ({"site": "egypt", "weeks": "6", "rumour": "off"}, "dig egypt 6"),
    ],
)
def test_a_form_describes_an_action(form: dict[str, str], action: str) -> None:
    state = expedition().build()
    assert choice.action_of(form) == action
    GAME.apply(state, GAME.parse(state, action))


@pytest.mark.parametrize(
    "form",
    [{}, {"site": "egypt"}, {"site": "atlantis", "weeks": "3"}, {"site": "egypt", "weeks": "0x6"}, {"weeks": "6"}],
)
def test_a_form_without_sense_is_refused_by_the_engine(form: dict[str, str]) -> None:
    state = expedition().build()
    with pytest.raises(DigsiteError):
        GAME.apply(state, GAME.parse(state, choice.action_of(form)))


def positions(count: int) -> Iterator[Bytes]:
    for number in range(count):
        yield walked(GAME.new(2 + number % 3), 4 + 3 * number, seed=number)


def offered(state: Bytes) -> set[str]:
    """Every action that a button of some ticket or sheet plays, whatever is switched on it."""
    seat, found = GAME.to_act(state), set[str]()
    for key in offers_of(viewer(state, seat)):
        plain = choice_html(viewer(state, seat, choose=key))
        uses = re.findall(r'id="use-(\w+)"', plain) or ["zeppelin"] * ("choice-flight" in plain)
        for switched in product((False, True), repeat=len(uses)):
            chosen = {use: "on" for use, on in zip(uses, switched, strict=True) if on}
            page = choice_html(viewer(state, seat, choose=key, **chosen))
            found.update(re.findall(r'<button class="main" data-enter form="act" name="action" value="([^"]+)">', page))
    return found


def test_every_legal_action_is_played_by_some_button_and_no_other() -> None:
    for state in positions(30):
        assert GAME.to_act(state) not in (CHANCE, OVER)
        assert offered(state) == {GAME.text(state, action) for action in GAME.legal(state).tolist()}
