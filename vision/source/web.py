"""Motion JPEG and single pictures over http and https, with Python's own client, which checks certificates.

OpenCV's wheels contain an old OpenSSL without updates and decode pictures before their size is checked.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import re
import ssl
import time
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from engine.message import Messages
from vision.pictures import PictureError, decode
from vision.source.frames import SourceError, without_secrets

say = Messages("vision")

SEALED, OPEN = "https://", "http://"
UNREAD = ("rtsps://", "rtmps://", "tls://", "hls+https://")
TIMEOUT_S, MOST_BYTES, CHUNK, PAUSE_S = 6.0, 8_000_000, 65_536, 0.05
BEGIN, END = b"\xff\xd8", b"\xff\xd9"
KINDS = ("multipart/x-mixed-replace", "image/jpeg")
_LENGTH = re.compile(rb"content-length:[ \t]*(\d{1,9})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)


class NoPictures(SourceError):
    """The address answers, but not with pictures."""


class WebCapture:
    """Motion JPEG (``multipart/x-mixed-replace``), or one JPEG, requested repeatedly.

    Raises `SourceError` with one line if there is no answer or this machine does not trust the certificate,
    and `NoPictures` if the answer is something else.
    """

    def __init__(self, address: str, context: ssl.SSLContext | None = None) -> None:
        self._address, self._context = address, context
        self._name, self._rest = without_secrets(address), b""
        self._connection, self._answer, self._single = self._asked()

    def _asked(self) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse, bool]:
        try:
            parts = urlsplit(self._address)
            connection = self._connected(parts)
            headers = {"Accept": ", ".join(KINDS)}
            if parts.username is not None:
                who = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
                headers["Authorization"] = f"Basic {base64.b64encode(who).decode()}"
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
        except ssl.SSLCertVerificationError as error:
            raise SourceError(say("https_trust", raw=self._name, raw2=error.verify_message)) from error
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise SourceError(say("cam_stream", raw=self._name)) from error
        kind = answer.headers.get_content_type()
        if answer.status != 200 or kind not in KINDS:
            connection.close()
            raise NoPictures(say("https_kind", raw=self._name, raw2=f"{answer.status} {kind}"))
        return connection, answer, kind == "image/jpeg"

    def _connected(self, parts: SplitResult) -> http.client.HTTPConnection:
        host = parts.hostname or ""
        if parts.scheme == "http":
            return http.client.HTTPConnection(host, parts.port or 80, timeout=TIMEOUT_S)
        self._context = self._context or ssl.create_default_context()
        return http.client.HTTPSConnection(host, parts.port or 443, timeout=TIMEOUT_S, context=self._context)

    def read(self) -> tuple[bool, Any]:
        """The next picture; nothing if the stream has ended, sends something else, or takes too long."""
        try:
            data = self._next_single() if self._single else self._next_part()
            return (True, decode(data)) if data else (False, None)
        except (OSError, ValueError, http.client.HTTPException, SourceError, PictureError):
            return False, None

    def _next_single(self) -> bytes:
        end, data = time.monotonic() + TIMEOUT_S, b""
        while (more := self._answer.read1(CHUNK)) and len(data) <= MOST_BYTES:
            data += more
            if time.monotonic() > end:
                raise TimeoutError
        self._connection.close()
        time.sleep(PAUSE_S)
        self._connection, self._answer, self._single = self._asked()
        return data

    def _next_part(self) -> bytes:
        """The next JPEG in the stream, see ``whole``."""
        end = time.monotonic() + TIMEOUT_S
        while True:
            found = whole(self._rest)
            if found is not None:
                data, self._rest = found
                return data
            if len(self._rest) > MOST_BYTES:
                self._rest = b""
            more = self._answer.read1(CHUNK)
            if not more or time.monotonic() > end:
                return b""
            self._rest += more

    def get(self, prop: int) -> float:
        """Nothing is known before the first picture."""
        return 0.0

    def release(self) -> None:
        """Close the connection."""
        with contextlib.suppress(OSError):
            self._connection.close()


def whole(sent: bytes) -> tuple[bytes, bytes] | None:
    """The first JPEG in a stream's data and the rest; ``None`` while it is incomplete.

    Its length comes from the part's header if that states one: a JPEG with an embedded thumbnail has several
    end markers. Otherwise it reaches to the first end marker.
    """
    begin = sent.find(BEGIN)
    if begin < 0:
        return None
    lengths = _LENGTH.findall(sent[:begin])
    if lengths and 2 <= int(lengths[-1]) <= MOST_BYTES:
        end = begin + int(lengths[-1])
        return (sent[begin:end], sent[end:]) if len(sent) >= end else None
    last = sent.find(END, begin + 2)
    return None if last < 0 else (sent[begin : last + 2], sent[last + 2 :])
