"""Probe every fault (or those named) against a healthy gateway and against one that has it. Prints what is not right."""
import sys
import time

import faults
from run_gateway import gateway


def tell(name, client):
    """The verdict of a probe, or the exception that ended it."""
    try:
        return faults.probe_with(name, client)
    except Exception as trouble:
        return f"{type(trouble).__name__}: {trouble}"[:200]


def main():
    """Healthy first, one gateway a host; then one gateway for each fault."""
    chosen = [f for f in faults.listed() if len(sys.argv) < 2 or f["id"] in sys.argv[1:]]
    wrong, started, good = [], time.time(), {}
    for host in ("base", "solana", "account"):
        names = [f["id"] for f in chosen if f["host"] == host]
        if names:
            with gateway(host) as client:
                good.update({name: tell(name, client) for name in names})
    for entry in chosen:
        with gateway(entry["host"], entry["id"]) as client:
            bad = tell(entry["id"], client)
        if (good[entry["id"]], bad) != (0, 1):
            wrong.append(entry["id"])
            print(f"NOT RIGHT {entry['host']:8} {entry['id']:28} healthy={good[entry['id']]} faulty={bad}", flush=True)
    counts = {host: sum(f["host"] == host and f["id"] not in wrong for f in chosen) for host in ("base", "solana", "account")}
    print(f"{len(chosen) - len(wrong)} of {len(chosen)} probe right {counts} in {time.time() - started:.0f}s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
