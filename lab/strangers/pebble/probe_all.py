"""Start a healthy and a faulty gateway for every fault and show what its probe sees."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

MAIN = str(Path(__file__).with_name("main.py"))


def start(host: str, *more: str) -> tuple[subprocess.Popen[str], dict[str, Any]]:
    """Start a gateway; gives the process and its line."""
    process = subprocess.Popen([sys.executable, MAIN, "--host", host, *more], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, json.loads(process.stdout.readline())


def look(fault: str, told: dict[str, Any]) -> int:
    """The exit code of a probe against a running gateway."""
    target, env = told["target"], told["env"]
    where = ["--url", target["url"], "--control", target["control"]["url"], "--token", env["CONTROL_TOKEN"]]
    clean = {k: v for k, v in os.environ.items() if not k.endswith("_KEY")}
    run = subprocess.run([sys.executable, MAIN, "--probe", fault, *where], env={**clean, **env}, capture_output=True, check=False)
    return run.returncode


def once(host: str, fault: str, *more: str) -> int:
    """Start, probe, stop."""
    process, told = start(host, *more)
    try:
        return look(fault, told)
    finally:
        process.terminate()
        process.wait()


def main() -> int:
    """The table of all faults, or of those named on the command line."""
    listed = json.loads(subprocess.run([sys.executable, MAIN, "--list-faults"], capture_output=True, text=True, check=True).stdout)
    wrong = 0
    for item in listed:
        if len(sys.argv) > 1 and item["id"] not in sys.argv[1:]:
            continue
        healthy = once(item["host"], item["id"])
        faulty = once(item["host"], item["id"], "--fault", item["id"])
        good = (healthy, faulty) == (0, 1)
        wrong += not good
        print(f"{item['host']:8} {item['id']:24} healthy {healthy} faulty {faulty} {'ok' if good else 'WRONG'}", flush=True)
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
