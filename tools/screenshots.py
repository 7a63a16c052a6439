"""Take pictures of the pages, at desktop and phone sizes, light and dark, into build/screenshots.

A page is one of the scenes of tests/browser/screens.py, such as "dig" or "mykerinos-scoring". Each picture is named
after its scene, size and theme: dig-390x664-dark.png. Without arguments all scenes are taken at all sizes, which takes
some minutes.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import filter as matching
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill
from typing import Any, Literal

from playwright.sync_api import Browser, Page
from tests.browser.machinery import a_browser, a_server
from tests.browser.screens import NAMES, STRANGERS, Screens

from digsite.cli.printing import ProgressBar

ROOT = Path(__file__).resolve().parent.parent
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SIZES: dict[str, dict[str, Any]] = {
    "1440x900": {"viewport": {"width": 1440, "height": 900}},
    "1366x650": {"viewport": {"width": 1366, "height": 650}},
    "390x664": {"viewport": {"width": 390, "height": 664}, **TOUCH},
    "844x390": {"viewport": {"width": 844, "height": 390}, **TOUCH},
}
DESK, PHONE = SIZES["1440x900"], {"viewport": {"width": 390, "height": 844}, **TOUCH}
README: dict[str, tuple[str, dict[str, Any], Scheme]] = {
    "home": ("home", DESK, "light"),
    "table": ("table", DESK, "light"),
    "dig": ("dig", DESK, "light"),
    "end": ("end", DESK, "light"),
    "table-phone": ("table", PHONE, "dark"),
    "mykerinos-light": ("mykerinos", DESK, "light"),
    "mykerinos-dark": ("mykerinos", DESK, "dark"),
    "scoring": ("mykerinos-scoring", DESK, "light"),
    "mykerinos-phone": ("mykerinos-field", PHONE, "light"),
}
EXAMPLES = """
examples:
  python -m tools.screenshots dig finds             two scenes, at all sizes, light and dark
  python -m tools.screenshots 'mykerinos*'          all scenes of a game
  python -m tools.screenshots --size 390x664 844x390 --theme light
  python -m tools.screenshots home --fold           only what is seen without scrolling
  python -m tools.screenshots --docs                the pictures of the README, into docs/images

scenes:
"""


class Camera:
    """Takes pictures of pages as one person sees them, and of some as a stranger does."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.screens = Screens(browser.new_context(base_url=address))

    @contextmanager
    def at(self, size: dict[str, Any], name: str) -> Iterator[Page]:
        """The page of that name."""
        state = None if name in STRANGERS else self.screens.state
        context = self.browser.new_context(base_url=self.address, storage_state=state, reduced_motion="reduce", **size)
        page = context.new_page()
        self.screens.show(page, name)
        yield page
        context.close()


def take(page: Page, file: Path, scheme: Scheme, whole: bool) -> None:
    page.emulate_media(color_scheme=scheme)
    page.screenshot(path=file, full_page=whole)


def take_pages(camera: Camera, folder: Path, options: argparse.Namespace) -> None:
    with ProgressBar(len(options.size) * len(options.scenes), "scenes") as advance:
        for size in options.size:
            for name in options.scenes:
                with camera.at(SIZES[size], name) as page:
                    for scheme in options.theme:
                        take(page, folder / f"{name}-{size}-{scheme}.png", scheme, not options.fold)
                advance(1, f"{name} {size}")


def take_for_the_readme(camera: Camera, folder: Path) -> None:
    with ProgressBar(len(README), "pictures") as advance:
        for file, (name, size, scheme) in README.items():
            with camera.at(size, name) as page:
                take(page, folder / f"{file}.png", scheme, whole=False)
            make_smaller(folder / f"{file}.png")
            advance(1, file)


def make_smaller(picture: Path) -> None:
    """To 256 colours, a third of the size; only where Pillow is installed."""
    if find_spec("PIL"):
        from PIL import Image

        Image.open(picture).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(picture, optimize=True)


def asked(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return what the arguments ask for."""
    listed = fill(", ".join(NAMES), 100, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    parser = argparse.ArgumentParser(
        prog="python -m tools.screenshots",
        description=__doc__,
        epilog=EXAMPLES + listed,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help="only these; * stands for any letters")
    parser.add_argument("--size", nargs="+", choices=SIZES, default=list(SIZES), help="only at these sizes")
    parser.add_argument("--theme", nargs="+", choices=SCHEMES, default=SCHEMES, help="only in these themes")
    parser.add_argument("--fold", action="store_true", help="the screen instead of the whole page")
    parser.add_argument("--docs", action="store_true", help="the pictures of the README, into docs/images")
    options = parser.parse_args(arguments)
    for pattern in options.scenes:
        if not matching(NAMES, pattern):
            parser.error(f"no scene is called {pattern}; --help lists them")
    options.scenes = [name for name in NAMES if any(matching([name], each) for each in options.scenes or ["*"])]
    return options


def main() -> None:
    options = asked()
    folder = ROOT / ("docs/images" if options.docs else "build/screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with a_server() as address, a_browser() as browser:
        camera = Camera(browser, address)
        if options.docs:
            take_for_the_readme(camera, folder)
        else:
            take_pages(camera, folder, options)
    sys.stdout.write(f"{folder}: {len(list(folder.glob('*.png')))} pictures\n")


if __name__ == "__main__":
    main()
