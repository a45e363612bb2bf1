from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Optional

# Something before the API timed out (408), the caller is too fast (429), or the failure may pass.
_PASSING = frozenset({408, 429, 500, 502, 503, 504})
_SHORTEST = 0.5
_LONGEST = 8.0
# A longer Retry-After ends the attempts: the caller can do better than wait.
_PATIENCE = 60.0


def retry_delay(
    attempts: int,
    status: Optional[int],
    retry_after: Optional[float],
    draw: Callable[[], float] = random.random,
) -> Optional[float]:
    """Seconds to wait before the next attempt, or None if another one is of no use.

    `attempts`: those made so far. `status`: None without a response. The waits double and are spread, so that callers
    that failed together do not come back together; never before `Retry-After`.
    """
    # A 409 with Retry-After: the same request is still running.
    if not (status is None or status in _PASSING or (status == 409 and retry_after is not None)):
        return None
    backoff = min(_LONGEST, _SHORTEST * 2.0 ** min(attempts - 1, 10)) * (0.5 + draw() / 2)
    if retry_after is None:
        return backoff
    return None if retry_after > _PATIENCE else retry_after + backoff


def parse_retry_after(header: Optional[str], now: Optional[datetime] = None) -> Optional[float]:
    """The seconds of a `Retry-After`, which is a number or a date; None without a valid one."""
    if header is None:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit() and len(text) < 10:
        return float(text)
    try:
        at = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=timezone.utc)
    return max(0.0, (at - (now or datetime.now(timezone.utc))).total_seconds())
