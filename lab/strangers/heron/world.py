"""All state of one gateway process: clock, wallets, claims, ledger, keys, usage, jobs, scripts."""
import secrets
import time
from datetime import datetime, timezone
from fractions import Fraction

import settings
from money import MICRO


class Refuse(Exception):
    """Ends a call with an answer that costs nothing."""

    def __init__(self, status, body, headers=None):
        super().__init__(status)
        self.status, self.body, self.headers = status, body, list(headers or [])


class World:
    """State in memory; `reset` drops everything but the wallets and key the process was started with."""

    def __init__(self, host, wallets, api_key):
        self.host, self.wallets, self.first_key = host, wallets, api_key
        self.seal = secrets.token_bytes(32)
        self.reset()

    def reset(self):
        """Back to the first state."""
        self.offset = 0.0
        self.balances = {self.wallet_key(w): settings.FIRST_BALANCE for w in self.wallets}
        self.claims, self.ledger, self.scripts = {}, [], {}
        self.failing_settlements = 0
        self.allowed, self.limits, self.blockhashes = set(), {}, {}
        self.keys = {self.first_key: Account(Fraction(settings.FIRST_BALANCE, MICRO))} if self.first_key else {}
        self.jobs, self.background, self.assets, self.groups = {}, {}, [], {}
        self.numbers, self.calls, self.sandboxes = {}, {}, {}
        self.judged = {}

    def wallet_key(self, address):
        """How a wallet is filed: EVM addresses have no case."""
        return address if self.host == "solana" else address.lower()

    def now(self) -> float:
        """The gateway's own time in unix seconds."""
        return time.time() + self.offset

    def stamp(self, when=None) -> str:
        """A time as ISO 8601 UTC."""
        moment = datetime.fromtimestamp(self.now() if when is None else when, timezone.utc)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    # -- limits -------------------------------------------------------------------------------------------------
    def spend_limit(self, bucket, client, most, seconds):
        """Count one call of a sliding window. Returns (allowed, left, when the oldest call leaves)."""
        now = self.now()
        times = self.limits.setdefault((bucket, client), [])
        while times and times[0] <= now - seconds:
            times.pop(0)
        if len(times) >= most:
            return False, 0, times[0] + seconds
        times.append(now)
        return True, most - len(times), times[0] + seconds

    # -- upstream scripts ---------------------------------------------------------------------------------------
    def next_outcome(self, route):
        """Take the next scripted outcome of a route: (outcome, detail)."""
        script = self.scripts.get(route)
        if not script or script["times"] < 1:
            return "succeed", {}
        script["times"] -= 1
        return script["outcome"], script["detail"]

    # -- settlement ---------------------------------------------------------------------------------------------
    def settle(self, payer, amount, route):
        """Move money and write the ledger. Returns the transaction id, or None when settlement fails."""
        if self.failing_settlements:
            self.failing_settlements -= 1
            return None
        key = self.wallet_key(payer)
        if self.balances.get(key, 0) < amount:
            return None
        self.balances[key] = self.balances.get(key, 0) - amount
        tx_hash = settings.new_tx_hash(self.host)
        self.ledger.append({"payer": payer, "pay_to": settings.PAY_TO[self.host], "amount": str(amount),
                            "asset": settings.ASSET[self.host], "network": settings.NETWORK[self.host],
                            "tx_hash": tx_hash, "route": route, "at": self.stamp()})
        return tx_hash


class Account:
    """One API key: what it had, what it spent, what is held, and its rows of usage. Amounts are exact dollars."""

    def __init__(self, balance: Fraction):
        self.first, self.spent, self.holds, self.rows = balance, Fraction(0), {}, []
        self.label = "hk_" + secrets.token_hex(4)

    def free(self) -> Fraction:
        """What a new call may still use."""
        return self.first - self.spent - sum(self.holds.values(), Fraction(0))
