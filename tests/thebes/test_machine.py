"""Hypothesis walks games as it likes; after every action everything is still somewhere exactly once."""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from digsite.core.game import CHANCE, OVER
from digsite.core.registry import load
from tests.rule_options import all_setups

GAME = load("thebes")
KINDS = ("take", "exchange", "exhibit", "dig", "stop")
OPTIONS = st.sampled_from(all_setups("thebes"))


class Walk(RuleBasedStateMachine):
    @initialize(seats=st.sampled_from(GAME.seats), options=OPTIONS)
    def set_up(self, seats: int, options: dict[str, str]) -> None:
        self.game = GAME.with_options(options)
        self.state = self.game.new(seats)
        self.seats = seats
        self.times = [0] * seats
        self.started = False

    def texts(self) -> list[str]:
        return [self.game.text(self.state, action) for action in self.game.legal(self.state)]

    def do(self, text: str) -> None:
        self.state = self.game.apply(self.state, self.game.parse(self.state, text))

    def draw_all(self, data: st.DataObject) -> None:
        while self.game.to_act(self.state) == CHANCE:
            ids, _ = self.game.chance(self.state)
            self.state = self.game.apply(self.state, int(data.draw(st.sampled_from(ids.tolist()))))
            self.everything_is_somewhere_once()

    @precondition(lambda self: self.game.to_act(self.state) == CHANCE)
    @rule(data=st.data())
    def chance_acts(self, data: st.DataObject) -> None:
        self.draw_all(data)

    @precondition(lambda self: self.game.to_act(self.state) < CHANCE)
    @rule(data=st.data(), kind=st.sampled_from(KINDS))
    def a_player_acts(self, data: st.DataObject, kind: str) -> None:
        texts = self.texts()
        wanted = [text for text in texts if text.startswith(kind)] or texts
        self.do(data.draw(st.sampled_from(wanted)))
        self.draw_all(data)

    @precondition(lambda self: self.game.to_act(self.state) < CHANCE)
    @rule(data=st.data(), option=st.sampled_from(("zeppelin", "assistant", "rumour", "shovel")))
    def a_player_uses_an_option(self, data: st.DataObject, option: str) -> None:
        texts = self.texts()
        self.do(data.draw(st.sampled_from([text for text in texts if option in text] or texts)))
        self.draw_all(data)

    @precondition(lambda self: self.game.to_act(self.state) < CHANCE)
    @rule(data=st.data(), kind=st.sampled_from(("assistant", "shovel", "zeppelin", "permit", "rumour", "car")))
    def a_player_takes_a_helpful_card(self, data: st.DataObject, kind: str) -> None:
        cards = self.game.view(self.state)["cards"]
        texts = self.texts()
        spaces = [f"take {i + 1}" for i, card in enumerate(cards) if card and card["kind"] == kind]
        self.do(data.draw(st.sampled_from([text for text in spaces if text in texts] or texts)))
        self.draw_all(data)

    @precondition(lambda self: self.game.to_act(self.state) < CHANCE)
    @rule(data=st.data(), turns=st.integers(1, 6))
    def the_display_is_exchanged_again_and_again(self, data: st.DataObject, turns: int) -> None:
        for _ in range(turns):
            if self.game.to_act(self.state) < CHANCE and "exchange" in self.texts():
                self.do("exchange")
                self.draw_all(data)

    @precondition(lambda self: self.game.to_act(self.state) < CHANCE)
    @rule(data=st.data())
    def a_player_digs_as_long_as_possible(self, data: st.DataObject) -> None:
        """Long digs carry markers over the end of years."""
        texts = self.texts()
        digs = sorted((text for text in texts if text.startswith("dig")), key=lambda text: int(text.split()[2]))
        self.do(digs[-1] if digs else data.draw(st.sampled_from(texts)))
        self.draw_all(data)

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
        self.cards_are_conserved(view)
        self.tokens_are_conserved(view)
        self.time_only_advances(view)

    def cards_are_conserved(self, view: dict[str, Any]) -> None:
        """T1.3, T1.4: 85 researchers and 10 exhibitions."""
        laid_out = [card["card"] for card in [*view["cards"], *view["exhibitions"]] if card]
        owned = [card for player in view["players"] for card in player["cards"]]
        shown = [show["card"] for player in view["players"] for show in player["exhibitions"]]
        seen = [*laid_out, *owned, *shown, *view["discards"]]
        assert len(seen) == len(set(seen))
        assert len(seen) + view["deck"] + view["aside"] == 95

    def tokens_are_conserved(self, view: dict[str, Any]) -> None:
        """T1.6: 31 tokens a site, sand that is out included."""
        for site, bag in view["sites"].items():
            found = [f["number"] for player in view["players"] for f in player["finds"] if f["site"] == site]
            assert len(found) == len(set(found))
            out = view["dig"]["sand"] if view["dig"] and view["dig"]["site"] == site else 0
            assert len(found) + bag["left"] + bag["bonus"] + out == 31

    def time_only_advances(self, view: dict[str, Any]) -> None:
        times = [player["time"] for player in view["players"]]
        assert all(now >= before for now, before in zip(times, self.times, strict=True))
        assert sorted(times) == [times[seat] for seat in view["order"]] or len(view["order"]) < self.seats
        self.times = times
        if self.game.to_act(self.state) == OVER:
            assert all(player["done"] for player in view["players"])


Walk.TestCase.settings = settings(
    max_examples=25, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)
TestWalk = Walk.TestCase
