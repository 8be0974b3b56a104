"""Markup read back: all its elements, and whether they nest."""

from html.parser import HTMLParser

VOID = {"meta", "link", "input", "img", "br", "hr"}
"""Elements that have no end."""


class Element:
    """An element: its tag, its attributes, the tags around it, and the words in it."""

    def __init__(self, tag: str, attributes: dict[str, str], parents: tuple[str, ...]) -> None:
        self.tag, self.attributes, self.parents = tag, attributes, parents
        self.words: list[str] = []

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


class Reader(HTMLParser):
    """All elements of a page in order; fails if they don't nest."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(html)
        self.close()
        assert not self.open, f"never closed: {self.open[-1].tag}"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = Element(tag, {k: v or "" for k, v in attrs}, tuple(e.tag for e in self.open))
        self.elements.append(found)
        if tag not in VOID:
            self.open.append(found)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> too much"
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.words.append(data)
