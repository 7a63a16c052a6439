"""Pictures of every page, at a desk and on a phone, light and dark; `make screenshots` fills build/screenshots.

With --docs, those of the README instead, into docs/images.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page
from tests.browser.machinery import a_browser, a_server
from tests.browser.screens import NAMES, STRANGERS, Screens

ROOT = Path(__file__).resolve().parent.parent
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2,
}  # fmt: skip
SIZES = {"1440": DESK, "390": PHONE}
README: dict[str, tuple[str, str, Scheme]] = {
    "home": ("home", "1440", "light"),
    "table": ("table", "1440", "light"),
    "dig": ("dig", "1440", "light"),
    "end": ("end", "1440", "light"),
    "table-phone": ("table", "390", "dark"),
    "mykerinos-light": ("mykerinos", "1440", "light"),
    "mykerinos-dark": ("mykerinos", "1440", "dark"),
    "scoring": ("mykerinos-scoring", "1440", "light"),
    "mykerinos-phone": ("mykerinos-field", "390", "light"),
}


class Camera:
    """Takes pictures of pages as one person sees them."""

    def __init__(self, browser: Browser, address: str, screens: Screens) -> None:
        self.browser, self.address, self.screens = browser, address, screens

    @contextmanager
    def pages(self, size: str) -> Iterator[tuple[Page, Page]]:
        """One for the person, one for a stranger."""
        how = {"base_url": self.address, "reduced_motion": "reduce", **SIZES[size]}
        known = self.browser.new_context(storage_state=self.screens.state, **how)
        unknown = self.browser.new_context(**how)
        yield known.new_page(), unknown.new_page()
        known.close()
        unknown.close()

    def take(self, page: Page, name: str, file: Path, scheme: Scheme, whole: bool) -> None:
        page.emulate_media(color_scheme=scheme)
        path = self.screens.path(name)
        if not page.url.endswith(path):
            page.goto(path)
        page.evaluate("document.fonts.ready")
        page.screenshot(path=file, full_page=whole)


def every_page(camera: Camera, folder: Path, names: list[str]) -> None:
    for size in SIZES:
        with camera.pages(size) as (known, unknown):
            for name in names:
                for scheme in SCHEMES:
                    file = folder / f"{name}-{size}-{scheme}.png"
                    camera.take(unknown if name in STRANGERS else known, name, file, scheme, whole=True)
                _print(f"{name:16}{size:>5}  {camera.screens.path(name)}")


def for_the_readme(camera: Camera, folder: Path) -> None:
    for file, (name, size, scheme) in README.items():
        with camera.pages(size) as (known, _unknown):
            picture = folder / f"{file}.png"
            camera.take(known, name, picture, scheme, whole=False)
            make_smaller(picture)
            _print(f"{picture.relative_to(ROOT)}  {picture.stat().st_size // 1024} KB")


def make_smaller(picture: Path) -> None:
    """To 256 colours, a third of the size; only where Pillow is installed."""
    if find_spec("PIL"):
        from PIL import Image

        Image.open(picture).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(picture, optimize=True)


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docs", action="store_true", help="the pictures of the README")
    parser.add_argument("names", nargs="*", choices=[*NAMES, []], help="only these pages")
    options = parser.parse_args()
    folder = ROOT / ("docs/images" if options.docs else "build/screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with a_server() as address, a_browser() as browser:
        context = browser.new_context(base_url=address)
        camera = Camera(browser, address, Screens(context))
        if options.docs:
            for_the_readme(camera, folder)
        else:
            every_page(camera, folder, options.names or list(NAMES))
            _print(f"{folder}: {len(list(folder.glob('*.png')))} pictures")


if __name__ == "__main__":
    main()
