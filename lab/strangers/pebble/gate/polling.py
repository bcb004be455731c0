"""Polling a job on the per-call host: the submitting wallet is known by its signature."""

from typing import Any

from gate.fault import on
from gate.payment import Bad, challenge, claim_key, fail_settlement, funded, header_of, in_time, read
from gate.payment import receipt, record, refusal, replay
from gate.quote import Quote
from gate.state import STATE
from wire.http import HttpError, Request


def identify(req: Request, quote: Quote, job: Any) -> dict[str, str]:
    """The authorization of a poll: from the job's wallet, not used for anything else."""
    told = {"job_id": job.id, "model": job.model}
    asked = Quote(quote.pico, job.model, quote.window, None, told)
    header = header_of(req)
    if header is None:
        raise challenge(req, asked)
    try:
        auth = read(header, asked)
        if auth["from"] != job.payer and not on("t-poll-any-wallet"):
            body = {"error": "Payment payer mismatch", "message": "poll with the wallet that submitted the job"}
            raise HttpError(403, body)
        used = STATE.claims.get(claim_key(auth))
        if used is not None and used != job.id:
            raise replay(req, asked, used)
        if used is None or not job.settled:
            in_time(auth)
    except Bad as bad:
        raise refusal(req, asked, "Payment verification failed", bad.why, bad.code) from bad
    return auth


def settle_poll(req: Request, quote: Quote, job: Any, auth: dict[str, str]) -> dict[str, str]:
    """Settle a finished job once, by the authorization of this poll."""
    asked = Quote(quote.pico, job.model, quote.window, None, {"job_id": job.id, "model": job.model})
    try:
        funded(auth)
    except Bad as bad:
        raise refusal(req, asked, "Payment verification failed", bad.why, bad.code) from bad
    fail_settlement(req, asked)
    micro = int(auth["value"])
    STATE.claims[claim_key(auth)] = job.id
    STATE.wallets[auth["from"]] -= micro
    job.tx = record(req.route, auth["from"], micro)
    job.settled = True
    return receipt(auth["from"], job.tx)


def payment_fresh(auth: dict[str, str]) -> bool:
    """Whether an authorization has not been used."""
    return claim_key(auth) not in STATE.claims
