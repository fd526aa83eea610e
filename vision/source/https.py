"""Streams and pictures over https, by Python's own TLS, which checks certificates: OpenCV's wheels bring an
old OpenSSL that nobody mends.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import ssl
import time
from typing import Any
from urllib.parse import unquote, urlsplit

from engine.message import Messages
from vision.pictures import PictureError, decode
from vision.source.frames import SourceError, without_secrets

say = Messages("vision")

SCHEME, UNREAD = "https://", ("rtsps://", "rtmps://", "tls://", "hls+https://")
TIMEOUT_S, MOST_BYTES, CHUNK, PAUSE_S = 6.0, 8_000_000, 65_536, 0.05
BEGIN, END = b"\xff\xd8", b"\xff\xd9"


class HttpsCapture:
    """Motion JPEG (``multipart/x-mixed-replace``), or one JPEG asked for again and again.

    Raises `SourceError` in one line when nothing comes, what comes is something else, or the certificate is
    not one that this machine trusts.
    """

    def __init__(self, address: str, context: ssl.SSLContext | None = None) -> None:
        self._address, self._context = address, context or ssl.create_default_context()
        self._name, self._rest = without_secrets(address), b""
        self._connection, self._answer, self._single = self._asked()

    def _asked(self) -> tuple[http.client.HTTPSConnection, http.client.HTTPResponse, bool]:
        try:
            parts = urlsplit(self._address)
            connection = http.client.HTTPSConnection(
                parts.hostname or "", parts.port or 443, timeout=TIMEOUT_S, context=self._context
            )
            headers = {"Accept": "multipart/x-mixed-replace, image/jpeg"}
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
        if answer.status != 200 or kind not in ("multipart/x-mixed-replace", "image/jpeg"):
            connection.close()
            raise SourceError(say("https_kind", raw=self._name, raw2=f"{answer.status} {kind}"))
        return connection, answer, kind == "image/jpeg"

    def read(self) -> tuple[bool, Any]:
        """The next picture; nothing where the stream has ended or sends something else."""
        try:
            data = self._next_single() if self._single else self._next_part()
            return (True, decode(data)) if data else (False, None)
        except (OSError, ValueError, http.client.HTTPException, SourceError, PictureError):
            return False, None

    def _next_single(self) -> bytes:
        data = self._answer.read(MOST_BYTES)
        self._connection.close()
        time.sleep(PAUSE_S)
        self._connection, self._answer, self._single = self._asked()
        return data

    def _next_part(self) -> bytes:
        """The next JPEG in the stream, from its first mark to its last."""
        while True:
            begin = self._rest.find(BEGIN)
            end = self._rest.find(END, begin + 2) if begin >= 0 else -1
            if end >= 0:
                data, self._rest = self._rest[begin : end + 2], self._rest[end + 2 :]
                return data
            if len(self._rest) > MOST_BYTES:
                self._rest = b""
            more = self._answer.read1(CHUNK)
            if not more:
                return b""
            self._rest += more

    def get(self, prop: int) -> float:
        """Nothing is known before the first picture."""
        return 0.0

    def release(self) -> None:
        """Let go of the connection."""
        with contextlib.suppress(OSError):
            self._connection.close()


def opened_again(address: str) -> HttpsCapture | None:
    """The stream once more; ``None`` while it isn't there."""
    try:
        return HttpsCapture(address)
    except SourceError:
        return None
