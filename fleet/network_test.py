"""Members of a cluster know each other by certificates; without them nothing leaves this machine. Certificates are made by openssl."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from distributed import Client
from distributed.utils import json_load_robust

from fleet import cluster, members
from fleet.__main__ import main
from fleet.cluster import LocalCluster, worker_count
from fleet.errors import UsageError
from fleet.manifest import read_manifest
from fleet.network import Access, Certificates, hear_scheduler, is_loopback
from fleet.replay_tool import ReplayTool
from fleet.testing.processes import listening_hosts
from fleet.testing.random_scenes import random_records

SECONDS = 60.0


def openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


def make_authority(folder: Path, days: int = 2) -> Certificates:
    """Returns a certificate and the authority that has signed it, as docs/fleet.md makes them."""
    folder.mkdir()
    new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    usage = ["-addext", "keyUsage=critical,keyCertSign,cRLSign"]
    openssl(folder, "req", "-x509", *new_key, *usage, "-keyout", "ca.key", "-out", "ca.pem", "-days", str(days), "-subj", f"/CN={folder.name}")
    openssl(folder, "req", *new_key, "-keyout", "member.key", "-out", "member.csr", "-subj", "/CN=member")
    openssl(folder, "x509", "-req", "-in", "member.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "member.pem", "-days", str(days))
    return Certificates(f"{folder}/ca.pem", f"{folder}/member.pem", f"{folder}/member.key")


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return make_authority(tmp_path_factory.mktemp("tls") / "ours")


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return make_authority(tmp_path_factory.mktemp("tls") / "theirs")


@pytest.fixture(scope="module")
def schedulers(ours: Certificates, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The addresses of a scheduler with TLS, which has a worker, and of one without."""
    folder = tmp_path_factory.mktemp("schedulers")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    addresses = {}
    with ExitStack() as ended:

        def start(*arguments: str) -> None:
            process = subprocess.Popen([sys.executable, "-m", "fleet", *arguments], **quiet)  # type: ignore[call-overload]
            ended.callback(process.wait)
            ended.callback(process.terminate)

        flags: dict[str, list[str]] = {"tls": ours.dask_flags, "tcp": []}
        for name in flags:
            start("scheduler", "--host=127.0.0.1", "--port=0", f"--scheduler-file={folder}/{name}", *flags[name])
        for name in flags:
            addresses[name] = str(json_load_robust(folder / name, timeout=SECONDS)["address"])
            assert addresses[name].startswith(f"{name}://127.0.0.1:")
        start("worker", addresses["tls"], f"--local-directory={folder}", *ours.dask_flags)
        # Dask 2024.12 on Python 3.13 may break a connection by TLS while another process joins.
        with Client(addresses["tls"], security=ours.security) as client:
            client.wait_for_workers(1, timeout=SECONDS)
        yield addresses


def wait_until(is_so: object) -> None:
    deadline = time.monotonic() + SECONDS
    while not is_so():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.05)


def fleet(capsys: pytest.CaptureFixture[str], status: int, *arguments: str) -> str:
    """Runs the program in this process; it must not hang."""
    begin = time.monotonic()
    try:
        found = main(list(arguments))
    except SystemExit as error:  # Of argparse.
        found = int(error.code or 0)
    said = "".join(capsys.readouterr())
    assert found == status and "Traceback" not in said, said
    assert time.monotonic() - begin < SECONDS
    return said


def test_a_run_by_tls(
    capsys: pytest.CaptureFixture[str], tool: ReplayTool, tmp_path: Path, ours: Certificates, schedulers: dict[str, str]
) -> None:
    (tmp_path / "in.pbs").write_bytes(b"".join(random_records(1, 0, 4)))
    arguments = [f"{tmp_path}/in.pbs", f"--out={tmp_path}/out", f"--tool={tool.path}", "--scenes_per_shard=2"]
    fleet(capsys, 0, *arguments, f"--scheduler={schedulers['tls']}", *ours.dask_flags)
    assert len(read_manifest(f"{tmp_path}/out").entries) == 2


CA_REFUSED = "the other side's certificate is not one of --tls-ca-file: self-signed certificate in certificate chain"
CERT_REFUSED = "the other side refuses --tls-cert: tlsv1 alert unknown ca"


@pytest.mark.parametrize(
    "scheduler, ca, cert, said",
    [
        ("tls", "theirs", "theirs", CA_REFUSED),
        ("tls", "theirs", "ours", CA_REFUSED),
        ("tls", "ours", "theirs", CERT_REFUSED),
        ("tls", "", "", "needs --tls-ca-file, --tls-cert, --tls-key"),
        ("tls", "ours", "", "--tls-cert, --tls-key is missing"),
        ("tcp", "ours", "ours", "need an address that begins with tls://"),
    ],
)
def test_who_is_no_member_is_refused(
    capsys: pytest.CaptureFixture[str],
    tool: ReplayTool,
    tmp_path: Path,
    ours: Certificates,
    theirs: Certificates,
    schedulers: dict[str, str],
    scheduler: str,
    ca: str,
    cert: str,
    said: str,
) -> None:
    known = {"ours": ours, "theirs": theirs}
    flags = [f"--tls-ca-file={known[ca].ca_file}"] if ca else []
    flags += [f"--tls-cert={known[cert].cert}", f"--tls-key={known[cert].key}"] if cert else []
    (tmp_path / "in.pbs").write_bytes(b"".join(random_records(1, 0, 1)))
    arguments = [f"{tmp_path}/in.pbs", f"--out={tmp_path}/out", f"--tool={tool.path}", f"--scheduler={schedulers[scheduler]}"]
    assert said in fleet(capsys, 2, *arguments, *flags)
    assert said in fleet(capsys, 2, "worker", schedulers[scheduler], *flags)


def test_a_scheduler_that_speaks_otherwise(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tool: ReplayTool, tmp_path: Path, ours: Certificates, schedulers: dict[str, str]
) -> None:
    monkeypatch.setattr(cluster, "FIRST_SECONDS", 1.0)
    (tmp_path / "in.pbs").write_bytes(b"".join(random_records(1, 0, 1)))
    arguments = [f"{tmp_path}/in.pbs", f"--out={tmp_path}/out", f"--tool={tool.path}"]
    plain = schedulers["tls"].replace("tls:", "tcp:")
    assert "the address of a scheduler with TLS begins with tls://" in fleet(capsys, 2, *arguments, f"--scheduler={plain}")
    encrypted = schedulers["tcp"].replace("tcp:", "tls:")
    assert "refused: it does not speak TLS" in fleet(capsys, 2, *arguments, f"--scheduler={encrypted}", *ours.dask_flags)


def test_the_scheduler_asks_for_a_certificate(ours: Certificates, schedulers: dict[str, str]) -> None:
    """Whoever connects without a certificate gets not one byte."""
    context = ssl.create_default_context(cafile=ours.ca_file)
    context.check_hostname = False
    host, port = schedulers["tls"].removeprefix("tls://").split(":")
    with socket.create_connection((host, int(port)), timeout=SECONDS) as plain, pytest.raises(ssl.SSLError, match="certificate required"):
        with context.wrap_socket(plain) as connection:
            connection.recv(1)
    hear_scheduler(schedulers["tls"], ours, SECONDS)


def test_files_that_are_no_certificates(tmp_path: Path, ours: Certificates, theirs: Certificates) -> None:
    (tmp_path / "text.pem").write_text("no certificate")
    openssl(tmp_path, "ec", "-in", ours.key, "-out", "locked.key", "-aes128", "-passout", "pass:secret")
    for files, said in (
        ((f"{tmp_path}/none.pem", ours.cert, ours.key), "--tls-ca-file=.*none.pem: No such file or directory"),
        ((f"{tmp_path}/text.pem", ours.cert, ours.key), "--tls-ca-file=.*text.pem: no certificate or crl found"),
        ((ours.ca_file, f"{tmp_path}/text.pem", ours.key), "--tls-cert=.*text.pem, --tls-key=.*: "),
        ((ours.ca_file, ours.cert, theirs.key), "--tls-cert=.*: .*key values mismatch"),
        ((ours.ca_file, ours.cert, f"{tmp_path}/locked.key"), "--tls-key=.*locked.key: the private key is encrypted"),
    ):
        with pytest.raises(UsageError, match=said):
            Certificates.of(*files)
    assert Certificates.of(None, None, None) is None


@pytest.mark.parametrize("host", ["127.0.0.1", "127.255.255.254", "::1", "localhost"])
def test_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::", "128.0.0.1", "126.255.255.255", "192.0.2.1", "fe80::1", "::ffff:192.0.2.1", "mixed"])
def test_beyond_loopback(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    found = socket.getaddrinfo

    def resolve(name: str, *arguments: object, **named: object) -> object:
        two = [(0, 0, 0, "", ("127.0.0.1", 0)), (0, 0, 0, "", ("192.0.2.1", 0))]
        return two if name == "mixed" else found(name, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert not is_loopback(host)


BEYOND = "is beyond this machine, and without TLS"


@pytest.mark.parametrize(
    "address, said",
    [
        ("tcp://192.0.2.1:8786", f"192.0.2.1 {BEYOND}"),
        ("192.0.2.1:8786", "cannot be reached"),
        ("tcp://0.0.0.0:8786", f"0.0.0.0 {BEYOND}"),
        ("tcp://[2001:db8::1]:8786", f"2001:db8::1 {BEYOND}"),
        ("tcp://nowhere.invalid:8786", "cannot be reached: nowhere.invalid"),
        ("tls://127.0.0.1:8786", "needs --tls-ca-file"),
        ("ws://127.0.0.1:8786", "the protocol is ws"),
        ("inproc://x", "the protocol is inproc"),
        ("nonsense", "cannot be reached"),
    ],
)
def test_addresses_that_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, address: str, said: str) -> None:
    for arguments in ([f"--scheduler={address}", str(tmp_path), f"--out={tmp_path}/out", "--tool=x"], ["worker", address]):
        assert said in fleet(capsys, 2, *arguments)
    assert os.listdir(tmp_path) == []
    if BEYOND in said:
        Access(insecure=True).check_scheduler(address)


@pytest.fixture
def become(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The command that a command becomes, without the interpreter."""
    command: list[str] = []

    def execve(path: str, arguments: list[str], environment: dict[str, str]) -> None:
        command[:] = arguments[2:]
        command.append(f"encryption={environment.get('DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION')}")
        raise SystemExit(0)

    monkeypatch.setattr(os, "execve", execve)
    monkeypatch.setattr(members, "ANSWER_SECONDS", 0.1)
    return command


HERE = "tcp://127.0.0.1:1"


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["scheduler"], f"every network {BEYOND}"),
        (["scheduler", "--host=0.0.0.0"], f"0.0.0.0 {BEYOND}"),
        (["scheduler", "--host", "tcp://192.0.2.1:8786"], f"192.0.2.1 {BEYOND}"),
        (["scheduler", "--host=127.0.0.1", "--dashboard-address=:8787"], f"every network {BEYOND}"),
        (["scheduler", "--host=127.0.0.1", "--jupyter"], "--jupyter is decided"),
        (["scheduler", "--host=127.0.0.1", "--protocol=tls"], "--protocol is decided"),
        (["scheduler", "--interface=none0"], "none0"),
        (["worker", HERE, "--host=0.0.0.0"], f"0.0.0.0 {BEYOND}"),
        (["worker", HERE, "--listen-address=tcp://0.0.0.0:1"], "--listen-address is decided"),
        (["worker", HERE, "--nworkers=100000000000"], "--nworkers: 100000000000 is no whole number from 1 to 1024"),
        (["worker", HERE, "--nworkers=0"], "--nworkers: 0 is no whole number from 1 to 1024"),
        (["worker", HERE, "--host="], "--host: is empty"),
        (["worker"], "ADDRESS"),
    ],
)
def test_commands_that_are_refused(capsys: pytest.CaptureFixture[str], become: list[str], arguments: list[str], said: str) -> None:
    assert said in fleet(capsys, 2, *arguments)
    assert not become


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (["scheduler", "--host=127.0.0.1"], ["--host=127.0.0.1"]),
        (["scheduler", "--interface=lo"], ["--interface=lo"]),
        (["scheduler", "--insecure", "--port=8786"], ["--port=8786"]),
        (["worker", HERE], ["--host=127.0.0.1", HERE]),
        (["worker", "tcp://192.0.2.1:1", "--insecure", "--name=x"], ["tcp://192.0.2.1:1", "--name=x"]),
    ],
)
def test_what_the_commands_become(capsys: pytest.CaptureFixture[str], become: list[str], arguments: list[str], expected: list[str]) -> None:
    fleet(capsys, 0, *arguments)
    assert set(expected) <= set(become)
    assert "--dashboard-address=127.0.0.1:0" in become and "encryption=None" in become
    assert not any(argument.startswith("--host") for argument in become) or "--host=127.0.0.1" in expected


def test_certificates_are_passed_on(capsys: pytest.CaptureFixture[str], become: list[str], ours: Certificates) -> None:
    for arguments in (["scheduler"], ["worker", "tls://127.0.0.1:1"]):
        fleet(capsys, 0, *arguments, *ours.dask_flags)
        assert {*ours.dask_flags, "encryption=True"} <= set(become)
        assert not any(argument.startswith("--host") for argument in become)


def test_a_cluster_of_this_machine_listens_to_this_machine_only() -> None:
    local = LocalCluster(1)
    try:
        with local.connect() as client:
            wait_until(lambda: worker_count(client) == 1)
            scheduler, (worker,) = local._scheduler, local._workers
            assert scheduler and worker
            assert [listening_hosts(process.pid) for process in (scheduler, worker.process)] == [{"127.0.0.1"}] * 2
    finally:
        local.close()
