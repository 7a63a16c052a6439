"""The colours of Mykerinos' patrons, museum and plots, beside those every drawing shares."""

from digsite.core.palette import Palettes

PALETTES: Palettes = {
    "light": {
        "string": "#b79a66", "wall": "#3a2d20", "lit": "#f8dc97", "violet": "#6b4690", "lemon": "#d2a60d",
        "brown": "#7d4c26", "blackmore": "#26262e", "tangerine": "#cb5c12", "no-patron": "#857257",
        "blackmore-edge": "#26262e", "on-patron": "#fffdf6", "on-lemon": "#3b2b06", "on-blackmore": "#fffdf6",
        "violet-floor": "#e9e0ef", "lemon-floor": "#f7ebbd", "brown-floor": "#ecdcc9", "blackmore-floor": "#dedcdb",
        "tangerine-floor": "#f9dfc6", "no-patron-floor": "#ece2cf",
    },
    "dark": {
        "string": "#7c6744", "wall": "#c9b48e", "lit": "#6e5424", "violet": "#a57fd0", "lemon": "#e8c23a",
        "brown": "#b9814f", "blackmore": "#0c0b0d", "tangerine": "#ee8438", "no-patron": "#9c8a6e",
        "blackmore-edge": "#d8cbb2", "on-patron": "#17130f", "on-lemon": "#2b1f05", "on-blackmore": "#efe4d0",
        "violet-floor": "#33293f", "lemon-floor": "#3d3416", "brown-floor": "#3a2a1c", "blackmore-floor": "#2a2a30",
        "tangerine-floor": "#43291a", "no-patron-floor": "#322a1f",
    },
}  # fmt: skip
