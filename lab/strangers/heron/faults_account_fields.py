"""More faults of the account host: single fields of requests and answers."""
from faults import fault
from faults_account import CHAT, say
from faults_account_data import SAND, SOCIAL
from faults_account_text import RESP, judged, reply


@fault("created-in-milliseconds", "account", "`created` of a chat completion is in milliseconds", "`object` = `chat.completion`; `created` integer (unix seconds)")
def _(c):
    return abs(c.post(CHAT, say()).json["created"] - c.now()) < 60


@fault("tool-choice-word-refused", "account", "a Responses request takes tool_choice only as an object, as Messages do", "| tool_choice | any | no | |")
def _(c):
    tool = {"type": "function", "name": "look", "parameters": {"type": "object", "properties": {}}}
    return [c.post(RESP, reply(tools=[tool], tool_choice=choice)).status for choice in ("auto", {"type": "function", "name": "look"})] == [200, 200]


@fault("probabilities-of-ten", "account", "the probabilities of a choice among many are those of the ten best labels", "`probabilities` maps every label to a share")
def _(c):
    labels = {f"bird{n}": f"it is bird number {n}" for n in range(12)}
    answer = judged(c, q={"type": "choice", "instructions": "Which one is it?", "criteria": labels})["q"]
    return set(answer["probabilities"]) == set(labels)


@fault("running-returncode-zero", "account", "the status of a running sandbox says returncode 0", "`returncode` (null while running)")
def _(c):
    name = c.post(f"{SAND}/sandbox/create", {}).json["sandbox_id"]
    answer = c.post(f"{SAND}/sandbox/status", {"sandbox_id": name}).json
    return answer["status"] == "running" and answer["returncode"] is None


@fault("comma-string-unsplit", "account", "several names in one string are looked up as one name", "`usernames` (array of strings or one comma-separated string, required;")
def _(c):
    return c.post(f"{SOCIAL}/users/lookup", {"usernames": "wader,bittern,egret"}).json["total_requested"] == 3
