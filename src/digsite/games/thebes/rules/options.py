"""Rules of Thebes that its rulebooks word differently."""

from digsite.core.options import Reading, RuleOption

OPTIONS = (
    RuleOption(
        "exhibition-shift",
        "T4.7",
        "When an exhibition is drawn",
        (
            Reading("taken", "Open exhibitions move on only as far as the space they move to is taken."),
            Reading("always", "All open exhibitions move on by one space, even over a gap."),
        ),
    ),
    RuleOption(
        "permit-renewal",
        "T8.6",
        "In a new year",
        (
            Reading("at-once", "Permits are valid again as soon as the marker passes week 52, on the journey too."),
            Reading(
                "end-of-turn", "Permits are valid again at the end of the turn in which the marker passes week 52."
            ),
        ),
    ),
)
