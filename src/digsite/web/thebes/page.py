"""Thebes on the page: its parts, put together."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from markupsafe import Markup

from digsite import web
from digsite.core.fields import Bytes
from digsite.games.thebes.actions import DIG, STOP
from digsite.games.thebes.draw.art import symbols
from digsite.web import art
from digsite.web.guide import NOTHING
from digsite.web.look import Look
from digsite.web.rooms import Composed
from digsite.web.story import Story
from digsite.web.thebes import acting, board, dock, ending, explain, finds, guide, log, panels, ticket


class ThebesRoom:
    name = "thebes"

    @cached_property
    def sprite(self) -> Markup:
        return art.sprite(symbols(), "thebes")

    def parts(self, look: Look) -> dict[str, str]:
        found = {"status": web.render("thebes/status.html", **panels.status_told(look))} | self.chosen(look)
        for seat in range(len(look.names)):
            found[f"panel-{seat}"] = web.render("thebes/panel.html", **panels.told(look, seat))
        return found

    def chosen(self, look: Look) -> dict[str, str]:
        offers, plan = acting.offers(look), acting.plan(look)
        drawn = board.told(look, offers, plan)
        return {
            "board": Composed(web.render("thebes/board.html", **drawn), drawn["pieces"]),
            "dock": web.render("thebes/dock.html", **dock.told(look, offers)),
        }

    def mood(self, look: Look) -> str:
        return ""

    def choice(self, look: Look) -> str:
        return ticket.choice(look)

    def action(self, look: Look, form: Mapping[str, str]) -> str:
        return acting.action_of(look, form)

    def found(self, look: Look, story: Story, ply: int) -> str:
        """The finds of one's own dig."""
        decision = next((item for item in story.decisions if item.begin == ply), None)
        if "found" not in look.choose or decision is None or decision.seat not in look.own:
            return ""
        action, states = story.actions[ply], story.states
        if not DIG <= action < STOP:
            return ""
        actions = story.actions[ply : decision.end]
        return web.render("thebes/finds.html", **finds.told(look, states[ply : decision.end + 1], actions))

    def sentences(self, look: Look, states: list[Bytes], actions: list[int]) -> list[str]:
        return list(log.sentences(look, states, actions))

    def short(self, look: Look, states: list[Bytes], actions: list[int]) -> str:
        return log.headline(look, states, actions)

    def when(self, look: Look, state: Bytes, seat: int | None) -> str:
        return "" if seat is None else log.week_at(look, state, seat)

    def explanation(self, look: Look, key: str) -> Any:
        return explain.explain(look, key)

    def guide(self, look: Look, story: Story) -> str:
        if not look.table.terms.guide:
            return NOTHING
        return guide.html(look, story)

    def end(self, look: Look, story: Story, verified: bool | None) -> str:
        told = ending.told(look, story.states, story.actions, len(look.names))
        return web.render("thebes/end.html", **told, look=look, verified=verified)
