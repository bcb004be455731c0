"""More faults of the account host: headers of a 429, and judgments."""
from faults import fault
from faults_account import CHAT, question, say
from faults_account_text import ASK


@fault("retry-header-always-60", "account", "Retry-After is 60 also where the provider gave another wait; only the body has that", "`Retry-After` (seconds; default 60 when the upstream gives none)")
def _(c):
    c.script(f"POST {CHAT}", "capacity", retry_after_seconds=7)
    answer = c.post(CHAT, say())
    return answer.status == 429 and answer.json["retry_after_seconds"] == 7 and answer.headers["retry-after"] == "7"


@fault("judgement-remembered", "account", "a question that was asked before is answered as then, whatever the state is now", "Has no memory between calls; every needed fact goes in here.")
def _(c):
    ask = lambda state: c.post(ASK, {**question(), "state": state}).json["answers"]
    ask("The heron stands.")
    after = ask("The heron is far away and flies.")
    c.control("POST", "reset")
    return ask("The heron is far away and flies.") == after
