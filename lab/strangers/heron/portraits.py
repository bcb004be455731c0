"""Virtual portraits, and what portraits and faces share: checks of the photo, assets, and wallet listings."""
import re
import secrets
from urllib.parse import urlsplit

import ed25519
import ethereum
import settings
from checks import Form, is_public_url, parse_object
from gateway_limits import listing_limit
from http_server import Reply
from money import show_micro, usd
from plan import Done, Plan
from routes import route
from switch import bent
from video_catalog import LABELS
from world import Refuse

PRICE = usd("0.011")


def usage_words():
    """How an asset is used."""
    return {"how_to_use": "Send asset_id as real_face_asset_id to POST /api/v1/videos/generations.",
            "compatible_models": [LABELS[name] for name in ("VID-S2", "VID-S2F", "VID-S2M")]}


def photo(form):
    """The image_url of an enrollment."""
    link = form.text("image_url", required=True)
    if link is None:
        return None
    if not is_public_url(link, ("https",)):
        form.complain("image_url", "must be a public https URL")
        return None
    ending = re.search(r"\.(\w{2,5})$", urlsplit(link).path)
    if ending and ending.group(1).lower() not in ("jpg", "jpeg", "png", "webp"):
        form.complain("image_url", "must be a JPG, PNG or WEBP")
    return link


def name_of(form):
    """The name of an enrollment."""
    return form.text("name", required=True, least=1, most=64)


def settlement(world, tx_hash):
    """The settlement object of an enrollment."""
    return {"network": settings.NETWORK[world.host], "tx_hash": tx_hash, "success": tx_hash is not None}


def is_wallet(text) -> bool:
    """True for an EVM address or a base58 public key."""
    try:
        return ethereum.is_address(text) or len(ed25519.unbase58(text)) == 32
    except ValueError:
        return False


def listing(world, request, kind, most_recent=None):
    """The assets of one kind that a wallet enrolled."""
    listing_limit(world, request, "wallet listings")
    wallet = request.params["address"]
    if not is_wallet(wallet) or bent("listing-evm-only") and kind == "portrait" and not ethereum.is_address(wallet):
        raise Refuse(400, {"error": "address: neither an EVM nor a Solana address"})
    same = lambda a: a.lower() if a.startswith("0x") else a
    rows = [{"enrollmentTxHash": a["tx"], "createdAt": a["created_at"], "imageUrl": a["image_url"], "name": a["name"], "assetId": a["asset_id"],
             **a["more"]} for a in world.assets if a["kind"] == kind and same(a["owner"]) == same(wallet)]
    return wallet, rows


@route("POST", "/api/v1/portrait/enroll", ("base",), price="0.011")
def enroll(world, request):
    """Enroll an AI-made character."""
    form = Form(parse_object(request))
    name, link = name_of(form), photo(form)
    form.close()

    async def run(caller):
        outcome, _ = await caller.upstream(reject=Refuse(502, {"code": "CONTENT_FILTER", "error": "The portrait was refused by the content filter; nothing was charged"}))
        mirrored = outcome != "mirror_fail"
        asset = "ta_" + secrets.token_hex(13)
        image = f"{settings.MEDIA}/p/{asset}.png" if mirrored else link
        body = {"object": "virtual_portrait", "name": name, "asset_id": asset, "group_id": "vg-" + secrets.token_hex(6), "image_url": image,
                "source_image_url": link, "mirrored": mirrored, "created_at": world.stamp(), "usage": usage_words(),
                "price": {"currency": "USD", "amount": show_micro(caller.amount)}}

        def finish(body, tx_hash):
            body["settlement"] = settlement(world, tx_hash)
            world.assets.append({"kind": "portrait", "owner": caller.identity, "tx": tx_hash, "more": {}, **{
                k: body[k] for k in ("asset_id", "name", "image_url", "created_at")}})
        return Done(body, finish=finish, absorb=not bent("enrollment-not-absorbed"))

    return Plan(PRICE, run)


@route("GET", "/api/v1/wallet/{address}/portraits", upstream=False)
def portraits(world, request):
    """A wallet's portraits."""
    wallet, rows = listing(world, request, "portrait")
    return Reply(200, {"count": len(rows), "portraits": rows, "wallet": wallet})
