"""Real-person face groups and assets, and the wallet listings; per-call host only."""

import re
import secrets

from gate import limits
from gate.check import Fields, invalid, public_image
from gate.deal import begin, flat
from gate.fault import on
from gate.money import MICRO, micro_up, show
from gate.payment import NETWORK, ChainDeal
from gate.quote import Quote
from gate.router import Op, ops
from gate.state import STATE, iso, new_id
from gate.upstream import call
from ops.images import CDN
from ops.video_models import FACE, ROWS
from wire.http import HttpError, Request, Response

HOUR = 3600
LINK = 120
BASE58 = re.compile(r"[1-9A-HJ-NP-Za-km-z]{32,44}")


def _group(handle: str) -> dict[str, object]:
    group = STATE.faces.get(handle)
    if group is None:
        raise HttpError(404, {"error": "Unknown group"})
    return group


async def init(req: Request) -> Response:
    """Open a group, or refresh the link of one."""
    limits.plain("face-init", req.ip, 100 if on("t-init-limit") else 10, HOUR)
    fields = Fields(req.json())
    fields.must("name", 1, 64)
    handle = fields.string("groupId")
    fields.done()
    if handle is None or on("t-init-new-group"):
        handle = "rfg." + secrets.token_urlsafe(158)
        STATE.faces[handle] = {"status": "pending_validation", "assets": 0}
    group = _group(handle)
    body = {
        "expires_in_seconds": LINK, "status": group["status"], "group_id": handle, "object": "realface.init",
        "h5_link": f"https://kyc.pebble.example/s/{new_id('', 8)}", "next_steps": ["Open h5_link on the phone.", "Poll the status."],
    }  # fmt: skip
    return Response(200, body)


async def status(req: Request) -> Response:
    """Whether the liveness check has passed."""
    limits.plain("face-status", req.ip, 120, HOUR)
    handle = req.query.get("groupId")
    if not handle:
        raise invalid("groupId", "is required")
    group = _group(handle)
    ready = group["status"] == "active"
    body = {"object": "realface.status", "ready_to_finalize": ready, "asset_count": group["assets"], "status": group["status"], "group_id": handle}
    return Response(200, body)


async def enroll(req: Request) -> Response:
    """Make an asset of an active group; a settlement that fails after it is the service's loss."""
    fields = Fields(req.json())
    name = fields.must("name", 1, 64)
    image = fields.must("image_url")
    handle = fields.must("group_id")
    wrong = public_image(image) if image else None
    if wrong:
        fields.issue("image_url", wrong)
    fields.done()
    group = _group(handle)
    if group["status"] != "active":
        code = 409 if on("t-425-as-409") else 425
        raise HttpError(code, {"error": "Group not ready", "group_status": group["status"], "hint": "finish the liveness check first"})
    quote = Quote(flat("0.011"))
    deal = begin(req, quote)
    refused = HttpError(422, {"error": "The photo does not match the live face", "message": "nothing was charged"})
    try:
        await call(req.route, reject=refused)
    except HttpError:
        deal.drop()
        raise
    headers: dict[str, str] = {}
    try:
        headers = deal.commit()
    except HttpError:
        if on("t-enroll-not-absorbed"):
            raise
    tx = deal.tx if isinstance(deal, ChainDeal) and deal.tx else None
    asset = {"assetId": new_id("ta_", 9), "name": name, "imageUrl": f"{CDN}/faces/{new_id('f', 8)}.jpg", "createdAt": iso(STATE.now())}
    asset |= {"enrollmentTxHash": tx, "wallet": deal.payer, "pebbleAssetId": new_id("pa-", 6)}
    STATE.face_assets.append(asset)
    group["assets"] = int(str(group["assets"])) + 1
    usage = {"compatible_models": [v.id for v in ROWS if v.label in FACE], "how_to_use": "Pass asset_id as real_face_asset_id."}
    body = {
        "object": "realface", "asset_id": asset["assetId"], "group_id": handle, "pebble_asset_id": asset["pebbleAssetId"],
        "name": name, "image_url": asset["imageUrl"], "created_at": asset["createdAt"], "usage": usage,
        "price": {"currency": "USD", "amount": show(micro_up(quote.pico) * MICRO)},
        "settlement": {"success": tx is not None, "tx_hash": tx, "network": NETWORK},
    }  # fmt: skip
    return Response(200, body, headers)


def _wallet(req: Request) -> str:
    limits.plain("listings", req.ip, 120, HOUR)
    address = req.params["address"]
    if re.fullmatch(r"0x[0-9a-fA-F]{40}", address):
        return address.lower()
    if BASE58.fullmatch(address):
        return address
    raise invalid("address", "is not a wallet address")


async def realfaces(req: Request) -> Response:
    """A wallet's face assets."""
    wallet = _wallet(req)
    everyone = on("t-faces-all")
    mine = [{k: v for k, v in a.items() if k != "wallet"} for a in STATE.face_assets if everyone or a["wallet"] == wallet]
    return Response(200, {"count": len(mine), "realfaces": mine, "wallet": wallet}, {"cache-control": "public, max-age=30"})


async def portraits(req: Request) -> Response:
    """A wallet's portraits: enrollment is on Base only, so there are none here."""
    wallet = _wallet(req)
    return Response(200, {"count": 0, "portraits": [], "wallet": wallet}, {"cache-control": "public, max-age=30"})


TABLE: list[Op] = ops(
    ("POST", "realface/init", init, False),
    ("GET", "realface/status", status, False),
    ("POST", "realface/enroll", enroll, True),
    ("GET", "wallet/{address}/realfaces", realfaces, False),
    ("GET", "wallet/{address}/portraits", portraits, False),
)
