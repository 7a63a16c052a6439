"""Who would win which zone: by the rulebook, and against everything the engine lets players do."""

from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digsite.core.fields import Bytes
from digsite.games.mykerinos.evaluation import odds
from digsite.games.mykerinos.evaluation.odds import DONE, FIRST, LEFT_OVER, NOTHING, REMOVES, SECOND, Share, Zone
from digsite.games.mykerinos.rules.state import NEUTRAL
from tests.mykerinos.position import GAME, Position, legal, play, view

BLUE, RED, GREEN, WHITE = range(4)
FIELDS = [f"{column}{row}" for column in "abcd" for row in (1, 2, 3)]  # zone 0, without pyramids
Colour = int | str


def zone_0(state: Bytes) -> Zone:
    return odds.zones(GAME, state)[0]


def colours(zone: Zone) -> list[tuple[Colour, ...]]:
    return [tuple(share.colour for share in ranking) for ranking in zone.rankings]


@pytest.mark.rule("M4.2", "M4.3", "M4.4", "M4.5")
def test_the_printed_zone_of_4_2_2_and_1() -> None:
    """White, Green and Red have passed in this order."""
    position = Position(4).lay(0, 12, 22).dig(BLUE, "b1 a2 a3 b3").dig(RED, "c1 d1").dig(GREEN, "c2 d2")
    zone = zone_0(position.dig(WHITE, "d3").passed(WHITE, GREEN, RED).turn(BLUE).build())
    assert zone.settled
    assert zone.open == []
    assert zone.tiles == (12, 22)
    assert zone.now == (
        Share(BLUE, 4, FIRST, (2, 2), museum=True),
        Share(GREEN, 2, SECOND, (1, 2), museum=True),
        Share(RED, 2, LEFT_OVER, (0, 2)),
        Share(WHITE, 1, LEFT_OVER, (0, 1)),
    )
    assert [share.certain for share in zone.now] == [True, True, False, False]


@pytest.mark.rule("M4.2")
def test_a_tie_is_open_among_those_who_have_not_passed() -> None:
    """Seat 2 has passed and beats the others; these two may still pass in either order."""
    zone = zone_0(Position(4).dig(0, "a1").dig(1, "b1").dig(2, "c1").passed(2).turn(3).build())
    assert colours(zone) == [(2, 0, 1), (2, 1, 0)]
    assert not zone.settled
    assert zone.open == [0, 1]


@pytest.mark.rule("M4.2", "M3.11")
def test_the_last_one_left_loses_ties_for_certain() -> None:
    zone = zone_0(Position(3).dig(0, "a1").dig(2, "b1").passed(1, 0).turn(2).build())
    assert colours(zone) == [(0, 2)]


@pytest.mark.rule("M4.4", "M4.7")
def test_a_zone_of_one_or_of_nobody() -> None:
    zones = odds.zones(GAME, Position(3).dig(1, "a1").build())
    assert zones[0].rankings == ((Share(1, 1, FIRST, (2, 2), museum=True),),)
    assert [zone.rankings for zone in zones[1:]] == [((),)] * 3


@pytest.mark.rule("M7.2", "M4.2")
def test_ties_with_the_neutral_player() -> None:
    """It stands on space 2: who passes first is before it, who passes second behind it."""
    nobody = Position(2).dig(0, "a1").dig(NEUTRAL, "b1")
    assert colours(zone_0(nobody.build())) == [("neutral", 0), (0, "neutral")]
    all_three = Position(2).dig(0, "a1").dig(1, "c1").dig(NEUTRAL, "b1")
    assert set(colours(zone_0(all_three.build()))) == {(0, "neutral", 1), (1, "neutral", 0)}
    passed = Position(2).dig(0, "a1").dig(1, "c1").dig(NEUTRAL, "b1").passed(1).turn(0)
    assert colours(zone_0(passed.build())) == [(1, "neutral", 0)]


@pytest.mark.rule("M7.4", "M7.5", "M7.6", "M7.7")
@pytest.mark.parametrize(
    ("fields", "shares"),
    [
        (  # neutral first: the third says which tile goes, the second has what is left
            {NEUTRAL: "a1 a2 a3", 1: "b1 b2", 0: "c1"},
            [("neutral", REMOVES, (2, 2), 0), (1, SECOND, (1, 1), None), (0, LEFT_OVER, (0, 1), None)],
        ),
        (  # neutral first, and the one who is not there says which
            {NEUTRAL: "a1 a2 a3", 1: "b1 b2"},
            [("neutral", REMOVES, (2, 2), 0), (1, SECOND, (1, 1), None)],
        ),
        (  # neutral second: the first says which
            {0: "a1 a2 a3", NEUTRAL: "b1 b2", 1: "c1"},
            [(0, FIRST, (2, 2), None), ("neutral", REMOVES, (1, 2), 0), (1, LEFT_OVER, (0, 1), None)],
        ),
        (  # neutral third: nothing
            {0: "a1 a2 a3", 1: "b1 b2", NEUTRAL: "c1"},
            [(0, FIRST, (2, 2), None), (1, SECOND, (1, 2), None), ("neutral", NOTHING, (0, 2), None)],
        ),
        ({NEUTRAL: "a1"}, [("neutral", REMOVES, (2, 2), None)]),
    ],
)
def test_what_the_neutral_player_removes(
    fields: dict[int, str], shares: list[tuple[Colour, str, tuple[int, int], int | None]]
) -> None:
    position = Position(2)
    for colour, names in fields.items():
        position.dig(colour, names)
    now = zone_0(position.build()).now
    assert [(share.colour, share.role, share.tiles, share.named_by) for share in now] == shares


@pytest.mark.rule("M4.3")
def test_without_an_archaeologist_in_the_common_pool_the_museum_is_no_choice() -> None:
    """24 at hand and one in zone 0 are all 25, but that one is back before zone 1 is scored (M4.7)."""
    alone = odds.zones(GAME, Position(3).dig(0, "a1").pool(0, 24).build())
    assert alone[0].now == (Share(0, 1, FIRST, (2, 2), museum=False),)
    both = odds.zones(GAME, Position(3).dig(0, "a1 e1").pool(0, 23).build())
    assert [zone.now[0].museum for zone in both[:2]] == [False, True]


def test_while_a_zone_is_scored_the_rest_of_it_is_told() -> None:
    state = Position(3).dig(0, "a1 a2").dig(1, "b1").dig(2, "e1").score(0, 1, 2)
    state = play(state, "tile 1")
    zones = odds.zones(GAME, state)
    assert [zone.number for zone in zones] == [0, 1, 2, 3]
    assert [(share.role, share.tiles) for share in zones[0].now] == [(DONE, (0, 0)), (SECOND, (1, 1))]
    assert len(zones[0].tiles) == 1
    later = odds.zones(GAME, play(state, "tile 2"))
    assert [zone.number for zone in later] == [1, 2, 3]


def test_without_a_desert_there_are_no_zones() -> None:
    assert odds.zones(GAME, GAME.new(3)) == []
    assert odds.zones(GAME, Position(3).over()) == []


Options = dict[Colour, set[tuple[str, int, bool, int]]]  # by colour: phase, tiles, museum, who decides


def options(state: Bytes) -> Iterator[tuple[Colour, tuple[str, int, bool, int]]]:
    """Everything that anybody can be asked while zone 0 is scored, whatever was chosen before."""
    seen = view(state)
    if not seen["scoring"] or seen["scoring"]["zone"] != 0:
        return
    texts = legal(state)
    tiles = [text for text in texts if text.startswith(("tile", "remove"))]
    rooms = [text for text in texts if text.startswith("room")]
    colour: Colour = seen["scoring"]["ranking"][seen["scoring"]["rank"]]
    yield colour, (seen["phase"], len(tiles), bool(rooms), GAME.to_act(state))
    for text in [*tiles[:1], *rooms[:1]]:
        yield from options(play(state, text))


@st.composite
def scenes(draw: st.DrawFn) -> tuple[int, dict[int, list[str]], list[int], bool]:
    """Seats, who stands where in zone 0, who has passed already, and whether the common pools are empty."""
    seats = draw(st.integers(2, 4))
    fields = draw(st.permutations(FIELDS))
    placed: dict[int, list[str]] = {}
    for colour in [*range(seats), *[NEUTRAL] * (seats == 2)]:
        count = draw(st.integers(0, 3))
        placed[colour], fields = fields[:count], fields[count:]
    passed = draw(st.permutations(range(seats)))[: draw(st.integers(0, seats - 1))]
    return seats, placed, passed, draw(st.booleans())


def laid_out(seats: int, placed: dict[int, list[str]], poor: bool) -> Position:
    position = Position(seats)
    for colour, names in placed.items():
        position.dig(colour, *names)
        if poor and colour != NEUTRAL:
            position.pool(colour, 25 - len(names))
    return position


@pytest.mark.rule("M4.2", "M4.3", "M4.4", "M4.5", "M7.4", "M7.5", "M7.6")
@settings(deadline=None, max_examples=50)
@given(scenes())
def test_rankings_and_shares_are_all_that_the_engine_allows(
    scene: tuple[int, dict[int, list[str]], list[int], bool],
) -> None:
    seats, placed, passed, poor = scene
    waiting = [seat for seat in range(seats) if seat not in passed]
    zone = zone_0(laid_out(seats, placed, poor).passed(*passed).turn(waiting[0]).build())
    rankings = set()
    for rest in permutations(waiting):
        state = laid_out(seats, placed, poor).score(*passed, *rest)
        seen = view(state)["scoring"]
        asked: Options = {}
        for colour, option in options(state):
            asked.setdefault(colour, set()).add(option)
        if seen is None or seen["zone"] != 0:
            continue
        ranking = tuple(seen["ranking"])
        rankings.add(ranking)
        shares = next(shares for shares in zone.rankings if tuple(share.colour for share in shares) == ranking)
        for share in shares:
            compare(share, asked.get(share.colour, set()))
    if rankings:
        assert set(colours(zone)) == rankings


def compare(share: Share, asked: set[tuple[str, int, bool, int]]) -> None:
    tiles = [number for _, number, _, _ in asked]
    if share.role == NOTHING:
        assert asked == set()
    elif share.role == REMOVES:
        assert {who for *_, who in asked} == {share.named_by}
        assert (min(tiles), max(tiles)) == share.tiles
    else:
        assert max(tiles, default=0) == share.tiles[1]
        assert all(museum == share.museum for _, _, museum, _ in asked)
        assert min(tiles) >= share.tiles[0]
        if share.role != LEFT_OVER:  # nobody is asked where nothing is left over
            assert min(tiles) == share.tiles[0]
