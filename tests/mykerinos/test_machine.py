"""Hypothesis walks games as it likes; after every action everything is still somewhere exactly once."""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from digsite.core.game import CHANCE, OVER
from digsite.core.registry import load
from digsite.core.rng import stream
from tests.rule_options import all_setups

GAME = load("mykerinos")
KINDS = ("start", "extend", "use", "neutral", "tile", "room", "remove", "decline")
OPTIONS = st.sampled_from(all_setups("mykerinos"))


class Walk(RuleBasedStateMachine):
    @initialize(seats=st.sampled_from(GAME.seats), seed=st.integers(0, 2**32), options=OPTIONS)
    def set_up(self, seats: int, seed: int, options: dict[str, str]) -> None:
        self.game = GAME.with_options(options)
        self.state = self.game.new(seats)
        self.seats = seats
        self.round = 1
        self.rooms: set[tuple[int, int]] = set()
        self.draws = stream(seed)
        self.everything_is_somewhere_once()
        self.state = self.game.settle(self.state, self.draws)

    def texts(self) -> list[str]:
        return [self.game.text(self.state, action) for action in self.game.legal(self.state)]

    def do(self, text: str) -> None:
        """An action; what chance then brings is drawn by a seeded stream, for Hypothesis has enough to choose."""
        self.state = self.game.apply(self.state, self.game.parse(self.state, text))
        self.everything_is_somewhere_once()
        self.state = self.game.settle(self.state, self.draws)

    @precondition(lambda self: self.game.to_act(self.state) < CHANCE)
    @rule(data=st.data(), kinds=st.lists(st.sampled_from(KINDS), min_size=1, max_size=8))
    def players_act(self, data: st.DataObject, kinds: list[str]) -> None:
        for kind in kinds:
            texts = self.texts()
            if texts:
                wanted = [text for text in texts if text.startswith(kind)] or [t for t in texts if t != "pass"] or texts
                self.do(wanted[data.draw(st.integers(0, 10_000)) % len(wanted)])

    @precondition(lambda self: self.game.to_act(self.state) < CHANCE)
    @rule(turns=st.integers(1, 12))
    def players_dig_as_much_as_possible(self, turns: int) -> None:
        """Long chains exhaust the pools and fill the zones."""
        for _ in range(turns):
            texts = self.texts()
            if texts:
                digs = [text for text in texts if "extend" in text or "then" in text]
                self.do(digs[-1] if digs else texts[0])

    @precondition(lambda self: self.game.to_act(self.state) < CHANCE and "pass" in self.texts())
    @rule()
    def a_player_passes(self) -> None:
        self.do("pass")

    @precondition(lambda self: self.game.to_act(self.state) < CHANCE)
    @rule(data=st.data())
    def the_round_is_finished(self, data: st.DataObject) -> None:
        now = self.round
        while self.game.to_act(self.state) < CHANCE and self.round == now:
            texts = self.texts()
            self.do("pass" if "pass" in texts else texts[data.draw(st.integers(0, 10_000)) % len(texts)])

    @precondition(lambda self: self.game.to_act(self.state) == OVER)
    @rule()
    def nothing_happens_after_the_end(self) -> None:
        assert self.texts() == []
        assert len(self.game.chance(self.state)[0]) == 0

    @invariant()
    def everything_is_somewhere_once(self) -> None:
        if not hasattr(self, "state"):
            return
        assert self.game.check(self.state) == []
        view = self.game.view(self.state)
        self.archaeologists_are_conserved(view)
        self.tiles_are_conserved(view)
        self.rooms_are_kept(view)
        self.passers_stand_in_order(view)
        assert view["round"] >= self.round
        self.round = view["round"]

    def archaeologists_are_conserved(self, view: dict[str, Any]) -> None:
        """M1.1: 25 of each colour."""
        digging = [field["archaeologist"] for field in view["fields"]]
        holders = [room["holder"] for room in view["museum"]["rooms"]]
        for player in view["players"]:
            seat = player["seat"]
            assert min(player["common"], player["pool"], player["neutral"]) >= 0
            assert player["common"] + player["pool"] + digging.count(seat) + holders.count(seat) == 25
        at_hand = sum(player["neutral"] for player in view["players"])
        if self.seats == 2:
            assert view["neutral"]["common"] + at_hand + digging.count("neutral") == 25
        else:
            assert (view["neutral"], at_hand, digging.count("neutral")) == (None, 0, 0)

    def tiles_are_conserved(self, view: dict[str, Any]) -> None:
        """M1.3: 36 tiles, of which those that nobody took have left the game."""
        laid = [tile["tile"] for zone in view["zones"] for tile in zone["tiles"] if tile]
        owned = [tile["tile"] for player in view["players"] for tile in player["tiles"]]
        assert len({*laid, *owned}) == len(laid) + len(owned)
        dealt_before = 8 * (view["round"] - 1)
        assert len(owned) <= 36 - view["deck"]
        assert view["deck"] <= 36 - dealt_before
        assert len(laid) + len(owned) + view["deck"] <= 36
        if view["phase"] in ("first", "wing"):
            assert view["deck"] == 36

    def rooms_are_kept(self, view: dict[str, Any]) -> None:
        """M5.1: a room, once held, is held by the same player for good."""
        held = {(room["room"], room["holder"]) for room in view["museum"]["rooms"] if room["holder"] is not None}
        assert self.rooms <= held
        assert sum(len(player["rooms"]) for player in view["players"]) == len(held)
        self.rooms = held

    def passers_stand_in_order(self, view: dict[str, Any]) -> None:
        """M3.4, M7.2."""
        spaces = sorted(player["space"] for player in view["players"] if player["space"])
        track = [1, 3] if self.seats == 2 else [1, 2, 3, 4]
        assert spaces == track[: len(spaces)]


Walk.TestCase.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestWalk = Walk.TestCase
