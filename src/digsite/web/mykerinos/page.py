"""Mykerinos on the page: its parts, put together."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from markupsafe import Markup

from digsite import web
from digsite.core.fields import Bytes
from digsite.core.game import OVER
from digsite.games.mykerinos.draw.art import symbols
from digsite.web import art
from digsite.web.guide import NOTHING
from digsite.web.look import Look
from digsite.web.mykerinos import acting, desert, dock, ending, explain, guide, log, museum, panels, ticket
from digsite.web.rooms import Composed
from digsite.web.story import Story


class MykerinosRoom:
    name = "mykerinos"

    @cached_property
    def sprite(self) -> Markup:
        return art.sprite(symbols(), "mykerinos")

    def parts(self, look: Look) -> dict[str, str]:
        found = {"status": web.render("mykerinos/status.html", **panels.status_told(look))} | self.chosen(look)
        for seat in range(len(look.names)):
            found[f"panel-{seat}"] = web.render("mykerinos/panel.html", **panels.told(look, seat))
        found["chips"] = web.render("mykerinos/chips.html", chips=panels.chips(look))
        if look.view["neutral"]:
            found["panel-neutral"] = web.render("mykerinos/neutral.html", **panels.neutral_told(look))
        return found

    def chosen(self, look: Look) -> dict[str, str]:
        if played_out(look):
            return {part: f'<section id="{part}" hidden></section>' for part in ("board", "dock", "museum")}
        call = acting.called(look)
        drawn = desert.told(look, acting.offers(look, call), acting.plan(look))
        return {
            "board": Composed(web.render("mykerinos/board.html", **drawn), drawn["pieces"]),
            "dock": web.render("mykerinos/dock.html", **dock.told(look)),
            "museum": web.render("mykerinos/museum.html", **museum.told(look, acting.rooms(look, call))),
        }

    def mood(self, look: Look) -> str:
        """Which zone is scored and who chooses; the desert has grown by two zones; nothing is left to do in it."""
        scoring = look.view["scoring"]
        found = ["scoring", f"choice-{scoring['zone']}-{scoring['rank']}"] if scoring else []
        if len(look.view["zones"]) == desert.ZONES:
            found.append("grown")
        if played_out(look):
            found.append("played-out")
        return " ".join(found)

    def choice(self, look: Look) -> str:
        return ticket.choice(look)

    def action(self, look: Look, form: Mapping[str, str]) -> str:
        return acting.action_of(look, form)

    def found(self, look: Look, story: Story, ply: int) -> str:
        return ""

    def sentences(self, look: Look, states: list[Bytes], actions: list[int]) -> list[str]:
        return list(log.sentences(look, states, actions))

    def short(self, look: Look, states: list[Bytes], actions: list[int]) -> str:
        return log.headline(look, states, actions)

    def when(self, look: Look, state: Bytes, seat: int | None) -> str:
        return log.when(look, state, seat)

    def explanation(self, look: Look, key: str) -> Any:
        return explain.explain(look, key)

    def guide(self, look: Look, story: Story) -> str:
        if not look.table.terms.guide:
            return NOTHING
        return guide.html(look, story)

    def end(self, look: Look, story: Story, verified: bool | None) -> str:
        told = ending.told(look, story.states, story.actions, len(look.names))
        return web.render("mykerinos/end.html", **told, look=look, verified=verified)


def played_out(look: Look) -> bool:
    """Whether nothing is left to be seen in the desert: the end shows the museum."""
    return look.present and look.table.status == "over" and look.game.to_act(look.state) == OVER
