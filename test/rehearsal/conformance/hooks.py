"""Schemathesis hooks that use the prepared accounts and cases in requests, and count calls. `conformance.ts` sets the variables."""

import atexit
import collections
import datetime
import itertools
import json
import os
import re

import schemathesis

numbers = itertools.count(1)
# The number of calls by operation and status.
calls = collections.defaultdict(collections.Counter)
PREPARED = json.loads(os.environ["PREPARED"])
turns = collections.defaultdict(lambda: itertools.cycle(PREPARED["liveCases"]))
# Each sign-out ends a session, and a second one with the same session would get a 401.
throwaway = itertools.cycle(PREPARED["throwawaySessions"])
LIVE = {value for case in PREPARED["liveCases"] for value in case.values()}
# Ids from responses, which a link can pass on.
KNOWN = set()
DAY = re.compile(r"(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])")
IDENTIFIER = re.compile(r"[a-z]+_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@schemathesis.hook
def before_call(context, case, kwargs):
    number = next(numbers)
    operation = operation_of(case)
    # As behind a proxy, each request has its own address, because limits count by address.
    case.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    # Schemathesis generates the same short keys again and again, and every request after the first would get a 409.
    key = case.headers.get("Idempotency-Key")
    if isinstance(key, str) and 0 < len(key) <= 200:
        case.headers["Idempotency-Key"] = f"{key}-{number}"
    # All operations of attorneys use live cases, and so does every second request of a customer.
    if operation["isAttorneys"] or number % 2 == 0:
        use_live_case(case, operation)
    # The path of the endpoint itself is left out, because it can be deleted there.
    if case.operation.path.startswith("/v1/webhook-endpoints/{id}/"):
        use_ids(case, itertools.repeat(PREPARED["endpoint"]), KNOWN)
    if operation["isAttorneys"]:
        use_today(case)
    use_session(case, operation, number)
    # The run needs the member's session, so the member must neither be removed nor become an owner.
    if (case.path_parameters or {}).get("userId") == PREPARED["memberId"]:
        case.path_parameters["userId"] = "usr_00000000-0000-4000-8000-000000000000"


    # No other request may end a session that the run needs.
    if operation["operationId"] == "endSession" and (case.path_parameters or {}).get("id") in KNOWN:
        case.path_parameters["id"] = "ses_00000000-0000-4000-8000-000000000000"


@schemathesis.hook
def after_call(context, case, response):
    calls[operation_of(case)["operationId"]][response.status_code] += 1
    if response.status_code < 300:
        KNOWN.update(found.group(0) for found in IDENTIFIER.finditer(response.content.decode(errors="replace")))


@atexit.register
def write_calls():
    with open(os.environ["CALLS"], "w") as file:
        json.dump(calls, file)


def operation_of(case):
    raw = case.operation.definition.raw
    return {
        "operationId": raw["operationId"],
        "isAttorneys": raw["security"] == [{"attorney": []}],
    }


def use_live_case(case, operation):
    if not case.operation.path.startswith(("/v1/cases/{id}", "/v1/attorney/cases/{id}")):
        return
    # Links of attorneys lead from one prepared case to another. Any other id is that of a customer's test case.
    kept = LIVE if operation["isAttorneys"] else KNOWN
    if use_ids(case, turns[operation["operationId"]], kept) and not operation["isAttorneys"]:
        replace_credential(case, PREPARED["key"], PREPARED["liveKey"])


def use_ids(case, prepared, kept):
    """Replaces generated ids with prepared ones. Ids from links and invalid ids stay. Returns whether it replaced the case's id."""
    path = case.path_parameters or {}
    if not is_made_up(path.get("id"), kept):
        return False
    one = next(prepared)
    ids = {name: one[name] for name in path if one.get(name) is not None and is_made_up(path[name], kept)}
    case.path_parameters = {**path, **ids}
    return True


def is_made_up(value, kept):
    return isinstance(value, str) and IDENTIFIER.fullmatch(value) is not None and value not in kept


def use_today(case):
    """Replaces dates with today, because attorneys report what happened since the case was created, which was today."""
    if not isinstance(case.body, dict):
        return
    for name in ("date", "servedDate", "dismissedOn"):
        if isinstance(case.body.get(name), str) and DAY.fullmatch(case.body[name]):
            case.body = {**case.body, name: datetime.datetime.now(datetime.timezone.utc).date().isoformat()}


def use_session(case, operation, number):
    """Gives each sign-out its own session. Sends every third request with the member's session instead of the owner's."""
    if operation["operationId"] == "logout":
        replace_credential(case, PREPARED["session"], next(throwaway))
    elif number % 3 == 0:
        replace_credential(case, PREPARED["session"], PREPARED["memberSession"])


def replace_credential(case, known, other):
    """Replaces the known credential with the other one. Leaves requests alone that have none on purpose."""
    if case.headers.get("Authorization") == f"Bearer {known}":
        case.headers["Authorization"] = f"Bearer {other}"
