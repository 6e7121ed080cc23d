"""What the app's server answers, and to whom."""

import asyncio
import socket

import pytest
from starlette.requests import Request

from spl.engine.gate import Gate, local_names

PAGES = ("matching", "data")


async def inside(scope, receive, send):
    kind = b"text/plain" if scope["path"] == "/_stcore/health" else b"text/html; charset=utf-8"
    headers = [(b"a", b"b"), (b"content-type", kind)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"page"})


@pytest.fixture
def ask(tmp_path):
    """Status, headers and body of an answer to one request."""
    (tmp_path / "favicon.png").write_bytes(b"x")
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.js").write_bytes(b"x")

    def asked(path="/", host="localhost:8501", hosts=("localhost", "::1")):
        sent = []

        async def send(message):
            sent.append(message)

        scope = {"type": "http", "path": path, "headers": [(b"host", host.encode())]}
        asyncio.run(Gate(inside, PAGES, tmp_path, hosts)(scope, None, send))
        return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]

    return asked


@pytest.mark.parametrize(
    "path", ["/", "/matching", "/data/", "/favicon.png", "/static/index.js", "/_stcore/health"]
)
def test_pages_and_files_are_served(ask, path):
    assert ask(path)[0] == 200


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/matching/x", "/static/none.js", "/static/../secret", "/.git/config"]
    + ["/_stcore/nothing", "/app/static/x"]  # Streamlit would answer with its page
    + ["/" + "x" * 300, f"/static/{'x' * 300}.js"],  # a name that no disk can hold
)
def test_other_addresses_are_404_with_a_way_back(ask, path):
    status, headers, body = ask(path)
    assert status == 404 and b'href="/"' in body
    assert headers[b"content-type"].startswith(b"text/html")


@pytest.mark.parametrize("path", ["/", "/nothing"])
def test_every_answer_has_the_headers(ask, path):
    headers = ask(path)[1]
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert headers[b"content-security-policy"] == b"frame-ancestors 'self'"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:8501", 200),
        ("localhost.:8501", 200),
        ("[::1]:8501", 200),
        ("evil.example:8501", 403),
        ("localhost.evil.example", 403),
        ("", 403),
        ("[::1", 403),
    ],
)
def test_a_foreign_name_is_refused(ask, host, status):
    assert ask(host=host)[0] == status
    assert ask(host=host, hosts=())[0] == 200  # open to the network: any name


def test_own_names_on_the_loopback_any_name_on_the_network():
    names = local_names("127.0.0.1", ["proxy.example"])
    assert {"localhost", "127.0.0.1", "::1", socket.gethostname().lower()} <= set(names)
    assert names[-1] == "proxy.example"
    assert local_names("0.0.0.0") == []


def test_a_visitor_who_leaves_in_the_middle_of_an_upload_leaves_no_traceback(tmp_path):
    """Streamlit reads the form; what it raises then would fill the server's log."""
    given = [
        {"type": "http.request", "body": b"--x\r\n", "more_body": True},
        {"type": "http.disconnect"},
    ]
    asked = []

    async def upload(scope, receive, send):
        await Request(scope, receive).form()
        asked.append("answered")

    async def receive():
        asked.append("asked")
        return given.pop(0)

    kind = [(b"content-type", b"multipart/form-data; boundary=x")]
    scope = {"type": "http", "path": "/_stcore/upload_file/a/b", "headers": kind, "method": "PUT"}
    asyncio.run(Gate(upload, PAGES, tmp_path)(scope, receive, None))
    assert asked == ["asked", "asked"]


def test_other_errors_of_the_server_are_not_hidden(tmp_path):
    async def broken(scope, receive, send):
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        asyncio.run(Gate(broken, PAGES, tmp_path)({"type": "http", "path": "/"}, None, None))
