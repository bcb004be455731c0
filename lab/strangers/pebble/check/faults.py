"""All faults, gathered from the modules of probes."""

from check import account_access, account_charges, account_data, account_forms, account_limits, account_media, account_more
from check import account_records, account_requests, account_services, account_text, account_usage
from check import test_jobs, test_more, test_payment, test_quotes, test_receipts, test_services, test_text, test_tools
from check.registry import FAULTS

__all__ = ["FAULTS", "MODULES", "listing"]

MODULES = (
    account_charges, account_data, account_limits, account_usage, test_jobs, test_payment, test_services, test_text,
    account_more, account_forms, test_more, test_tools, account_text, account_media, account_access, account_services,
    account_records, account_requests, test_quotes, test_receipts,
)  # fmt: skip


def listing() -> list[dict[str, str]]:
    """What `--list-faults` prints."""
    return [{"id": f.id, "host": f.host, "says": f.says, "quote": f.quote} for f in FAULTS.values()]
