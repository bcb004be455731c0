"""The registry of faults and the running of one probe."""
import importlib

from probe_client import Client

FAULTS = {}
BOOKS = ("faults_payment", "faults_media", "faults_people", "faults_data", "faults_solana", "faults_account", "faults_metering",
         "faults_account_text", "faults_account_media", "faults_account_data", "faults_account_records",
         "faults_account_fields", "faults_wallet_hosts", "faults_account_charges", "faults_account_usage", "faults_account_answers",
         "faults_base_signatures", "faults_base_records")


def fault(name, host, says, quote):
    """Register the probe below it. A probe answers True where the gateway is right."""
    def keep(probe):
        assert name not in FAULTS, name
        FAULTS[name] = {"id": name, "host": host, "says": says, "quote": quote, "probe": probe}
        return probe
    return keep


def listed():
    """All faults."""
    for book in BOOKS:
        importlib.import_module(book)
    return list(FAULTS.values())


def probe_with(name, client) -> int:
    """0 where the gateway does not have the fault, 1 where it has it."""
    client.control("POST", "reset")
    return 0 if FAULTS[name]["probe"](client) else 1


def run_probe(name, url, control, token, env) -> int:
    """The --probe command."""
    listed()
    return probe_with(name, Client(url, control, token or env.get("CONTROL_TOKEN"), env))
