"""Links lead somewhere, and every page can be found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, anchors, links, name_of


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_within_the_project_exist(page: Path) -> None:
    for link in links(page):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name_of(page)}: {link} leads nowhere"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{name_of(page)}: {link}: no such heading"


def test_every_page_is_in_the_table_of_contents() -> None:
    contents = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        name = page.relative_to(ROOT / "docs").as_posix()
        if not page.name.startswith("_"):
            assert f": {name}\n" in contents, f"docs/{name} is missing from mkdocs.yml"


def test_every_game_has_a_page_with_the_sections_of_the_template() -> None:
    from cardlab.registry import game_names

    wanted = [line for line in _headings(ROOT / "docs/games/_template.md") if line.startswith("## ")]
    assert len(wanted) > 8
    for name in game_names():
        page = ROOT / "docs" / "games" / f"{name}.md"
        if page.exists() or (ROOT / "src" / "cardlab" / "games" / name).exists():
            assert [line for line in _headings(page) if line in wanted] == wanted


def _headings(page: Path) -> list[str]:
    return [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
