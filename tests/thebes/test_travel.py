"""T3: travelling, by foot, car and zeppelin."""

import pytest

from digsite.core.errors import IllegalAction
from tests.thebes.position import FACTS, Position, legal, move, number, play, player, view, when

CAR_MOSCOW, CAR_ROME = number("car moscow"), number("car rome")
ZEPPELIN_ROME, ZEPPELIN_VIENNA = number("zeppelin rome"), number("zeppelin vienna")


def steps(start: str) -> dict[str, int]:
    """The fewest steps to every place, spreading out along the printed routes."""
    far = {start: 0}
    edge = [start]
    while edge:
        here = edge.pop(0)
        for one, other in FACTS.routes:
            for there in ({one, other} - {here}) if here in (one, other) else ():
                if there not in far:
                    far[there] = far[here] + 1
                    edge.append(there)
    return far


def errand(start: str, goal: str, *cards: str) -> tuple[Position, str, int]:
    """A position with something to do at the goal, the action, and its weeks without the journey."""
    position = Position().week(0, 1901, 1).week(1, 1903, 1).at(0, start).give(0, *cards)
    if goal in FACTS.sites:
        return position.give(0, f"book {goal} 3", f"book {goal} 2"), f"dig {goal} 1", 1
    if goal == "warsaw":
        return position, "exchange", 1
    card = next(card for card in FACTS.researchers if card.city == goal and card.kind in ("book", "congress"))
    return position.show(f"{card.kind} {card.city} {card.value} {card.site}"), "take 1", card.weeks


@pytest.mark.rule("T3.1", "T5.1")
def test_london_to_warsaw_and_exchanging_costs_3_weeks() -> None:
    state = move(Position().at(0, "london").build(), "exchange")
    assert when(state) == (1901, 3)
    assert player(state)["place"] == "warsaw"


@pytest.mark.rule("T3.1")
@pytest.mark.parametrize(
    ("start", "goal", "weeks"),
    [
        ("warsaw", "berlin", 1),
        ("warsaw", "greece", 1),
        ("london", "rome", 2),
        ("moscow", "greece", 2),
        ("vienna", "crete", 2),
        ("moscow", "egypt", 4),
        ("london", "mesopotamia", 4),
        ("egypt", "mesopotamia", 2),
        ("palestine", "moscow", 4),
    ],
)
def test_each_step_costs_one_week(start: str, goal: str, weeks: int) -> None:
    position, action, own = errand(start, goal)
    assert when(play(position.build(), action)) == (1901, 1 + weeks + own)


@pytest.mark.rule("T3.1")
@pytest.mark.parametrize("start", FACTS.places)
def test_the_shortest_way_counts_between_any_two_places(start: str) -> None:
    far = steps(start)
    for goal in FACTS.places:
        position, action, own = errand(start, goal)
        after = play(position.build(), action)
        assert when(after) == (1901, 1 + far[goal] + own), goal
        assert player(after)["place"] == goal


@pytest.mark.rule("T3.1")
def test_any_number_of_archaeologists_share_a_place() -> None:
    position = Position(4).show("congress berlin", "congress berlin")
    for seat in (1, 2, 3):
        position.at(seat, "berlin").week(seat, 1902, 9)
    after = move(position.build(), "take 1")
    assert [player(after, seat)["place"] for seat in range(4)] == ["berlin"] * 4


@pytest.mark.rule("T3.2")
@pytest.mark.parametrize("start", FACTS.places)
def test_a_car_shortens_a_journey_of_3_or_more_weeks_by_1(start: str) -> None:
    far = steps(start)
    for goal in FACTS.places:
        position, action, own = errand(start, goal, "car moscow")
        journey = far[goal] - 1 if far[goal] >= 3 else far[goal]
        assert when(play(position.build(), action)) == (1901, 1 + journey + own), goal


@pytest.mark.rule("T3.2")
def test_a_car_is_never_discarded() -> None:
    position, action, _ = errand("moscow", "london", "car moscow")
    after = move(position.build(), action)
    assert player(after)["cars"] == 1
    assert view(after)["discards"] == []


@pytest.mark.rule("T3.2")
def test_a_car_applies_by_itself() -> None:
    position, action, _ = errand("moscow", "london", "car moscow")
    assert legal(position.build(), "take 1") == [action]


@pytest.mark.rule("T3.2")
@pytest.mark.parametrize(("start", "goal", "weeks"), [("moscow", "london", 2), ("moscow", "egypt", 3)])
def test_a_second_car_adds_nothing(start: str, goal: str, weeks: int) -> None:
    position, action, own = errand(start, goal, "car moscow", "car rome")
    assert when(play(position.build(), action)) == (1901, 1 + weeks + own)


@pytest.mark.rule("T3.2")
def test_another_players_car_shortens_nothing() -> None:
    position, action, own = errand("moscow", "london")
    assert when(play(position.give(1, "car").build(), action)) == (1901, 1 + 3 + own)


@pytest.mark.rule("T3.3")
@pytest.mark.parametrize(("start", "goal"), [("warsaw", "berlin"), ("moscow", "palestine"), ("egypt", "warsaw")])
def test_a_zeppelin_makes_a_journey_of_any_length_cost_0(start: str, goal: str) -> None:
    position, action, own = errand(start, goal, "zeppelin")
    after = move(position.build(), f"{action} zeppelin")
    assert when(after) == (1901, 1 + own)
    assert player(after)["place"] == goal


@pytest.mark.rule("T3.3")
def test_a_zeppelin_is_discarded_after_its_journey() -> None:
    position, action, _ = errand("moscow", "london", "zeppelin rome")
    after = move(position.build(), f"{action} zeppelin")
    assert player(after)["zeppelins"] == 0
    assert view(after)["discards"] == [ZEPPELIN_ROME]


@pytest.mark.rule("T3.3")
def test_using_a_zeppelin_is_a_choice() -> None:
    position, action, own = errand("moscow", "london", "zeppelin")
    state = position.build()
    assert legal(state, "take 1") == [action, f"{action} zeppelin"]
    walked = move(state, action)
    assert when(walked) == (1901, 1 + 3 + own)
    assert player(walked)["zeppelins"] == 1


@pytest.mark.rule("T3.3")
def test_every_action_may_be_reached_by_zeppelin() -> None:
    position = (
        Position().at(0, "moscow").give(0, "zeppelin", "book greece 3").found(0, "greece", 1).found(0, "egypt", 1, 2)
    )
    state = position.show("congress berlin").exhibitions(a="small london").build()
    flights = {text for text in legal(state) if text.endswith(" zeppelin")}
    assert {text.rsplit(" ", 1)[0] for text in flights} == {text for text in legal(state) if text not in flights}
    assert {"take 1 zeppelin", "exchange zeppelin", "exhibit a zeppelin", "dig greece 3 zeppelin"} <= flights


@pytest.mark.rule("T3.3")
def test_no_zeppelin_flies_a_journey_of_length_0() -> None:
    state = Position().give(0, "zeppelin").build()
    assert legal(state, "exchange") == ["exchange"]
    with pytest.raises(IllegalAction, match=r"T3.3: no zeppelin is needed to stay in Warsaw"):
        play(state, "exchange zeppelin")


@pytest.mark.rule("T3.3")
@pytest.mark.parametrize("text", ["take 1 zeppelin", "exchange zeppelin", "dig greece 3 zeppelin"])
def test_without_a_zeppelin_nobody_flies(text: str) -> None:
    state = Position().at(0, "moscow").give(0, "book greece 3").give(1, "zeppelin").build()
    with pytest.raises(IllegalAction, match=r"T3.3: there is no zeppelin to use"):
        play(state, text)


@pytest.mark.rule("T3.3")
def test_of_two_zeppelins_the_one_of_lower_number_goes() -> None:
    assert ZEPPELIN_ROME < ZEPPELIN_VIENNA
    position, action, _ = errand("moscow", "london", "zeppelin vienna", "zeppelin rome")
    after = move(position.build(), f"{action} zeppelin")
    assert view(after)["discards"] == [ZEPPELIN_ROME]
    assert ZEPPELIN_VIENNA in player(after)["cards"]


@pytest.mark.rule("T3.3")
def test_a_zeppelin_leaves_the_car_out_of_account() -> None:
    position, action, own = errand("moscow", "egypt", "zeppelin", "car")
    after = play(position.build(), f"{action} zeppelin")
    assert when(after) == (1901, 1 + own)
    assert player(after)["cars"] == 1


@pytest.mark.rule("T3.3")
def test_a_car_taken_in_this_turn_does_not_serve_its_journey() -> None:
    state = Position().at(0, "london").show("car moscow", "car rome").build()
    after = move(state, "take 1")
    assert when(after) == (1901, 3 + 1)


@pytest.mark.rule("T3.3")
def test_a_zeppelin_taken_in_this_turn_does_not_serve_its_journey() -> None:
    state = Position().at(0, "moscow").show("zeppelin vienna").build()
    assert legal(state, "take 1") == ["take 1"]
    after = move(state, "take 1")
    assert when(after) == (1901, 2 + 1)
    assert player(after)["zeppelins"] == 1


@pytest.mark.rule("T3.3")
def test_a_zeppelin_fetched_by_zeppelin_is_not_the_one_discarded() -> None:
    state = Position().give(0, "zeppelin vienna").show("zeppelin rome").build()
    after = move(state, "take 1 zeppelin")
    assert view(after)["discards"] == [ZEPPELIN_VIENNA]
    assert player(after)["cards"] == [ZEPPELIN_ROME]
