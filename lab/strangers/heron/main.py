"""Start one host of the gateway, list its faults, or run one probe against a running gateway."""
import argparse
import asyncio
import json
import os
import secrets
import signal
import sys


def read_arguments():
    """The command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", choices=("base", "solana", "account"))
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--control-port", type=int, default=0)
    parser.add_argument("--delay-ms", type=float, default=0)
    parser.add_argument("--fault")
    parser.add_argument("--list-faults", action="store_true")
    parser.add_argument("--probe")
    parser.add_argument("--url")
    parser.add_argument("--control")
    parser.add_argument("--token")
    return parser.parse_args()


def secrets_of(host):
    """Environment values: taken where set, drawn where not."""
    import wallets
    env = {"CONTROL_TOKEN": os.environ.get("CONTROL_TOKEN") or secrets.token_hex(16)}
    if host == "account":
        env["API_KEY"] = os.environ.get("API_KEY") or "heron-" + secrets.token_urlsafe(24)
    else:
        for name in ("PAYER_KEY", "OTHER_KEY"):
            env[name] = os.environ.get(name) or wallets.new_key(host)
    return env


async def serve(arguments):
    """Run both ports until SIGTERM."""
    import catalog_entry
    import control
    import gateway
    import http_server
    import wallets
    import world as worlds

    env = secrets_of(arguments.host)
    holders = [wallets.address(arguments.host, env[name]) for name in ("PAYER_KEY", "OTHER_KEY") if name in env]
    world = worlds.World(arguments.host, holders, env.get("API_KEY"))
    public, port = await http_server.start(gateway.Gateway(world, arguments.delay_ms), arguments.port)
    private, control_port = await http_server.start(control.Control(world, env["CONTROL_TOKEN"]), arguments.control_port)
    print(json.dumps({"target": catalog_entry.target(arguments.host, port, control_port), "env": env}), flush=True)
    stopped = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    await stopped.wait()
    os._exit(0)


def main():
    """Do what the command line says."""
    arguments = read_arguments()
    if arguments.list_faults:
        import faults
        print(json.dumps([{k: f[k] for k in ("id", "host", "says", "quote")} for f in faults.listed()], indent=1))
        return 0
    if arguments.probe:
        import faults
        return faults.run_probe(arguments.probe, arguments.url, arguments.control, arguments.token, dict(os.environ))
    if arguments.fault:
        import switch
        switch.bend(arguments.fault)
    asyncio.run(serve(arguments))
    return 0


if __name__ == "__main__":
    sys.exit(main())
