"""Rules of Mykerinos that can be read in two ways."""

from digsite.core.options import Reading, RuleOption

OPTIONS = (
    RuleOption(
        "last-tile",
        "M4.9",
        "Third and fourth in a zone",
        (
            Reading("must", "They must take a plot if one is left."),
            Reading("may", "They may take a plot if one is left, or decline."),
        ),
    ),
    RuleOption(
        "tile-rotation",
        "M2.5",
        "How plots lie",
        (
            Reading("printed", "Every plot lies as printed."),
            Reading("random", "Chance turns every plot: it lies as printed or the other way up."),
        ),
    ),
)
