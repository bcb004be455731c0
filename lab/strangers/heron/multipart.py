"""multipart/form-data bodies of image edits, turned into the JSON form of the same request."""
import base64
import re

from checks import bad
from switch import bent


def parts_of(request):
    """(name, is file, content type, bytes) of every part, or 400."""
    match = re.search(r'boundary="?([^";]+)"?', request.header("content-type") or "", re.I)
    if not match:
        raise bad("body", "multipart without a boundary")
    mark = b"--" + match.group(1).encode()
    found = []
    for piece in (b"\r\n" + request.body).split(b"\r\n" + mark)[1:]:
        if piece.startswith(b"--"):
            return found
        head, split, content = piece.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        text = head.decode("utf-8", "replace")
        name = re.search(r'[;\s]name="?([^";\r\n]*)"?', text, re.I)
        kind = re.search(r"^content-type:\s*(\S+)", text, re.I | re.M)
        if not split or not name:
            raise bad("body", "a part without a name")
        found.append((name.group(1), "filename" in text.lower(), kind.group(1) if kind else "text/plain", content))
    raise bad("body", "the multipart body has no end")


def read_edit(request) -> dict:
    """The fields of an edit request."""
    body, images = {}, []
    for name, is_file, kind, content in parts_of(request):
        if is_file:
            value = f"data:{kind if kind.startswith('image/') else 'image/png'};base64,{base64.b64encode(content).decode()}"
        else:
            value = content.decode("utf-8", "replace")
        if name in ("image", "image[]"):
            images.append(value)
        elif name == "n":
            body["n"] = int(value) if re.fullmatch(r"-?\d{1,9}", value) else value
        else:
            body[name] = value
    if bent("multipart-last-image"):
        images = images[-1:]
    if images:
        body["image"] = images[0] if len(images) == 1 else images
    return body
