"""A connection to an MQTT broker (3.1.1), by paho-mqtt; ``publish`` returns when the broker has confirmed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from arbiter.stream.address import Address
from engine.message import Said

CONNECT_S, CONFIRM_S, KEEPALIVE_S = 5.0, 10.0, 15
"""Time limits for a broker to accept the connection and to confirm a message; and the keep-alive interval."""
Take = Callable[[str, bytes], None]
"""Takes a message: its topic and payload. It is confirmed to the broker afterwards."""


class LinkLost(Exception):
    """The broker can't be reached, or the connection is lost; the message says why."""


class Link:
    """An open connection; the broker publishes ``will`` (topic, text), retained, if the connection is lost.

    With ``keep`` the broker keeps messages for this ``name`` while it is away. Raises ``LinkLost`` if the
    broker can't be reached; a lost link does not reconnect: create a new one.
    """

    def __init__(
        self,
        address: Address,
        name: str,
        topics: Sequence[str],
        take: Take,
        will: tuple[str, str] | None = None,
        keep: bool = False,
    ) -> None:
        # not at the top: the import would cost every game 0.1 s at its start
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion

        self._topics, self._take = list(topics), take
        self._in, self._ended = threading.Event(), threading.Event()
        self._why: Said = "no answer"
        version = CallbackAPIVersion.VERSION2
        client = Client(version, name, clean_session=not keep, reconnect_on_failure=False)
        client.connect_timeout = CONNECT_S
        if address.user:
            client.username_pw_set(address.user, address.password or None)
        if address.encrypted:
            client.tls_set()
        if will is not None:
            client.will_set(*will, qos=1, retain=True)
        client.on_connect, client.on_disconnect = self._connected, self._disconnected
        client.on_message, client.on_subscribe = self._message, self._subscribed
        self._client = client
        try:
            client.connect(address.host, address.port, KEEPALIVE_S)
            client.loop_start()
        except (OSError, ValueError) as error:
            raise LinkLost(str(error)) from error
        if not self._in.wait(CONNECT_S) or self.lost:
            self.close()
            raise LinkLost(str(self._why))

    def _connected(self, client: Any, _: Any, flags: Any, why: Any, properties: Any) -> None:
        if why.is_failure:
            self._why = str(why)
            self._ended.set()
            self._in.set()
        elif self._topics:
            client.subscribe([(topic, 1) for topic in self._topics])
        else:
            self._in.set()

    def _subscribed(self, client: Any, _: Any, number: Any, codes: Any, properties: Any) -> None:
        self._in.set()

    def _disconnected(self, client: Any, _: Any, flags: Any, why: Any, properties: Any) -> None:
        self._why = str(why)
        self._ended.set()
        self._in.set()

    def _message(self, client: Any, _: Any, message: Any) -> None:
        self._take(str(message.topic), bytes(message.payload))

    @property
    def lost(self) -> bool:
        """Whether the connection has ended."""
        return self._ended.is_set()

    def publish(self, topic: str, text: str, retain: bool = False) -> None:
        """Publish at least once; raises ``LinkLost`` unless the broker has confirmed it."""
        given = self._client.publish(topic, text.encode("utf-8"), qos=1, retain=retain)
        end = time.monotonic() + CONFIRM_S
        try:
            while not given.is_published():
                if self.lost or time.monotonic() > end:
                    raise LinkLost(str(self._why))
                given.wait_for_publish(0.1)
        except (RuntimeError, ValueError) as error:  # no longer connected
            raise LinkLost(str(error)) from error

    def offer(self, topic: str, text: str) -> None:
        """Publish without waiting for confirmation; the only possibility from within ``take``."""
        self._client.publish(topic, text.encode("utf-8"), qos=1)

    def close(self) -> None:
        """Disconnect properly, so that the will is not published."""
        self._client.disconnect()
        self._client.loop_stop()
