"""A page's value as HTML: everything is escaped by the template engine, and no page holds a script."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

from polar_bench.report.page.sections import Page
from polar_bench.version import __version__


def rendered(page: Page) -> str:
    """Return the page as HTML. Names and paths in it are hostile until they are escaped here."""
    environment = Environment(
        loader=PackageLoader("polar_bench", "data/pages/report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html").render(page=page, version=__version__)
