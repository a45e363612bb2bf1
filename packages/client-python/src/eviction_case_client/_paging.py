from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


@dataclass(frozen=True)
class Paged(Generic[Item, Page]):
    """The items of a list that comes in pages. Each iteration starts again where the first page began."""

    load: Callable[[str | None], Page]
    cursor: str | None
    endless: bool = False
    follow_seconds: float | None = None

    def __iter__(self) -> Iterator[Item]:
        page: Any
        for page in self.pages():
            yield from page["items"]

    def pages(self) -> Iterator[Page]:
        """The pages as they come. Each is loaded when the one before has been processed."""
        cursor = self.cursor
        while True:
            page: Any = self.load(cursor)
            yield page
            cursor = page["nextCursor"]
            if cursor is None:
                return
            # A list that is searched can have empty pages in between.
            if self.endless and not page["items"]:
                if self.follow_seconds is None:
                    return
                time.sleep(self.follow_seconds)
