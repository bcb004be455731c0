"""Wallet keys in text: 0x hex for EVM, base58 of 64 bytes for Solana; and payments signed with them (for probes)."""
import base64
import json
import secrets

import ed25519
import ethereum
import pay_solana
import settings


def new_key(host):
    """A fresh private key."""
    if host != "solana":
        return "0x" + secrets.token_hex(32)
    seed = secrets.token_bytes(32)
    return ed25519.base58(seed + ed25519.public_key(seed))


def address(host, key):
    """The address of a private key."""
    return ed25519.base58(ed25519.unbase58(key)[32:]) if host == "solana" else ethereum.address_of_secret(key)


def pack(payload):
    """A payment header value."""
    return base64.b64encode(json.dumps(payload).encode()).decode()


def sign_evm(key, need, now, **change):
    """A payload for one `accepts` entry; `change` bends fields of the authorization."""
    grant = {"from": address("base", key), "to": need["payTo"], "value": need["amount"], "validAfter": str(int(now) - 60),
             "validBefore": str(int(now) + need["maxTimeoutSeconds"]), "nonce": "0x" + secrets.token_hex(32), **change}
    signature = ethereum.sign(ethereum.authorization_digest(settings.TOKEN_DOMAIN, grant), key)
    return {"x402Version": 2, "accepted": need, "payload": {"authorization": grant, "signature": signature}}


def _compact(count):
    return bytes([count]) if count < 128 else bytes([count & 127 | 128, count >> 7])


def sign_solana(key, need, versioned=True, **change):
    """A partially signed transfer for one `accepts` entry. change: amount, to, mint, price, blockhash, memo, extra."""
    secret = ed25519.unbase58(key)
    owner, mint = secret[32:], ed25519.unbase58(change.get("mint", need["asset"]))
    to = pay_solana.token_account(ed25519.unbase58(change.get("to", need["payTo"])), mint)
    fee_payer = ed25519.unbase58(need["extra"]["feePayer"])
    keys = [fee_payer, owner, pay_solana.token_account(owner, mint), to, mint, pay_solana.BUDGET, pay_solana.TOKEN, pay_solana.MEMOS[0]]
    transfer = b"\x0c" + int(change.get("amount", need["amount"])).to_bytes(8, "little") + b"\x06"
    steps = [(5, [], b"\x02" + (40_000).to_bytes(4, "little")), (5, [], b"\x03" + int(change.get("price", 1000)).to_bytes(8, "little")),
             (6, [2, 4, 3, 1], transfer), (7, change.get("memo_accounts", []), secrets.token_hex(16).encode())]
    if "program" in change:
        keys.append(ed25519.unbase58(change["program"]))
        steps.append((8, [], b"\x01"))
    readonly = len(keys) - 4
    message = (b"\x80" if versioned else b"") + bytes([2, 0, readonly]) + _compact(len(keys)) + b"".join(keys)
    message += ed25519.unbase58(change.get("blockhash", need["extra"]["recentBlockhash"])) + _compact(len(steps))
    for program, accounts, data in steps:
        message += bytes([program]) + _compact(len(accounts)) + bytes(accounts) + _compact(len(data)) + data
    if versioned:
        message += b"\0"
    first = change.get("first_signature", bytes(64))
    mine = change.get("signature") or ed25519.sign(message, secret[:32])
    return {"x402Version": 2, "accepted": need,
            "payload": {"transaction": base64.b64encode(b"\x02" + first + mine + message).decode()}}
