"""Which operations each host carries."""

from gate.router import Op, Router
from ops import audio, chat, cryptodata, decide, defi, edit, faces, images, market, messages, meta, native, phone, predict, responses
from ops import rpc, sandbox, search, social, swap, usage, videos, websearch
from ops.discovery import Discovery


def _shared() -> list[Op]:
    """What both hosts carry under their prefix: text, search, generation, data and tools."""
    table = [*chat.TABLE, *messages.TABLE, *responses.TABLE, *search.TABLE, *images.TABLE, *videos.TABLE, *audio.SPEECH_OPS]
    table += [*websearch.TABLE, *social.TABLE, *predict.TABLE, *market.TABLE, *defi.TABLE, *rpc.TABLE, *swap.TABLE]
    return [*table, *cryptodata.TABLE, *sandbox.TABLE, *meta.free_gets(), *meta.PRICING]


def router_of(host: str) -> Router:
    """The router of a host."""
    found = Discovery()
    if host == "account":
        table = [*_shared(), *decide.TABLE, *usage.TABLE, *found.account_ops()]
        router = Router(table, "/v1")
    else:
        table = [*_shared(), *chat.PATH_MODEL, *responses.BACKGROUND, *native.TABLE, *edit.TABLE, *videos.CONTENT]
        table += [*audio.OTHER_OPS, *faces.TABLE, *phone.TABLE, *meta.test_only(), *found.test_ops()]
        router = Router(table, "/api/v1")
    found.router = router
    return router
