"""The pages: templates, styles and scripts, and what each game shows of itself."""

from digsite.web.rendering import environment, load_pages, render

__all__ = ["environment", "load_pages", "render"]
