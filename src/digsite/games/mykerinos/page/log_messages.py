"""The sentences of the log of Mykerinos: what a player did, in one form for them and one for everybody else."""

from digsite.games.mykerinos.rules.decode import Extend, NeutralExtend, NeutralStart, OnField, Start, Then
from digsite.web.i18n import later

Messages = tuple[str, str]

PLACED: dict[type[OnField], Messages] = {
    Start: (
        later("%(you)s started on %(field)s %(in_zone)s."),
        later("%(name)s started on %(field)s %(in_zone)s."),
    ),
    Extend: (
        later("%(you)s extended to %(field)s %(in_zone)s."),
        later("%(name)s extended to %(field)s %(in_zone)s."),
    ),
    Then: (
        later("%(you)s went on to %(field)s %(in_zone)s."),
        later("%(name)s went on to %(field)s %(in_zone)s."),
    ),
    NeutralStart: (
        later("%(you)s put a neutral archaeologist on %(field)s %(in_zone)s."),
        later("%(name)s put a neutral archaeologist on %(field)s %(in_zone)s."),
    ),
    NeutralExtend: (
        later("%(you)s extended the neutral archaeologists to %(field)s %(in_zone)s."),
        later("%(name)s extended the neutral archaeologists to %(field)s %(in_zone)s."),
    ),
}
ON_PYRAMID: dict[type[OnField], Messages] = {
    Start: (
        later("%(you)s started on the pyramid %(field)s %(in_zone)s."),
        later("%(name)s started on the pyramid %(field)s %(in_zone)s."),
    ),
    Extend: (
        later("%(you)s extended to the pyramid %(field)s %(in_zone)s."),
        later("%(name)s extended to the pyramid %(field)s %(in_zone)s."),
    ),
    Then: (
        later("%(you)s went on to the pyramid %(field)s %(in_zone)s."),
        later("%(name)s went on to the pyramid %(field)s %(in_zone)s."),
    ),
}
NEUTRAL_ON: Messages = (
    later("%(you)s went on with a neutral archaeologist to %(field)s %(in_zone)s."),
    later("%(name)s went on with a neutral archaeologist to %(field)s %(in_zone)s."),
)
NO_NEUTRAL: Messages = (
    later("%(you)s placed no neutral archaeologist."),
    later("%(name)s placed no neutral archaeologist."),
)
USED: dict[str, Messages] = {
    "violet": (
        later("%(you)s used Lady Violet and took one archaeologist from the common pool."),
        later("%(name)s used Lady Violet and took one archaeologist from the common pool."),
    ),
    "lemon": (
        later("%(you)s used Lord Lemon to stand on a pyramid."),
        later("%(name)s used Lord Lemon to stand on a pyramid."),
    ),
    "brown": (
        later("%(you)s used Sir Brown to reserve a museum room."),
        later("%(name)s used Sir Brown to reserve a museum room."),
    ),
    "blackmore": (
        later("%(you)s used Mrs Blackmore to start with two."),
        later("%(name)s used Mrs Blackmore to start with two."),
    ),
    "tangerine": (
        later("%(you)s used Colonel Tangerine to extend with three."),
        later("%(name)s used Colonel Tangerine to extend with three."),
    ),
}
PASSED_FIRST: Messages = (
    later("%(you)s passed first: you win every tie of this round."),
    later("%(name)s passed first and wins every tie of this round."),
)
PASSED_LAST: Messages = (
    later("%(you)s passed last, onto space %(space)s: you lose every tie of this round."),
    later("%(name)s passed last, onto space %(space)s, and loses every tie of this round."),
)
PASSED: Messages = (
    later("%(you)s passed onto space %(space)s: you win ties with those who pass later."),
    later("%(name)s passed onto space %(space)s and wins ties with those who pass later."),
)
TOOK: Messages = (
    later("%(you)s took %(plot)s %(in_zone)s."),
    later("%(name)s took %(plot)s %(in_zone)s."),
)
TOOK_FOR: Messages = (
    later("%(you)s took %(plot)s %(in_zone)s: +%(gain)s."),
    later("%(name)s took %(plot)s %(in_zone)s: +%(gain)s."),
)
RESERVED: Messages = (
    later("%(you)s reserved %(room)s."),
    later("%(name)s reserved %(room)s."),
)
RESERVED_FOR: Messages = (
    later("%(you)s reserved %(room)s: +%(gain)s."),
    later("%(name)s reserved %(room)s: +%(gain)s."),
)
NAMED: Messages = (
    later("%(you)s named %(plot)s %(in_zone)s for the neutral player: it left the game."),
    later("%(name)s named %(plot)s %(in_zone)s for the neutral player: it left the game."),
)
DECLINED: Messages = (
    later("%(you)s took no plot %(in_zone)s."),
    later("%(name)s took no plot %(in_zone)s."),
)
LAST_ACTION: Messages = (
    later("All others have passed: %(you)s have one more action."),
    later("All others have passed: %(name)s has one more action."),
)
BEGAN: Messages = (
    later("%(you)s began."),
    later("%(name)s began."),
)
NEXT_ROUND: Messages = (
    later("Round %(round)s began. %(you)s start it, as the last on the pass track."),
    later("Round %(round)s began. %(name)s starts it, as the last on the pass track."),
)
