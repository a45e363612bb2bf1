from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, Optional, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


class Paged(Generic[Item, Page]):
    """The items of a list that comes in pages. Each iteration starts again where the first page began."""

    def __init__(
        self,
        load: Callable[[Optional[str]], Page],
        cursor: Optional[str],
        *,
        endless: bool = False,
        follow_seconds: Optional[float] = None,
    ) -> None:
        self._load = load
        self._cursor = cursor
        self._endless = endless
        self._follow_seconds = follow_seconds

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            content: Any = page
            yield from content["items"]

    def pages(self) -> Iterator[Page]:
        """The pages as they come. Each is loaded when the one before has been processed."""
        cursor = self._cursor
        while True:
            page = self._load(cursor)
            yield page
            content: Any = page
            cursor = content["nextCursor"]
            if cursor is None:
                return
            # A list that is searched can have empty pages in between.
            if self._endless and not content["items"]:
                if self._follow_seconds is None:
                    return
                time.sleep(self._follow_seconds)
