"""The sentences of the log of Thebes: what a player did, in one form for them and one for everybody else."""

from typing import NamedTuple

from digsite.web.i18n import later


class Messages(NamedTuple):
    """One action done where the player stands or after a journey, to the player and to the others."""

    you_here: str
    here: str
    you_went: str
    went: str


READ = Messages(
    later("%(you)s read %(card)s %(in_place)s, %(weeks)s."),
    later("%(name)s read %(card)s %(in_place)s, %(weeks)s."),
    later("%(you)s went %(to_place)s and read %(card)s, %(weeks)s."),
    later("%(name)s went %(to_place)s and read %(card)s, %(weeks)s."),
)
STUDIED = Messages(
    later("%(you)s studied general knowledge %(in_place)s, %(weeks)s."),
    later("%(name)s studied general knowledge %(in_place)s, %(weeks)s."),
    later("%(you)s went %(to_place)s and studied general knowledge, %(weeks)s."),
    later("%(name)s went %(to_place)s and studied general knowledge, %(weeks)s."),
)
HEARD = Messages(
    later("%(you)s heard %(card)s %(in_place)s, %(weeks)s."),
    later("%(name)s heard %(card)s %(in_place)s, %(weeks)s."),
    later("%(you)s went %(to_place)s and heard %(card)s, %(weeks)s."),
    later("%(name)s went %(to_place)s and heard %(card)s, %(weeks)s."),
)
HIRED = Messages(
    later("%(you)s hired an assistant %(in_place)s, %(weeks)s."),
    later("%(name)s hired an assistant %(in_place)s, %(weeks)s."),
    later("%(you)s went %(to_place)s and hired an assistant, %(weeks)s."),
    later("%(name)s went %(to_place)s and hired an assistant, %(weeks)s."),
)
SPOKE = Messages(
    later("%(you)s spoke at a congress %(in_place)s, %(weeks)s."),
    later("%(name)s spoke at a congress %(in_place)s, %(weeks)s."),
    later("%(you)s went %(to_place)s and spoke at a congress, %(weeks)s."),
    later("%(name)s went %(to_place)s and spoke at a congress, %(weeks)s."),
)
TOOK = Messages(
    later("%(you)s took %(card)s %(in_place)s, %(weeks)s."),
    later("%(name)s took %(card)s %(in_place)s, %(weeks)s."),
    later("%(you)s went %(to_place)s and took %(card)s, %(weeks)s."),
    later("%(name)s went %(to_place)s and took %(card)s, %(weeks)s."),
)
EXCHANGED = Messages(
    later("%(you)s exchanged the open cards %(in_place)s, %(weeks)s."),
    later("%(name)s exchanged the open cards %(in_place)s, %(weeks)s."),
    later("%(you)s went %(to_place)s and exchanged the open cards, %(weeks)s."),
    later("%(name)s went %(to_place)s and exchanged the open cards, %(weeks)s."),
)
EXHIBITED = Messages(
    later("%(you)s held the exhibition %(in_place)s: %(points)s, %(weeks)s."),
    later("%(name)s held the exhibition %(in_place)s: %(points)s, %(weeks)s."),
    later("%(you)s went %(to_place)s and held the exhibition: %(points)s, %(weeks)s."),
    later("%(name)s went %(to_place)s and held the exhibition: %(points)s, %(weeks)s."),
)
DUG = Messages(
    later("%(you)s dug for %(weeks)s %(in_place)s: %(finds)s."),
    later("%(name)s dug for %(weeks)s %(in_place)s: %(finds)s."),
    later("%(you)s flew %(to_place)s and dug for %(weeks)s: %(finds)s."),
    later("%(name)s flew %(to_place)s and dug for %(weeks)s: %(finds)s."),
)
DUG_WITH = Messages(
    later("%(you)s dug for %(weeks)s %(in_place)s with %(help)s: %(finds)s."),
    later("%(name)s dug for %(weeks)s %(in_place)s with %(help)s: %(finds)s."),
    later("%(you)s flew %(to_place)s and dug for %(weeks)s with %(help)s: %(finds)s."),
    later("%(name)s flew %(to_place)s and dug for %(weeks)s with %(help)s: %(finds)s."),
)
TAKEN = {
    "book": READ,
    "general": STUDIED,
    "rumour": HEARD,
    "assistant": HIRED,
    "congress": SPOKE,
}  # by the kind of card; others are simply taken
