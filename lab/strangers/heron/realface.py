"""Real-person face groups: link, liveness, status, enrollment, listing."""
import secrets

import settings
from checks import Form, parse_object
from gateway_limits import face_init_limit, listing_limit
from http_server import Reply
from money import show_micro
from plan import Done, Plan
from portraits import PRICE, listing, name_of, photo, settlement, usage_words
from routes import route
from switch import bent
from world import Refuse

LINK_SECONDS = 120


def unknown():
    """The same answer for absent and malformed handles."""
    return Refuse(404, {"error": "Unknown group"})


@route("POST", "/api/v1/realface/init", upstream=False)
def init(world, request):
    """Make a group, or refresh its link."""
    form = Form(parse_object(request))
    name = name_of(form)
    handle = form.text("groupId")
    form.close()
    face_init_limit(world, request)
    group = world.groups.get(handle)
    if handle is not None and group is None:
        raise unknown()
    if group is None or bent("refresh-makes-new"):
        handle = secrets.token_urlsafe(170)[:215]
        group = world.groups[handle] = {"status": "pending_validation", "assets": 0}
    group["link_until"] = world.now() + LINK_SECONDS
    return {"object": "realface.init", "group_id": handle, "status": group["status"], "expires_in_seconds": LINK_SECONDS,
            "h5_link": f"{settings.FACE_PAGE}/s/{secrets.token_urlsafe(12)}", "subject": name,
            "next_steps": ["Open h5_link on the rights-holder's phone", "Poll /realface/status until it is active", "POST /realface/enroll"]}


@route("GET", "/api/v1/realface/status", upstream=False)
def status(world, request):
    """The state of a group."""
    listing_limit(world, request, "face status")
    handle = request.query.get("groupId")
    if not handle:
        raise Refuse(400, {"details": [{"complaint": "groupId: is required", "where": "groupId"}], "error": "groupId is missing"})
    if bent("malformed-handle-400") and len(handle) < 200:
        raise Refuse(400, {"details": [{"complaint": "groupId: is malformed", "where": "groupId"}], "error": "groupId is malformed"})
    group = world.groups.get(handle)
    if group is None:
        raise unknown()
    ready = group["status"] == "active"
    return {"object": "realface.status", "ready_to_finalize": ready, "asset_count": group["assets"], "status": group["status"], "group_id": handle}


@route("POST", "/api/v1/realface/enroll", price="0.011")
def enroll(world, request):
    """Match a photo with the live face and make an asset."""
    form = Form(parse_object(request))
    name, link = name_of(form), photo(form)
    handle = form.text("group_id", required=True)
    form.close()
    group = world.groups.get(handle)
    if group is None:
        raise unknown()
    if group["status"] != "active":
        early = 409 if bent("pending-409") else 425
        raise Refuse(early, {"group_status": group["status"], "error": "The liveness check has not been passed", "hint": "Open h5_link on the phone, then try again"})

    async def run(caller):
        refused = Refuse(502 if bent("face-mismatch-502") else 422, {"error": "The photo does not match the live face, or was refused"})
        outcome, _ = await caller.upstream(reject=refused)
        asset, vendor = "ta_" + secrets.token_hex(13), "hf-" + secrets.token_hex(8)
        image = link if outcome == "mirror_fail" else f"{settings.MEDIA}/f/{asset}.png"
        group["assets"] += 1
        body = {"object": "realface", "heronAssetId": vendor, "asset_id": asset, "group_id": handle, "name": name, "image_url": image,
                "created_at": world.stamp(), "usage": usage_words(), "price": {"currency": "USD", "amount": show_micro(caller.amount)}}

        def finish(body, tx_hash):
            body["settlement"] = settlement(world, tx_hash)
            world.assets.append({"kind": "realface", "owner": caller.identity, "tx": tx_hash, "more": {"heronAssetId": vendor}, **{
                k: body[k] for k in ("asset_id", "name", "image_url", "created_at")}})
        return Done(body, finish=finish, absorb=True)

    return Plan(PRICE, run)


@route("GET", "/api/v1/wallet/{address}/realfaces", upstream=False)
def realfaces(world, request):
    """A wallet's face assets."""
    wallet, rows = listing(world, request, "realface")
    return Reply(200, {"count": len(rows), "realfaces": rows, "wallet": wallet}, [("cache-control", "public, max-age=30")])


def deliver(world, machine, name, event, detail):
    """Control events."""
    if name not in world.groups:
        return "unknown"
    if event != "liveness_passed":
        return "bad"
    world.groups[name]["status"] = "active"
    return None
