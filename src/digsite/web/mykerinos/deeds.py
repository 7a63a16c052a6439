"""What players do in Mykerinos, in sentences of the past: each for the reader, and for anybody else."""

from digsite.games.mykerinos.actions import EXTEND, NEUTRAL_EXTEND, NEUTRAL_START, START, THEN_ON
from digsite.web.words import later

Deed = tuple[str, str]

PLACED: dict[int, Deed] = {
    START: (
        later("%(you)s started on %(field)s %(in_zone)s."),
        later("%(name)s started on %(field)s %(in_zone)s."),
    ),
    EXTEND: (
        later("%(you)s extended to %(field)s %(in_zone)s."),
        later("%(name)s extended to %(field)s %(in_zone)s."),
    ),
    THEN_ON: (
        later("%(you)s went on to %(field)s %(in_zone)s."),
        later("%(name)s went on to %(field)s %(in_zone)s."),
    ),
    NEUTRAL_START: (
        later("%(you)s put a neutral archaeologist on %(field)s %(in_zone)s."),
        later("%(name)s put a neutral archaeologist on %(field)s %(in_zone)s."),
    ),
    NEUTRAL_EXTEND: (
        later("%(you)s extended the neutral archaeologists to %(field)s %(in_zone)s."),
        later("%(name)s extended the neutral archaeologists to %(field)s %(in_zone)s."),
    ),
}
ON_PYRAMID: dict[int, Deed] = {
    START: (
        later("%(you)s started on the pyramid %(field)s %(in_zone)s."),
        later("%(name)s started on the pyramid %(field)s %(in_zone)s."),
    ),
    EXTEND: (
        later("%(you)s extended to the pyramid %(field)s %(in_zone)s."),
        later("%(name)s extended to the pyramid %(field)s %(in_zone)s."),
    ),
    THEN_ON: (
        later("%(you)s went on to the pyramid %(field)s %(in_zone)s."),
        later("%(name)s went on to the pyramid %(field)s %(in_zone)s."),
    ),
}
NEUTRAL_ON: Deed = (
    later("%(you)s went on with a neutral archaeologist to %(field)s %(in_zone)s."),
    later("%(name)s went on with a neutral archaeologist to %(field)s %(in_zone)s."),
)
NO_NEUTRAL: Deed = (
    later("%(you)s placed no neutral archaeologist."),
    later("%(name)s placed no neutral archaeologist."),
)
CALLED: dict[str, Deed] = {
    "violet": (
        later("%(you)s called Lady Violet and took one archaeologist from the common pool."),
        later("%(name)s called Lady Violet and took one archaeologist from the common pool."),
    ),
    "lemon": (
        later("%(you)s called Lord Lemon to stand on a pyramid."),
        later("%(name)s called Lord Lemon to stand on a pyramid."),
    ),
    "brown": (
        later("%(you)s called Sir Brown to reserve a museum room."),
        later("%(name)s called Sir Brown to reserve a museum room."),
    ),
    "blackmore": (
        later("%(you)s called Mrs Blackmore to start with two."),
        later("%(name)s called Mrs Blackmore to start with two."),
    ),
    "tangerine": (
        later("%(you)s called Colonel Tangerine to extend with three."),
        later("%(name)s called Colonel Tangerine to extend with three."),
    ),
}
PASSED_FIRST: Deed = (
    later("%(you)s passed first: you win every tie of this round."),
    later("%(name)s passed first and wins every tie of this round."),
)
PASSED_LAST: Deed = (
    later("%(you)s passed last, onto space %(space)s: you lose every tie of this round."),
    later("%(name)s passed last, onto space %(space)s, and loses every tie of this round."),
)
PASSED: Deed = (
    later("%(you)s passed onto space %(space)s: you win ties with those who pass later."),
    later("%(name)s passed onto space %(space)s and wins ties with those who pass later."),
)
TOOK: Deed = (
    later("%(you)s took %(plot)s %(in_zone)s."),
    later("%(name)s took %(plot)s %(in_zone)s."),
)
TOOK_FOR: Deed = (
    later("%(you)s took %(plot)s %(in_zone)s: +%(gain)s."),
    later("%(name)s took %(plot)s %(in_zone)s: +%(gain)s."),
)
RESERVED: Deed = (
    later("%(you)s reserved %(room)s."),
    later("%(name)s reserved %(room)s."),
)
RESERVED_FOR: Deed = (
    later("%(you)s reserved %(room)s: +%(gain)s."),
    later("%(name)s reserved %(room)s: +%(gain)s."),
)
NAMED: Deed = (
    later("%(you)s named %(plot)s %(in_zone)s for the neutral player: it left the game."),
    later("%(name)s named %(plot)s %(in_zone)s for the neutral player: it left the game."),
)
LAST_ACTION: Deed = (
    later("All others have passed: %(you)s have one more action."),
    later("All others have passed: %(name)s has one more action."),
)
BEGAN: Deed = (
    later("%(you)s began."),
    later("%(name)s began."),
)
NEXT_ROUND: Deed = (
    later("Round %(round)s began. %(you)s start it, as the last on the pass track."),
    later("Round %(round)s began. %(name)s starts it, as the last on the pass track."),
)
