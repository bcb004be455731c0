"""Counters of requests per client in windows that begin with the first request."""

from gate.fault import on
from gate.state import STATE
from wire.http import HttpError


def count(name: str, limit: int, seconds: int) -> tuple[int, float]:
    """Count one request; gives what remains (negative when over) and the window's end."""
    now = STATE.now()
    begun, used = STATE.meters.get(name, (now, 0))
    if now >= begun + seconds and not on("t-limit-never-resets"):
        begun, used = now, 0
    used += 1
    STATE.meters[name] = (begun, used)
    return limit - used, begun + seconds


def metadata(name: str, ip: str, limit: int, seconds: int) -> None:
    """The limit of a metadata endpoint, with its reset header in unix milliseconds."""
    if on("a-catalog-limit-101") and limit == 100:
        limit = 101
    left, end = count(f"{name}|{ip}", limit, seconds)
    if left < 0:
        reset = str(int(end) if on("a-reset-seconds") else int(end * 1000))
        raise HttpError(429, {"error": "Rate limit exceeded"}, {"x-ratelimit-reset": reset})


def plain(name: str, who: str, limit: int, seconds: int) -> None:
    """A limit that tells when to come back."""
    left, end = count(f"{name}|{who}", limit, seconds)
    if left < 0:
        wait = str(max(1, int(end - STATE.now()) + 1))
        raise HttpError(429, {"error": "Too many requests", "code": "RATE_LIMITED"}, {"retry-after": wait})
