"""Rule options: rules that rulebooks word differently, and the reading of each that a game is played with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from digsite.core.errors import BadOptions


class Reading(NamedTuple):
    """One way to read a rule."""

    value: str  # in records and on the command line
    sentence: str  # for players


@dataclass(frozen=True)
class RuleOption:
    """A rule with several readings. The first one is the default."""

    name: str  # in records and on the command line
    rule: str  # the number of the rule that describes the readings
    title: str  # what it is about, for players
    readings: tuple[Reading, ...]

    @property
    def default(self) -> str:
        return self.readings[0].value

    def sentence(self, value: str) -> str:
        """Return the sentence of a reading."""
        return dict(self.readings)[value]


def check_options(game: str, options: Sequence[RuleOption], chosen: object) -> dict[str, str]:
    """Return the readings chosen that are not the default, in the order of the options. Raises BadOptions."""
    if not isinstance(chosen, Mapping):
        raise BadOptions(f"options: {chosen!r:.40} is not a table of option names and values")
    known = {option.name: option for option in options}
    for name, value in chosen.items():
        if name not in known:
            there = f"there is {', '.join(known)}" if known else "it has none"
            raise BadOptions(f"options: {game} has no option {name!r:.40}; {there}")
        values = [reading.value for reading in known[name].readings]
        if value not in values:
            raise BadOptions(f"options: {name} is {' or '.join(map(repr, values))}, not {value!r:.40}")
    return {name: chosen[name] for name, option in known.items() if chosen.get(name, option.default) != option.default}
