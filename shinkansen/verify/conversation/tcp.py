"""Engines behind a TCP connection. We neither start nor kill what answers there; we say `stop` and hang up."""

from __future__ import annotations

import selectors
import socket

from shinkansen.core.plain_json import shown
from shinkansen.verify.conversation.stream import CHUNK, Conversation
from shinkansen.verify.conversation.talk import Fault, Limits, Trouble


class TcpEngine(Conversation):
    """An engine that listens on a port."""

    def __init__(self, host: str, port: int, limits: Limits, anywhere: bool) -> None:
        super().__init__(limits)
        self._where = f"{host}:{port}"
        try:
            self._socket = _connect(host, port, limits, anywhere)
        except (OSError, ValueError, OverflowError) as problem:
            self._selector.close()
            raise Trouble(Fault.CANNOT_START, f"{shown(self._where)} cannot be reached: {problem}") from None
        self._socket.setblocking(False)
        # Lines are short and each side waits for the other: buffering them would cost 40 ms for each question.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._listen(self._socket)

    def _read(self) -> bytes:
        return self._socket.recv(CHUNK)

    def _write(self, data: memoryview) -> int:
        return self._socket.send(data)

    def _await_room(self, on: bool) -> None:
        if not self._silent:  # otherwise it is no longer registered
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if on else 0)
            self._selector.modify(self._socket, events, self._hear)

    def _deaf(self) -> Trouble:
        return self._mute()

    def _mute(self) -> Trouble:
        half = f" after {len(self._heard)} bytes of a line" if self._heard else ""
        return Trouble(Fault.DIED, f"{self._asked}: {self._where} closed the connection{half}, expected an answer")

    def _end(self, deadline: float) -> None:
        while not self._silent and self._wait(deadline):
            pass
        silent = self._silent
        self._socket.close()
        if not self._judged or self.trouble is not None:
            return
        self.trouble = self._more_said()
        if self.trouble is None and not silent:
            self.trouble = Trouble(
                Fault.WILL_NOT_STOP, f"{self._asked}: it did not close the connection within {self.limits.stop:g} s"
            )


def _connect(host: str, port: int, limits: Limits, anywhere: bool) -> socket.socket:
    connection = socket.create_connection((host, port), timeout=limits.start)
    # Taken from the connection and not from the name, which could mean anything.
    address = str(connection.getpeername()[0])
    if not anywhere and not (address.startswith("127.") or address in ("::1", "::ffff:127.0.0.1")):
        connection.close()
        raise ValueError(f"{address} is another machine, expected this one (127.0.0.1) unless you allow others")
    return connection
