"""Start a gateway process and stop it again; used by the smoke run and the probes."""
import contextlib
import json
import pathlib
import subprocess
import sys

from probe_client import Client

HERE = pathlib.Path(__file__).parent


@contextlib.contextmanager
def gateway(host, fault=None, delay=0):
    """A running gateway and its client."""
    command = [sys.executable, str(HERE / "main.py"), "--host", host, "--delay-ms", str(delay)] + (["--fault", fault] if fault else [])
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        ready = json.loads(process.stdout.readline())
        yield Client(ready["target"]["url"], ready["target"]["control"]["url"], ready["env"]["CONTROL_TOKEN"], ready["env"])
    finally:
        process.terminate()
        process.wait()
