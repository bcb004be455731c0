"""Social-network user data."""

import base64
import json
import re
from typing import Any

from gate import limits
from gate.account import key_of
from gate.check import Fields, invalid
from gate.deal import Sold, flat, metered, sell
from gate.fault import on
from gate.money import usd
from gate.payment import header_of
from gate.quote import Deal, Quote
from gate.router import Op, ops
from gate.upstream import Outcome
from wire.http import Request, Response

HOUR = 3600
PAGE = 200
NAME = re.compile(r"[A-Za-z0-9_]{1,15}")


def _client(req: Request) -> str:
    """Who a request is counted for: the key, the wallet of its payment, or the address."""
    if metered():
        return key_of(req).secret
    try:
        auth = json.loads(base64.b64decode(header_of(req) or ""))["payload"]["authorization"]["from"]
        return str(auth).lower()
    except (ValueError, KeyError, TypeError):
        return req.ip


def _limit(req: Request) -> None:
    limits.plain("social", _client(req), 120, HOUR)


def _user(name: str) -> dict[str, Any]:
    seed = sum(name.encode())
    return {
        "userName": name, "id": str(10_000 + seed), "name": name.title(), "followers": seed * 3, "following": seed, "location": "",
        "description": "", "isBlueVerified": False, "verifiedType": None, "joined": "2015-03-01T00:00:00Z",
        "profilePicture": f"https://pics.example/{name}.jpg",
    }  # fmt: skip


def names_of(value: Any, most: int = 100) -> list[str]:
    """The wanted names: no leading @, no duplicates, the first hundred."""
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, list) or any(not isinstance(v, str) for v in value):
        raise invalid("usernames", "must be an array of strings or one comma-separated string")
    bare = [v.strip() if on("a-lookup-at-dupes") else v.strip().lstrip("@") for v in value]
    found = [v for v in bare if v]
    if not on("t-social-dupes"):
        found = list({v.lower(): v for v in found}.values())
    if not found:
        raise invalid("usernames", "must name at least one user")
    return [v.lstrip("@") for v in found[:most]]


async def lookup(req: Request) -> Response:
    """Users by name, priced by the user."""
    _limit(req)
    body = req.json()
    if body.get("usernames") is None:
        raise invalid("usernames", "is required")
    names = names_of(body["usernames"])
    asked = len(names_of(body["usernames"], 10**6)) if on("a-lookup-over-priced") else len(names)
    total = usd("0.002") * asked
    if not metered():
        total = max(usd("0.02"), min(total, usd("0.20")))

    def run(outcome: Outcome, deal: Deal) -> Sold:
        known = [] if outcome.name == "empty" else [n for n in names if NAME.fullmatch(n)]
        users = [_user(n) for n in known]
        lost = [n for n in names if n not in known]
        answer = {"total_found": len(users), "total_requested": len(names), "not_found": lost, "users": users}
        return Sold(answer, free=not users and not on("a-social-empty"))

    return await sell(req, Quote(total), run)


def _follower(i: int) -> dict[str, Any]:
    zero = {f"{n}_count": i for n in ("followers", "following", "friends", "favourites", "statuses")}
    row = {"id": str(i), "screen_name": f"user{i}", "userName": f"user{i}", "name": f"User {i}", "location": "", "description": ""}
    row |= {"protected": False, "verified": False, "created_at": "2016-01-01T00:00:00Z", "can_dm": False, **zero}
    return {**row, "profile_banner_url": None, "profile_image_url_https": f"https://pics.example/user{i}.jpg"}


async def _page(req: Request, kind: str) -> Response:
    _limit(req)
    fields = Fields(req.json())
    name = fields.must("username").lstrip("@")
    cursor = fields.string("cursor") or "p0"
    if not re.fullmatch(r"p[0-2]", cursor):
        fields.issue("cursor", "must be a next_cursor of this service")
    fields.done()
    at = 0 if on("a-cursor-ignored") else int(cursor[1])

    def run(outcome: Outcome, deal: Deal) -> Sold:
        rows = [] if outcome.name == "empty" else [_follower(at * PAGE + i) for i in range(PAGE if at < 2 else 37)]
        more = at < 2 and bool(rows)
        answer = {"username": name, "total_returned": len(rows), "next_cursor": f"p{at + 1}" if more else "", "has_next_page": more, kind: rows}
        return Sold(answer, free=not rows and not on("a-social-empty"))

    return await sell(req, Quote(flat("0.05")), run)


async def followers(req: Request) -> Response:
    """A page of followers."""
    return await _page(req, "followers")


async def followings(req: Request) -> Response:
    """A page of followings."""
    return await _page(req, "followings")


TABLE: list[Op] = ops(
    ("POST", "{social}/users/lookup", lookup, True),
    ("POST", "{social}/users/followers", followers, True),
    ("POST", "{social}/users/followings", followings, True),
)
