"""What fields, rooms and plots tell besides: patrons who could help, what a room would add, which plot is which."""

import re

import pytest

from digsite.games.mykerinos.page import desert, museum, patron_help, scoring, ticket
from digsite.games.mykerinos.page.choice import plan_of
from digsite.games.mykerinos.page.page import MykerinosPage
from digsite.games.mykerinos.page.turn import turn_of
from digsite.games.mykerinos.rules.state import NEUTRAL
from tests.mykerinos.position import GAME, Position, play
from tests.web.tables import EXPLORERS, LookAt, choice_html

look_at = LookAt(GAME, names=EXPLORERS, terms={"guide": True})


@pytest.mark.rule("M3.5")
def test_a_field_names_the_patrons_who_could_help_there() -> None:
    position = Position(3, 2).own(0, "tangerine", "blackmore", "lemon", "brown").dig(0, "a1")
    viewer = look_at(position.build(), 0, choose="b1")
    shown = ticket.ticket(viewer)
    assert shown is not None
    assert [(help.link, help.label) for help in shown.helps] == [
        ("/t/abc?choose=b1&with=blackmore", "Use Mrs Blackmore"),
        ("/t/abc?choose=b1&with=tangerine", "Use Colonel Tangerine"),
    ]
    far = patron_help.at_field(look_at(position.build(), 0), "h1")  # not next to one's own: no extending with three
    assert [help.patron for help in far] == ["blackmore"]
    assert patron_help.at_field(look_at(position.turn_over(0, "blackmore").build(), 0), "h1") == []


@pytest.mark.rule("M3.7")
def test_at_a_pyramid_lord_lemon_alone_can_help() -> None:
    position = Position(3, 2).own(0, "lemon", "blackmore")
    pyramid = min(position.pyramids())
    helps = patron_help.at_field(look_at(position.build(), 0), pyramid)
    assert [help.patron for help in helps] == ["lemon"]
    assert [verdict.after for verdict in helps[0].verdicts] == [[{"colour": 0, "count": 1}]]


def test_touching_a_ringed_field_means_to_extend_until_said_otherwise() -> None:
    state = Position(3).dig(0, "a1").build()
    chosen = [plan_of(look_at(state, 0, **asked)) for asked in ({"choose": "b1"}, {"choose": "b1", "deed": "start"})]
    assert [plan.move.kind for plan in chosen if plan and plan.move] == ["extend", "start"]


def test_fields_are_named_for_a_second_step_but_not_for_a_patron() -> None:
    state = Position(3, 2).own(0, "lemon").dig(0, "a1").build()
    second = desert.context(look_at(state, 0, choose="b1"))
    assert '<span class="key">c1</span>' in second["pieces"]["zone-0"]
    asked = desert.context(look_at(state, 0, choose="lemon"))
    drawn = "".join(asked["pieces"].values())
    assert "following" in drawn
    assert 'class="key"' not in drawn


def test_sir_brown_lists_the_rooms_with_what_each_adds() -> None:
    """M6.1: two Lemon plots at 1 are worth 4 more in their “3”, 2 more in a “2”."""
    position = (
        Position(3, 2).own(0, "lemon", "lemon", "brown").wings("lemon", "violet", "brown", "blackmore", "tangerine")
    )
    shown = ticket.ticket(look_at(play(position.build(), "use brown"), 0))
    assert shown is not None
    assert shown.rooms[0].name == "Lemon “3”"
    assert [room.gain for room in shown.rooms][:4] == [
        4,
        2,
        2,
        2,
    ]  # Lemon's “3”; Brown's “3” and both “2” rooms of Lemon


@pytest.mark.rule("M6.1")
def test_rooms_tell_what_they_would_add_before_they_may_be_reserved() -> None:
    state = Position(3, 2).own(0, "lemon", "lemon").wings("lemon", "violet", "brown", "blackmore", "tangerine").build()
    context = museum.context(look_at(state, 0))
    assert context["adds"]
    assert sorted(re.findall(r'would-add within"[^>]*>(\+\d)', context["plan"])) == ["+2", "+2", "+4"]  # “5” is closed
    assert "would-add" not in museum.context(look_at(state, None))["plan"]


@pytest.mark.rule("M7.5")
def test_a_plot_to_be_named_is_weighed_for_both_with_its_set() -> None:
    position = Position(2, 2).lay(0, "lemon 3", "brown 0").own(1, "violet", "brown", "blackmore", "tangerine")
    viewer = look_at(position.dig(0, "a1").dig(NEUTRAL, "b1 b2").score(0, 1), 1)
    lemon, brown = scoring.cards(viewer)
    assert [sum[1:] for sum in lemon.sums] == [("worth to Noor", "+4"), ("worth to you", "+9")]
    assert [sum[1:] for sum in brown.sums] == [("worth to Noor", "+1"), ("worth to you", "+1")]
    assert lemon.plot != ""


def test_when_all_is_played_the_desert_makes_room_for_the_end() -> None:
    over, room = Position(3).over(), MykerinosPage()
    parts = room.parts(look_at.over(over, 0))
    assert parts["board"] == '<section id="board" hidden></section>'
    assert "played-out" in room.mood(look_at.over(over, 0)).split()
    early = look_at.over(Position(3).build(), 0)
    assert "zone-0" in room.parts(early)["board"]
    assert GAME.to_act(early.state) == 0


@pytest.mark.rule("M3.3")
def test_a_second_step_is_planned_with_the_first() -> None:
    state = Position(3).dig(0, "b3").dig(1, "a1").build()
    viewer = look_at(state, 0, choose="b2", deed="extend", then="b1")
    plan = plan_of(viewer)
    assert plan is not None
    assert plan.action == "extend b2; then b1"
    assert plan.placed == {"b2": 0, "b1": 0}
    assert plan.standing == {0: [{"colour": 0, "count": 3}, {"colour": 1, "count": 1}]}
    assert set(plan.fields) == {"a2", "c2", "b1"}  # where the second might go instead
    drawn = MykerinosPage().parts(viewer)["board"]
    assert re.findall(r"<i>(\d)</i>", drawn) == ["2", "1"]  # b1 is drawn before b2
    assert "then=c2" in drawn
    assert "Extend to b2 and b1" in MykerinosPage().parts(viewer)["dock"]


def test_a_planned_archaeologist_stands_where_no_label_covers_it() -> None:
    """The second of an extension stands on b1; the fields where it might go instead bear their names."""
    viewer = look_at(Position(3).dig(0, "b3").build(), 0, choose="b2", deed="extend", then="b1")
    pieces = "".join(desert.context(viewer)["pieces"].values())
    drawn = dict(re.findall(r'<a id="field-(\w\d)"[^>]*>(.*?)</a>', pieces, re.DOTALL))
    assert "<i>2</i>" in drawn["b1"]
    assert 'class="mykerinos figure' in drawn["b1"]
    assert [field for field, inside in drawn.items() if 'class="key"' in inside] == ["a2", "c2"]


def test_lit_fields_of_a_second_step_lead_to_both() -> None:
    viewer = look_at(Position(3).dig(0, "b3").build(), 0, choose="b2", deed="extend")
    context = desert.context(viewer)
    field = re.search(r'<a id="field-b1"[^>]*>', context["pieces"]["zone-0"])
    assert field
    assert 'href="/t/abc?choose=b2&amp;deed=extend&amp;then=b1"' in field[0]


@pytest.mark.parametrize("asked", ["z9", "b1-b1", "b1-c1", "h9-a1", "-", ""])
def test_steps_that_cannot_be_done_are_left_out(asked: str) -> None:
    state = Position(3).dig(0, "b3").build()
    plan = plan_of(look_at(state, 0, choose="b2", deed="extend", then=asked))
    assert plan is not None
    assert plan.action == ("extend b2; then b1" if asked.startswith("b1") else "extend b2")


@pytest.mark.rule("M3.5")
@pytest.mark.parametrize(
    ("patron", "asked", "action"),
    [
        ("violet", {"choose": "c2"}, "use violet; start c2"),
        ("violet", {"choose": "b1", "then": "c1"}, "use violet; extend b1; then c1"),
        ("blackmore", {"choose": "g1", "then": "h1"}, "use blackmore; start g1; then h1"),
        ("tangerine", {"choose": "b1", "then": "c1-d1"}, "use tangerine; extend b1; then c1; then d1"),
        ("tangerine", {"choose": "b1", "then": "c1"}, "use tangerine; extend b1; then c1"),
        ("brown", {"choose": "room-0"}, "use brown; room 0"),
    ],
)
def test_a_patrons_help_is_planned_where_it_begins(patron: str, asked: dict[str, str], action: str) -> None:
    state = Position(3, 2).own(0, patron).dig(0, "a1").build()
    viewer = look_at(state, 0, **{**asked, "with": patron})
    plan = plan_of(viewer)
    assert plan is not None
    assert plan.action == action
    for step in action.split("; "):
        state = play(state, step)
    assert f'value="{action}"' in choice_html(viewer)


@pytest.mark.rule("M3.5")
@pytest.mark.parametrize("patron", ["violet", "lemon", "blackmore", "tangerine"])
def test_every_lit_field_of_a_patron_keeps_the_patron(patron: str) -> None:
    viewer = look_at(Position(3, 2).own(0, patron).dig(0, "a1").build(), 0, choose=patron)
    plan = plan_of(viewer)
    assert plan is not None
    drawn = MykerinosPage().parts(viewer)["board"]
    lit = re.findall(r'<a id="field-(\w\d)" class="field +following" href="([^"]*)"', drawn)
    assert {field for field, _link in lit} == set(plan.fields)
    assert {link for _field, link in lit} == {f"/t/abc?choose={field}&amp;with={patron}" for field in plan.fields}


@pytest.mark.rule("M3.8")
def test_before_sir_brown_is_called_the_rooms_are_lit_and_listed() -> None:
    state = Position(3, 2).own(0, "brown", "lemon").build()
    viewer = look_at(state, 0, choose="brown")
    open_rooms = set(turn_of(look_at(play(state, "use brown"), 0)).rooms())
    shown = ticket.ticket(viewer)
    assert shown is not None
    assert {chip.room for chip in shown.rooms} == open_rooms
    links = {f"/t/abc?choose=room-{room}&amp;with=brown" for room in open_rooms}
    assert set(re.findall(r'class="may-reserve" href="([^"]*)"', MykerinosPage().parts(viewer)["museum"])) == links


def test_a_patron_who_cannot_be_called_helps_nowhere() -> None:
    plan = plan_of(look_at(Position(3, 2).build(), 0, **{"choose": "c2", "with": "violet"}))
    assert plan is not None
    assert plan.action == "start c2"


@pytest.mark.rule("M6.1")
def test_rooms_that_add_nothing_say_why() -> None:
    bare = Position(3).dig(0, "a1 b1").score(0, 1, 2)
    assert "until you hold plots" in MykerinosPage().parts(look_at(bare, 0))["museum"]
    owned = Position(3, 2).own(0, "lemon").dig(0, "a1 b1").score(0, 1, 2)
    assert "What a room would add for you" in MykerinosPage().parts(look_at(owned, 0))["museum"]


def test_a_panel_counts_plots_and_names_points() -> None:
    state = Position(3, 2).own(0, "lemon 3", "lemon 2", "violet 0").turn_over(0, "lemon").build()
    panel = MykerinosPage().parts(look_at(state, 0))["panel-0"]
    assert re.findall(r'class="times">([^<]*)<', panel) == ["×2"]
    assert re.findall(r"<span>(\w+)</span> <b>(\d+)</b>", panel) == [("Plots", "5"), ("Wings", "3"), ("Sets", "0")]


@pytest.mark.parametrize(
    ("you", "said"), [(1, "You name the plot that leaves the game"), (0, "names the plot that leaves")]
)
def test_the_header_speaks_to_who_reads_it(you: int, said: str) -> None:
    state = Position(2).dig(0, "a1").dig(NEUTRAL, "b1 b2").score(0, 1)
    assert said in MykerinosPage().parts(look_at(state, you))["status"]
