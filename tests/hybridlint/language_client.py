"""The editor's end of the language server protocol."""

from __future__ import annotations

import itertools
import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Callable, Dict

_COMMANDS = str(Path(sys.executable).parent)


class LanguageServer:
    """A real `pylsp`, spoken to as an editor does: JSON-RPC over its standard streams."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PATH": f"{_COMMANDS}{os.pathsep}{os.environ['PATH']}"}
        command = [sys.executable, "-m", "pylsp"]
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.received: queue.Queue[Dict[str, Any]] = queue.Queue()
        self.numbers = itertools.count(1)
        self.thread = threading.Thread(target=self._receive, daemon=True)
        self.thread.start()

    def _receive(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            header = stream.readline()
            if not header:
                return
            length = int(header.split(b":")[1])
            while stream.readline().strip():
                pass
            self.received.put(json.loads(stream.read(length)))

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self.thread.join()

    def send(self, method: str, parameters: Any, **more: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": parameters, **more}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def wait_for(self, wanted: Callable[[Dict[str, Any]], bool]) -> Dict[str, Any]:
        while True:
            message = self.received.get(timeout=60)
            if wanted(message):
                return message

    def request(self, method: str, parameters: Any) -> Any:
        """The result of a request."""
        number = next(self.numbers)
        self.send(method, parameters, id=number)
        answer = self.wait_for(lambda message: message.get("id") == number and "method" not in message)
        assert "error" not in answer, answer
        return answer["result"]

    def diagnostics(self) -> Any:
        """The next diagnostics."""
        message = self.wait_for(lambda message: message.get("method") == "textDocument/publishDiagnostics")
        return message["params"]["diagnostics"]
