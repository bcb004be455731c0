"""Reading and proving a partially signed SPL transfer on Solana."""
import base64
import hashlib
import secrets

import ed25519
import settings
from pay_base import Grant, Wrong
from switch import bent

TOKEN = ed25519.unbase58("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
ATA_PROGRAM = ed25519.unbase58("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
BUDGET = ed25519.unbase58("ComputeBudget111111111111111111111111111111")
MEMOS = (ed25519.unbase58("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
         ed25519.unbase58("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"))
FEE_PAYER = ed25519.base58(ed25519.public_key(settings.FEE_PAYER_SEED))
LONGEST_PRICE = 5_000_000
_accounts = {}


def token_account(owner: bytes, mint: bytes) -> bytes:
    """The associated token account of owner and mint."""
    if (owner, mint) not in _accounts:
        for bump in range(255, -1, -1):
            found = hashlib.sha256(owner + TOKEN + mint + bytes([bump]) + ATA_PROGRAM + b"ProgramDerivedAddress").digest()
            if ed25519.decompress(found) is None:
                _accounts[owner, mint] = found
                break
    return _accounts[owner, mint]


def fresh_blockhash(world) -> str:
    """A new blockhash of the embedded chain, so that two transfers without a memo are never the same message."""
    fresh = ed25519.base58(secrets.token_bytes(32))
    world.blockhashes[fresh] = world.now()
    return fresh


class _Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        """The next bytes."""
        if self.at + count > len(self.data):
            raise Wrong("PAYMENT_INVALID", "the transaction ends too early")
        self.at += count
        return self.data[self.at - count:self.at]

    def size(self):
        """A compact-u16."""
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128 or shift > 14:
                return value


def parse(raw: bytes):
    """(signatures, message, header, keys, blockhash, instructions) of a legacy or version 0 transaction."""
    reader = _Reader(raw)
    signatures = [reader.take(64) for _ in range(reader.size())]
    message = raw[reader.at:]
    first = reader.take(1)[0]
    if first & 128:
        if first != 128:
            raise Wrong("PAYMENT_INVALID", "unknown transaction version")
        header = reader.take(3)
    else:
        header = bytes([first]) + reader.take(2)
    keys = [reader.take(32) for _ in range(reader.size())]
    blockhash = ed25519.base58(reader.take(32))
    instructions = []
    for _ in range(reader.size()):
        program = reader.take(1)[0]
        accounts = list(reader.take(reader.size()))
        instructions.append((program, accounts, reader.take(reader.size())))
    if first & 128 and reader.size():
        raise Wrong("PAYMENT_INVALID", "address look-up tables are not accepted")
    if reader.at != len(raw) or len(signatures) != header[0] or header[0] > len(keys):
        raise Wrong("PAYMENT_INVALID", "the transaction is malformed")
    if any(i >= len(keys) for program, accounts, _ in instructions for i in (program, *accounts)):
        raise Wrong("PAYMENT_INVALID", "an instruction names an account that is not there")
    return signatures, message, header, keys, blockhash, instructions


def _transfer(keys, instructions):
    """The one TransferChecked, after the shape of the whole transaction has been checked."""
    if not 3 <= len(instructions) <= 6:
        raise Wrong("PAYMENT_INVALID", "the transaction must have 3 to 6 instructions")
    found = None
    for place, (program, accounts, data) in enumerate(instructions):
        owner = keys[program]
        if 0 in accounts or program == 0:
            raise Wrong("PAYMENT_INVALID", "the fee payer may be in no instruction")
        if place == 0 and owner == BUDGET and len(data) == 5 and data[0] == 2:
            continue
        if place == 1 and owner == BUDGET and len(data) == 9 and data[0] == 3:
            if int.from_bytes(data[1:], "little") > LONGEST_PRICE:
                raise Wrong("PAYMENT_INVALID", "the compute price is above 5 lamports per unit")
            continue
        if place == 2 and owner == TOKEN and len(data) == 10 and data[0] == 12 and len(accounts) >= 4:
            found = accounts, int.from_bytes(data[1:9], "little"), data[9]
            continue
        if place > 2 and owner in MEMOS:
            continue
        raise Wrong("PAYMENT_INVALID", f"instruction {place} is not one that a payment may have")
    return found


def prove(world, payload, requirement):
    """The Grant of a transaction whose payer has signed it, before amount and blockhash are compared."""
    inner = payload.get("payload")
    text = inner.get("transaction") if isinstance(inner, dict) else None
    if not isinstance(text, str):
        raise Wrong("PAYMENT_INVALID", "payload.transaction is missing")
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        raise Wrong("PAYMENT_INVALID", "payload.transaction is not base64")
    signatures, message, header, keys, blockhash, instructions = parse(raw)
    if ed25519.base58(keys[0]) != FEE_PAYER:
        raise Wrong("PAYMENT_INVALID", "the fee payer is not the one offered")
    accounts, amount, decimals = _transfer(keys, instructions)
    source, mint, to, authority = (keys[i] for i in accounts[:4])
    place = accounts[3]
    if place >= header[0] or not bent("solana-signature-unchecked") and not ed25519.verify(signatures[place], message, authority):
        raise Wrong("PAYMENT_INVALID", "the payer has not signed the transaction")
    for index in range(1, header[0]):
        if index != place and not ed25519.verify(signatures[index], message, keys[index]):
            raise Wrong("PAYMENT_INVALID", "a signer has not signed the transaction")
    if ed25519.base58(mint) != settings.ASSET["solana"] and not bent("mint-unchecked") or decimals != 6:
        raise Wrong("PAYMENT_INVALID", "the transfer is not of USDC")
    if source != token_account(authority, mint):
        raise Wrong("PAYMENT_INVALID", "the source is not the payer's token account")
    claim = hashlib.sha256(raw if bent("claim-by-envelope") else message).hexdigest()
    seen = world.blockhashes.setdefault(blockhash, world.now())
    grant = Grant(ed25519.base58(authority), amount, claim, seen, blockhash)
    grant.mint = mint
    grant.window = int(requirement["maxTimeoutSeconds"]) if requirement else settings.WINDOW["solana"]
    return grant, to


def is_stale(world, grant) -> bool:
    """True when the chain has forgotten the blockhash."""
    if bent("stale-accepted"):
        return False
    return set(grant.closes) == {"1"} or world.now() > grant.opens + grant.window


def compare(world, grant, to, requirement):
    """Amount, recipient and blockhash against what was asked."""
    if to != token_account(ed25519.unbase58(requirement["payTo"]), grant.mint) and not bent("destination-unchecked"):
        raise Wrong("PAYMENT_INVALID", "the transfer does not go to the payee's token account")
    wanted = int(requirement["amount"])
    if grant.amount != wanted and not bent("solana-amount-unchecked"):
        raise Wrong("PAYMENT_INVALID", f"the transfer is of {grant.amount}, the call costs {wanted}")
    if is_stale(world, grant):
        raise Wrong("PAYMENT_INVALID" if bent("stale-code") else "PAYMENT_BLOCKHASH_STALE", "the blockhash is too old; sign a fresh transaction")
