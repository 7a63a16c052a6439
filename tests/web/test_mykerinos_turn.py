"""What may be done in Mykerinos, as things to touch, and what each of them brings."""

import random
from dataclasses import replace

import pytest

from digsite.core.fields import Bytes
from digsite.core.rng import stream
from digsite.games.mykerinos.page import (
    dock,
    pass_track,
    ranking_preview,
    refusal_reasons,
    scoring,
    ticket,
)
from digsite.games.mykerinos.page.choice import plan_of
from digsite.games.mykerinos.page.page import MykerinosPage
from digsite.games.mykerinos.page.turn import Move, turn_of
from digsite.games.mykerinos.rules.planning import in_turn
from digsite.games.mykerinos.rules.state import NEUTRAL
from digsite.games.mykerinos.rules.view_types import Colour
from digsite.web.viewer import Viewer
from tests.mykerinos.position import GAME, Position, play
from tests.web.tables import LookAt, choice_html

look_at = LookAt(GAME)


def everything(viewer: Viewer) -> list[Move]:
    turn = turn_of(viewer)
    at_fields = [move for here in turn.at_fields().values() for move in here]
    return [*at_fields, *turn.rooms().values(), *turn.others]


def positions(seats: int, seed: int) -> list[Bytes]:
    """Every decision of a game played at random, patrons and the neutral player's part included."""
    rng, draws, found = random.Random(seed), stream(seed), []
    state = GAME.settle(GAME.new(seats), draws)
    while isinstance(GAME.view(state)["to_act"], int):
        found.append(state)
        state = GAME.settle(GAME.apply(state, rng.choice(GAME.legal(state).tolist())), draws)
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_action_can_be_touched(seats: int) -> None:
    found = positions(seats, seats)
    phases = {GAME.view(state)["phase"] for state in found}
    assert {"turn", "then", "claim"} <= phases
    assert max(GAME.view(state)["round"] for state in found) == 4
    for state in random.Random(1).sample(found, 40):
        viewer = look_at(state, GAME.to_act(state))
        moves = everything(viewer)
        assert sorted(move.number for move in moves) == GAME.legal(state).tolist()
        for move in moves:
            assert GAME.parse(state, move.action) == move.number
            plan = plan_of(look_at(state, GAME.to_act(state), choose=move.key, deed=move.kind))
            assert plan is not None
            assert plan.move == move


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_parts_and_tickets_show_every_deed(seats: int) -> None:
    room, rng = MykerinosPage(), random.Random(3)
    for state in rng.sample(positions(seats, seats + 10), 12):
        seat = GAME.to_act(state)
        move = rng.choice(everything(look_at(state, seat)))
        viewer = look_at(state, seat, choose=move.key, deed=move.kind)
        shown = choice_html(viewer) + room.parts(viewer)["dock"] + room.parts(viewer)["board"]
        assert f'value="{move.action}"' in shown, move
        for watcher in (None, (seat + 1) % seats):
            other = look_at(state, watcher, choose=move.key)
            assert everything(other) == []
            assert 'name="action"' not in choice_html(other) + room.parts(other)["dock"]


def test_only_a_second_step_is_played_at_once() -> None:
    state = Position(3).dig(0, "b3").build()
    assert not any(move.direct for move in everything(look_at(state)))
    then = everything(look_at(play(state, "extend b2")))
    assert then
    assert all(move.direct and move.kind == "then" for move in then)


def test_a_field_may_offer_several_deeds() -> None:
    state = Position(3).dig(0, "b3").build()
    assert [move.action for move in turn_of(look_at(state)).at_fields()["b2"]] == ["start b2", "extend b2"]
    plan = plan_of(look_at(state, choose="b2", deed="extend"))
    assert plan is not None
    assert plan.move is not None
    assert plan.move.action == "extend b2"
    assert set(plan.fields) == {"a2", "c2", "b1"}
    assert plan.standing == {0: [{"colour": 0, "count": 2}]}


def test_start_alone_lights_its_fields() -> None:
    plan = plan_of(look_at(Position(3).dig(0, "b3").build(), choose="extend"))
    assert plan is not None
    assert plan.move is None
    assert set(plan.fields) == {"a3", "c3", "b2", "b4"}


@pytest.mark.parametrize("form", [{}, {"action": "start z9"}, {"action": None}, {"action": ["x"]}, {"site": "egypt"}])
def test_a_form_never_fails(form: dict[str, str]) -> None:
    assert isinstance(MykerinosPage().action(look_at(Position(2).build()), form), str)


@pytest.mark.parametrize(
    "asked", ["", "z9", "room-x", "room-99", "room-²", "tile-0", "nobody", "then", "skip", "a9", "lemon"]
)
def test_an_address_may_ask_for_nonsense(asked: str) -> None:
    viewer = look_at(Position(3).build(), choose=asked, deed="nonsense")
    assert plan_of(viewer) is None
    assert bool(choice_html(viewer)) == (asked == "lemon")


def said(state: Bytes, you: int, **placed: Colour) -> list[tuple[str, str]]:
    return [(each.strong, each.more) for each in ranking_preview.verdicts(look_at(state, you), placed)]


def test_a_lead_is_told_with_its_size() -> None:
    state = Position(3).dig(0, "a1 b1").dig(1, "d3").build()
    assert said(state, 0, c1=0) == [("You lead zone I by 2 and choose first there.", "")]


def test_alone_in_a_zone() -> None:
    strong, more = said(Position(3).build(), 0, a1=0)[0]
    assert strong == "You are alone in zone I."
    assert more == "One choice there: a plot or a museum room."


def test_a_tie_lost_to_who_has_passed() -> None:
    state = Position(3).dig(0, "a1 b1").dig(2, "c1 c2 c3").passed(2).build()
    assert said(state, 0, a2=0) == [
        ("3 : 3 in zone I, Cy wins the tie (passed first).", "You choose second, from what is left.")
    ]


def test_an_open_tie() -> None:
    state = Position(3).dig(0, "a1").dig(1, "c1 c2").build()
    assert said(state, 0, a2=0) == [("2 : 2 with Bo in zone I.", "The earlier to pass goes first.")]


def test_second_and_third() -> None:
    state = Position(4).dig(1, "c1 c2 c3").dig(2, "d1 d2").build()
    assert said(state, 0, a2=0) == [
        ("You are behind Bo and Cy in zone I.", "Third place gets only a plot that is left.")
    ]
    assert said(state, 0, a1=0, a2=0, a3=0, b1=0) == [("You lead zone I by 1 and choose first there.", "")]
    state = Position(3).dig(1, "c1 c2 c3").build()
    assert said(state, 0, a2=0)[0][0] == "You are second in zone I, 1 to Bo’s 3."


def test_two_zones_at_once() -> None:
    state = Position(3).dig(0, "a2").dig(1, "c1 c2").build()
    found = ranking_preview.verdicts(look_at(state), {"a3": 0, "a4": 0})
    assert [each.zone for each in found] == [0, 2]
    assert found[0].strong == "2 : 2 with Bo in zone I."
    assert found[1].strong == "You are alone in zone III."


def test_ties_with_the_neutral_player() -> None:
    """M7.2: it stands on 2, so the first to pass goes before it and the second after it."""
    position = Position(2).dig(0, "a1").dig(NEUTRAL, "c1 c2")
    assert said(position.build(), 0, a2=0)[0][1].endswith("only if you pass before Bo.")
    passed = Position(2).dig(0, "a1").dig(NEUTRAL, "c1 c2").passed(1).build()
    assert said(passed, 0, a2=0)[0][0] == "2 : 2 in zone I, Neutral wins the tie (its marker stands on space 2)."


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        ("", "", ("Only neutral archaeologists in zone I.", "Both plots would leave the game.")),
        ("a1", "", ("Neutral leads zone I, 2 : 1.", "Bo names the plot that leaves; you choose next.")),
        ("", "a1", ("Neutral leads zone I, 2 : 1.", "You name the plot that leaves; Bo chooses next.")),
        (
            "a1 a2 a3",
            "",
            ("Neutral is second in zone I, behind you.", "You choose first and name the plot that leaves."),
        ),
        (
            "",
            "a1 a2 a3",
            ("Neutral is second in zone I, behind Bo.", "Bo chooses first and names the plot that leaves."),
        ),
        ("a1 a2 a3", "b1 b2 b3", ("Neutral is third in zone I.", "It gets nothing there.")),
        (
            "a1",
            "b1",
            ("Neutral leads zone I, 2 : 1.", "The earlier to pass chooses next, the other names the plot that leaves."),
        ),
    ],
)
def test_what_a_neutral_does(own: str, other: str, expected: tuple[str, str]) -> None:
    """M7.4 to M7.7."""
    state = Position(2).dig(0, own).dig(1, other).dig(NEUTRAL, "d1").build()
    assert said(state, 0, d2="neutral") == [expected]


def test_passing_tells_the_space_and_the_ties() -> None:
    state = Position(3).dig(0, "a1 e1").dig(1, "b1").dig(2, "f1").passed(2).build()
    viewer = look_at(state)
    assert pass_track.next_space(viewer) == 2
    assert pass_track.lines(viewer) == [
        "You would win the tie with Bo in zone I.",
        "You would lose the tie with Cy in zone II.",
        "Bo has one more action, then the zones are scored.",
    ]
    assert pass_track.next_space(look_at(Position(2).passed(1).build())) == 3


def test_rooms_are_worth_what_they_add() -> None:
    """M6.1: two Lemon plots at 1 become two at 3."""
    state = Position(3, 2).own(0, "lemon", "lemon", "brown").wings("lemon", "violet", "brown", "blackmore", "tangerine")
    here = play(state.build(), "use brown")
    viewer = look_at(here)
    rooms = viewer.view["museum"]["rooms"]
    three = next(room["room"] for room in rooms if room["value"] == 3 and room["wings"] == [0])
    worth = scoring.worth_of(viewer, turn_of(viewer).rooms()[three])
    assert (worth.now, worth.total) == (0, 4)
    assert worth.rows == (("At the end, 2 Lemon plots 1 → 3", 4),)
    shut = next(room["room"] for room in rooms if room["value"] == 5)
    assert refusal_reasons.of_room(viewer, shut)[0][1] == "M5.2"


def test_plots_are_worth_points_now_and_at_the_end() -> None:
    """M4.6, M6.1, M6.2: the fifth patron completes a set."""
    position = Position(3, 2).own(0, "violet", "brown", "blackmore", "tangerine").lay(0, "lemon 3", "violet 2")
    state = position.dig(0, "a1 b1").dig(1, "c1").score(0, 1, 2)
    viewer = look_at(state)
    lemon, violet, museum = scoring.cards(viewer)
    assert lemon.worth is not None
    assert violet.worth is not None
    assert (lemon.worth.now, lemon.worth.total) == (3, 3 + 1 + 5)
    assert lemon.worth.rows == (("At the end, Lemon at 1", 1), ("A set of all five patrons", 5))
    assert (violet.worth.now, violet.worth.total) == (2, 3)
    assert len(museum.rooms) == len(turn_of(viewer).rooms())


def test_the_ranking_explains_a_tie() -> None:
    state = Position(3).dig(0, "a1").dig(1, "b1").score(1, 2, 0)
    shown = scoring.context(look_at(state, 1))
    assert shown is not None
    assert shown["title"] == "Zone I is scored. You choose first."
    assert [(place.name, place.count, place.note) for place in shown["places"]] == [
        ("You", 1, "choose now"),
        ("Ann", 1, "chooses from what is left"),
    ]
    assert shown["ties"] == [("You and Ann have 1 each.", "Whoever passed earlier goes first: space 1 before space 3.")]


def test_who_watches_a_choice_sees_the_plots_and_what_they_would_bring() -> None:
    state = Position(3).dig(0, "a1").dig(1, "b1").score(1, 2, 0)
    cards = scoring.cards(look_at(state, 0))
    assert [card.key for card in cards] == ["tile-0", "tile-1"]
    assert [[words for seat, words, points in card.sums] for card in cards] == [
        ["worth to you", "worth to Bo", "worth to Cy"]
    ] * 2
    assert not any(card.action or card.link or card.rooms for card in cards)


@pytest.mark.parametrize("seats", [2, 3])
def test_what_can_be_done_keeps_its_place_while_others_move(seats: int) -> None:
    """Who waits for their turn sees everything that may be in the bar then; who has passed sees nothing of it."""
    turns = [state for state in positions(seats, 5) if GAME.view(state)["phase"] == "turn"]
    assert any(player["space"] for state in turns for player in GAME.view(state)["players"])
    for state in turns:
        for player in GAME.view(state)["players"]:
            context = dock.context(look_at(state, player["seat"]))
            labels = [one["label"] for one in context["means"]]
            hands = [key.title() for key, own in player["patrons"].items() if own["tiles"] > own["turned"]]
            if player["seat"] == GAME.to_act(state):
                assert context["kind"] == "mine"
                assert labels[-len(hands) :] == hands or not hands
            elif player["space"]:
                assert (context["kind"], labels) == ("", [])
            else:
                planned = in_turn(state, player["seat"])
                kinds = {GAME.text(planned, action).split()[0] for action in GAME.legal(planned).tolist()}
                verbs = [verb for verb in ("Start", "Extend") if verb.lower() in kinds]
                assert (context["kind"], labels) == ("ahead", [*verbs, *hands])


def test_who_names_the_neutral_plot() -> None:
    """M7.5: neutral first, the one who is not there names the plot."""
    state = Position(2).dig(0, "a1").dig(NEUTRAL, "b1 b2").score(0, 1)
    viewer = look_at(state, 1)
    assert {move.kind for move in turn_of(viewer).others} == {"remove"}
    shown = scoring.context(viewer)
    assert shown is not None
    assert shown["rule"] == "M7.5"
    assert "You name the plot that leaves" in shown["title"]
    assert all(card.sums and not card.worth for card in shown["cards"])


def test_a_field_says_what_cannot_be_done() -> None:
    state = Position(3).dig(0, "a1").dig(1, "h1").build()
    assert refusal_reasons.at_field(look_at(state), "h1", set()) == [("Bo stands here already.", "M3.2")]
    assert refusal_reasons.at_field(look_at(state), "d3", {"start"})[0][1] == "M3.3"
    found = ticket.ticket(look_at(state, choose="h1"))
    assert found is not None
    assert found.refusals
    assert not found.choices


def test_the_bar_follows_a_chain() -> None:
    state = play(Position(3).dig(0, "b3").build(), "extend b2")
    context = dock.context(look_at(state))
    assert [(step["field"], step["state"]) for step in context["steps"]] == [("b2", "placed"), ("", "now")]
    assert context["pass"] is None
    shown = ticket.ticket(look_at(state))
    assert shown is not None
    assert {way.action for way in shown.ways} == {"then a2", "then c2", "then b1"}


def test_what_neutrals_would_do_is_told_zone_by_zone() -> None:
    state = Position(2).dig(0, "b3 g1 g2").dig(1, "e6").dig(NEUTRAL, "d3 f2").neutral(0, 2).build()
    viewer = look_at(play(state, "start a6"))
    assert viewer.view["phase"] == "follow"
    shown = ticket.ticket(viewer)
    assert shown is not None
    assert [(line.zone, line.count, line.verdicts[0].strong) for line in shown.preview] == [
        ("I", 1, "Neutral leads zone I, 2 : 1."),
        ("II", 1, "2 : 2 with you in zone II."),
        ("II", 2, "Neutral leads zone II, 3 : 2."),
        ("III", 1, "1 : 1 with you in zone III."),
        ("III", 2, "Neutral leads zone III, 2 : 1."),
        ("IV", 1, "1 : 1 with Bo in zone IV."),
    ]


def test_patrons_are_ready_or_turned() -> None:
    state = Position(3, 2).own(0, "lemon", "lemon", "violet").turn_over(0, "lemon").build()
    cards = dock.context(look_at(state))["patrons"]
    assert [(card["key"], card["turned"], card["ready"]) for card in cards] == [
        ("violet", False, True),
        ("lemon", False, True),
        ("lemon", True, False),
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_page_stands_before_the_first_turn_and_after_the_last(seats: int) -> None:
    room = MykerinosPage()
    for state in (GAME.new(seats), Position(seats).over()):
        for you in (None, 0):
            viewer = replace(look_at(state, you, choose="a1"), past=state.tobytes())
            parts = room.parts(viewer)
            assert parts["dock"].startswith('<section id="dock"')
            assert ("panel-neutral" in parts) == (seats == 2)
            assert room.choice(viewer) is None


def test_an_earlier_position_offers_nothing() -> None:
    state = play(Position(3).dig(0, "b3").build(), "extend b2")
    for who, said in ((0, "Your turn"), (1, "Ann to move")):
        viewer = replace(look_at(state, who), past=state.tobytes(), ply=3)
        assert everything(viewer) == []
        parts = MykerinosPage().parts(viewer)
        assert said in parts["dock"]
        assert said in parts["status"]


def test_two_plots_of_one_patron_are_told_apart() -> None:
    """By their points, on the card and on the button."""
    found = 0
    for state in positions(3, 7):
        view = GAME.view(state)
        if view["phase"] != "claim":
            continue
        one, other = view["zones"][view["scoring"]["zone"]]["tiles"]
        if one and other and one["patron"] and one["patron"] == other["patron"] and one["points"] != other["points"]:
            cards = [card for card in scoring.cards(look_at(state, GAME.to_act(state))) if card.plot]
            assert len({card.title for card in cards}) == len({card.button for card in cards}) == 2
            found += 1
    assert found
