"""Hooks of Schemathesis."""

import itertools
import os

import schemathesis

numbers = itertools.count(1)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Limits and idempotency stay as they are; the requests just do not get into each other's way."""
    number = next(numbers)
    # As behind a proxy: an address for each request, since limits are counted by address.
    case.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    # The same short key would be made up again and again, and then be 409 for every request but the first.
    key = case.headers.get("Idempotency-Key")
    if isinstance(key, str) and 0 < len(key) <= 200:
        case.headers["Idempotency-Key"] = f"{key}-{number}"
    # Every other request of the owner's session is the member's.
    if number % 2 and case.headers.get("Authorization") == f"Bearer {os.environ['SESSION']}":
        case.headers["Authorization"] = f"Bearer {os.environ['MEMBER']}"
    # Whoever is made an owner could remove the owner, and whoever is removed signs no further request.
    if (case.path_parameters or {}).get("userId") == os.environ["MEMBER_ID"]:
        case.path_parameters["userId"] = "usr_00000000-0000-4000-8000-000000000000"
