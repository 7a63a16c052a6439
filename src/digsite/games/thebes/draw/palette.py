"""The colours of Thebes' map, calendar and sites, beside those every drawing shares."""

from digsite.core.palette import Palettes

PALETTES: Palettes = {
    "light": {
        "sea": "#cfdcd8", "sea-line": "#8fa9a6", "sea-name": "#5f7d7a", "land": "#f0e3c8", "shade": "#dfcba2",
        "coast": "#6a5943", "river": "#9db4b0", "mountain": "#a58f6c", "region-name": "#9c8560", "route": "#4a3c2f",
        "casing": "#f6ecd6", "lane": "#fbf5e8", "past": "#eadfc8", "bar": "#3a2e24", "tint": "#f0dfbd",
        "sand": "#e9d9b6", "greece": "#cf6420", "crete": "#7b4791", "egypt": "#e2ae1c", "palestine": "#557d39",
        "mesopotamia": "#2c6597",
        "general": "#75644f", "on-site": "#fffaf0", "on-egypt": "#2a2019", "greece-text": "#a84a10",
        "crete-text": "#6a3a80", "egypt-text": "#80600a", "palestine-text": "#416427", "mesopotamia-text": "#21537f",
        "general-text": "#52453a",
    },
    "dark": {
        "sea": "#1d2b2e", "sea-line": "#42595c", "sea-name": "#6f9095", "land": "#3a3024", "shade": "#2b2319",
        "coast": "#8c7857", "river": "#4b6568", "mountain": "#6f5e45", "region-name": "#857153", "route": "#d8c6a2",
        "casing": "#2c241a", "lane": "#1f1913", "past": "#30271c", "bar": "#b49c70", "tint": "#43331c",
        "sand": "#5b4b33", "greece": "#dc7a36", "crete": "#9a68b2", "egypt": "#e6b93d", "palestine": "#6f9a4c",
        "mesopotamia": "#4488bf",
        "general": "#a8967b", "on-site": "#fff8ea", "on-egypt": "#1d160e", "greece-text": "#f09a5c",
        "crete-text": "#c79bdc", "egypt-text": "#ecc75a", "palestine-text": "#a0c67c", "mesopotamia-text": "#86b9e4",
        "general-text": "#cdbfa6",
    },
}  # fmt: skip
