"""What has happened at a table: positions, decisions, who came and went, what the others did meanwhile."""

from itertools import pairwise

from digsite.server import commands
from digsite.server.table import Seat
from digsite.web import table as page
from digsite.web.look import Look
from digsite.web.rooms import room
from digsite.web.story import Decision, Event, Story
from tests.server.tabletop import ANN, BO, Tabletop, lay, person


def story_of(top: Tabletop) -> Story:
    story = Story(top.table.game)
    story.hear(top.log)
    return story


def test_positions_lead_from_one_to_the_next_and_end_at_the_present() -> None:
    top = lay("thebes")
    for _ in range(12):
        top.act(text=top.legal()[0])
    story = story_of(top)
    game = top.table.game
    for (before, after), action in zip(pairwise(story.states), story.actions, strict=True):
        assert game.apply(before, action).tobytes() == after.tobytes()
    assert story.states[-1].tobytes() == top.table.state
    assert len(story.actions) == top.table.ply
    ends = [item.end for item in story.decisions]
    assert [item.begin for item in story.decisions[1:]] == ends[:-1]


def test_it_grows_as_it_is_heard_and_hears_nothing_twice() -> None:
    top = lay("thebes")
    story = story_of(top)
    top.act(text="take 1")
    story.hear(top.log)
    story.hear(top.log)
    assert story.version == top.table.version
    assert len(story.decisions) == 2
    kept = story.so_far()
    top.act(text=top.legal()[0])
    story.hear(top.log)
    assert len(kept.decisions) == 2


def test_what_is_taken_back_is_gone_and_said_so() -> None:
    top = lay("mykerinos")
    before = len(story_of(top).actions)
    top.act(ANN if top.table.to_act == 0 else BO)
    top.undo(ANN if top.table.loose_seat == 0 else BO)
    story = story_of(top)
    assert len(story.actions) == before
    assert isinstance(story.items[-1], Event)
    assert "took something back" in story.items[-1].told(None)


def test_who_comes_and_goes_is_told_by_name() -> None:
    top = lay("thebes", [person(ANN), Seat("open"), Seat("bot", bot="novice")], start=False)
    top.do(commands.sit, BO, "Bo", 1, "")
    top.do(commands.start, ANN)
    top.do(commands.resign, BO, None)
    told = [item.told(None) for item in story_of(top).items if isinstance(item, Event)]
    assert told == ["Bo sat down.", "Bo resigned.", "Belzoni plays on."]
    assert next(item.told(1) for item in story_of(top).items if isinstance(item, Event)) == "You sat down."


def test_since_ones_last_turn_tells_what_the_others_did_in_order() -> None:
    top = lay("thebes")
    while top.table.to_act != 0:
        top.act(text=top.legal()[0])
    top.act(text="take 1")
    while top.table.to_act != 0:
        top.act(text=top.legal()[0])
    story, look = story_of(top), Look(top.table, (0,), True, ANN)
    lines = page.since(room("thebes"), look, story)
    others = []
    for item in reversed(story.decisions):
        if item.seat == 0:
            break
        others.append(item)
    assert len(lines) == len(others)
    assert all(line.seat == 1 and "Bo" in line.said[0] for line in lines)
    assert page.since(room("thebes"), Look(top.table, (1,), False, BO), story) == []


def test_the_log_of_an_earlier_position_tells_nothing_of_what_came_later() -> None:
    top = lay("thebes")
    for _ in range(6):
        top.act(text=top.legal()[0])
    story = story_of(top)
    third = story.decisions[3]
    assert isinstance(third, Decision)
    look = Look(top.table, (0,), True, ANN, past=story.states[third.end].tobytes(), ply=third.end)
    lines = page.log(room("thebes"), look, story)["lines"]
    assert [line.ply for line in lines] == [item.end for item in reversed(story.decisions[:4])]
