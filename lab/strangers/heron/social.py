"""Social-network users: look-ups by the user, followers and followings by the page."""
import hashlib
import re

from checks import Form, parse_object
from gateway_limits import social_limit
from money import usd
from plan import Done, Plan
from routes import route
from switch import bent

EVERYWHERE = ("base", "solana", "account")
PAGES = (200, 200, 37)


def clean(name) -> str:
    """A user name without spaces and the leading @."""
    name = name.strip()
    return name[1:] if name.startswith("@") else name


def _number(name):
    return int(hashlib.sha256(name.encode()).hexdigest()[:10], 16)


def _user(name):
    return {"joined": "2014-03-02T10:00:00.000Z", "location": "Fenland", "verifiedType": None, "isBlueVerified": False, "following": _number(name) % 900,
            "followers": _number(name) % 90_000, "description": f"{name} of the marsh", "profilePicture": f"https://pic.chirp.example/{name}.jpg",
            "name": name.title(), "userName": name, "id": str(_number(name))}


@route("POST", "/api/v1/{social}/users/lookup", EVERYWHERE, price="per user")
def lookup(world, request):
    """Up to 100 users."""
    form = Form(parse_object(request))
    given = form.body.get("usernames")
    if isinstance(given, str):
        given = [given] if bent("comma-string-unsplit") else given.split(",")
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        form.complain("usernames", "must be an array of strings or one comma-separated string")
        given = ["x"]
    names = {}
    for place, name in enumerate(given):
        if clean(name):
            names.setdefault(place if bent("duplicates-billed") else clean(name).lower(), clean(name))
    names = list(names.values())
    if not names:
        form.complain("usernames", "is empty")
    form.close()
    if len(names) > 100 and bent("over-100-refused"):
        form.complain("usernames", "more than 100")
        form.close()
    names = names[:100]
    price = usd("0.002") * len(names)
    floor = usd("0.02")

    async def run(caller):
        outcome, _ = await caller.upstream()
        lost = names if outcome == "empty" else []
        users = [_user(name) for name in names if name not in lost]
        return Done({"total_found": len(users), "total_requested": len(names), "not_found": lost, "users": users},
                    charge=bool(users) or bent("zero-users-charged"))
    return Plan(max(price, floor), run, metered=price, limit=social_limit(world))


def _follower(owner, place):
    name = f"{owner[:8]}_{place}"
    return {"can_dm": place % 3 == 0, "profile_image_url_https": f"https://pic.chirp.example/{name}.jpg", "profile_banner_url": None, "created_at": "Sat Mar 01 09:00:00 +0000 2014",
            "statuses_count": place, "favourites_count": place * 2, "friends_count": 10, "following_count": 10, "followers_count": place % 500, "verified": False,
            "protected": False, "description": "", "location": "", "userName": name, "screen_name": name, "name": name, "id": str(_number(name))}


def _page(world, request, word):
    form = Form(parse_object(request))
    name = form.text("username", required=True)
    name = clean(name) if name is not None else None
    if name is not None and not re.fullmatch(r"\w{1,50}", name):
        form.complain("username", "has the wrong form")
    cursor = form.text("cursor", default="")
    known = {"": 0, "wade-1": 1, "wade-2": 2}
    if cursor not in known:
        form.complain("cursor", "is not one that was given out")
    form.close()
    page = 0 if bent("cursor-ignored") and word == "followings" else known.get(cursor)

    async def run(caller):
        outcome, _ = await caller.upstream()
        count = 0 if outcome == "empty" else PAGES[page]
        more = page < len(PAGES) - 1 and bool(count)
        rows = [_follower(name, 200 * page + place) for place in range(count)]
        body = {"username": name, "total_returned": count, "next_cursor": f"wade-{page + 1}" if more else "", word: rows,
                "has_next_page": more}
        return Done(body, charge=bool(count) or bent("empty-page-charged") and word == "followers")
    return Plan(usd("0.05"), run, limit=social_limit(world))


@route("POST", "/api/v1/{social}/users/followers", EVERYWHERE, price="0.05")
def followers(world, request):
    """A page of followers."""
    return _page(world, request, "followers")


@route("POST", "/api/v1/{social}/users/followings", EVERYWHERE, price="0.05")
def followings(world, request):
    """A page of those a user follows."""
    return _page(world, request, "followings")
