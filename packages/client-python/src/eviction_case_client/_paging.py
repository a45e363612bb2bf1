from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


@dataclass(frozen=True)
class Paged(Generic[Item, Page]):
    """The items of a paged list. Each iteration starts again at the first page."""

    load: Callable[[str | None], Page]
    cursor: str | None
    endless: bool = False
    follow_seconds: float | None = None

    def __iter__(self) -> Iterator[Item]:
        page: Any
        for page in self.pages():
            yield from page["items"]

    def pages(self) -> Iterator[Page]:
        """Iterates over the pages. Each page is loaded after the previous one has been processed."""
        cursor = self.cursor
        while True:
            page: Any = self.load(cursor)
            yield page
            cursor = page["nextCursor"]
            if cursor is None:
                return
            # A search can return empty pages before the last one.
            if self.endless and not page["items"]:
                if self.follow_seconds is None:
                    return
                time.sleep(self.follow_seconds)
