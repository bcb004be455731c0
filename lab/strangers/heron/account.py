"""The account host: keys, holds, exact charges and rows of usage."""
import secrets
from fractions import Fraction

from money import show
from plan import Caller, Done
from http_server import Reply
from switch import bent
from world import Refuse


def authenticate(world, request) -> str:
    """The API key of a request, or 401."""
    scheme, _, key = (request.header("authorization") or "").partition(" ")
    if scheme.lower() != "bearer":
        key = request.header("x-api-key") or ""
    key = key.strip()
    if bent("key-by-prefix"):
        key = next((known for known in world.keys if known[:16] == key[:16]), key)
    if key not in world.keys:
        raise Refuse(401, {"code": "BAD_KEY", "error": "A valid API key is needed"}, [("www-authenticate", 'Bearer realm="heron"')])
    if key not in world.keys:
        world.keys[key] = type(world.keys[world.first_key])(Fraction(1000))
    return key


def cost_ceiling(plan) -> Fraction:
    """What is held before the work: the account host's own price, else the quoted one."""
    return plan.price if plan.metered is None else plan.metered


class Hold:
    """Money kept aside until a call ends."""

    def __init__(self, world, key, amount):
        self.account, self.name = world.keys[key], secrets.token_hex(8)
        if self.account.free() < amount:
            raise Refuse(402, {"available": show(max(self.account.free(), Fraction(0))), "code": "BALANCE_TOO_LOW",
                               "error": "The balance of this key does not cover the call", "needed": show(amount)})
        if amount:
            self.account.holds[self.name] = amount

    def release(self):
        """Give the money back."""
        self.account.holds.pop(self.name, None)


def record(world, request, plan, cost, usage, outcome="charged"):
    """Charge and write one row. `tier` is left out of the row when it is the standard one."""
    account = world.keys[request.key]
    if bent("spend-rounded-to-cent"):
        cost = Fraction(round(cost * 100), 100)
    if bent("account-flat-fee") and cost:
        cost += Fraction(1, 1000)
    account.spent += cost
    row = {"request": "rq_" + secrets.token_hex(9), "at": world.stamp(), "unix": world.now(), "key": account.label,
           "endpoint": f"{request.method} {request.entry.template.replace('...', '')}",
           "model": plan.model or "", "outcome": outcome, "tokens_in": usage.get("prompt", 0),
           "tokens_out": usage.get("completion", 0), "cost_usd": show(cost)}
    if usage.get("tier") and usage["tier"] != "default" and not bent("flex-row-untiered"):
        row["service_tier"] = usage["tier"]
    same = ("endpoint", "model", "tokens_in", "tokens_out", "cost_usd")
    if bent("twin-rows-merged") and account.rows and all(account.rows[-1][name] == row[name] for name in same):
        return
    account.rows.append(row)


async def meter_and_run(world, request, route, plan, key) -> Reply:
    """Hold the most a call may cost, run it, charge what it did cost."""
    caller = Caller(world, "account", route, key, 0, None, None, request, plan)
    if plan.limit:
        plan.limit[0](key)
    if plan.precheck:
        plan.precheck(caller)
    ceiling = Fraction(0) if plan.free_when_metered else cost_ceiling(plan)
    hold = Hold(world, key, ceiling)
    try:
        done = await plan.run(caller)
    except Refuse as refused:
        hold.release()
        code = refused.body.get("code") if isinstance(refused.body, dict) else None
        if refused.status >= 429 and code != "resource_unavailable":
            record(world, request, plan, ceiling if bent("account-charges-failures") else Fraction(0), {}, "failed")
        raise
    except BaseException:
        hold.release()
        raise
    return finish(world, request, plan, done, hold, ceiling, caller)


def finish(world, request, plan, done: Done, hold, ceiling, caller) -> Reply:
    """Turn a hold into a charge, or keep it for a job that goes on."""
    if getattr(done, "keep_hold", None):
        done.keep_hold.hold = hold
        return Reply(done.status, done.body, done.headers, done.stream)
    hold.release()
    charge = done.charge or bool(bent("cut-stream-charged") and done.stream)
    cost = (ceiling if done.cost is None else done.cost) if charge else Fraction(0)
    record(world, request, plan, cost, done.usage, "charged" if charge else "failed" if done.stream else "free")
    if done.finish:
        done.finish(done.body, None)
    return Reply(done.status, done.body, done.headers, done.stream)
