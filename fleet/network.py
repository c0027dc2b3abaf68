"""Who may take part in a cluster: TLS with certificates on both sides, or, without TLS, this machine only."""

from __future__ import annotations

import ipaddress
import os
import socket
import ssl
import time
from dataclasses import dataclass

from distributed.comm.addressing import get_address_host_port, parse_address
from distributed.security import Security

from fleet.errors import UsageError

TLS_FLAGS = ("--tls-ca-file", "--tls-cert", "--tls-key")
REMEDY = f"use tls:// and {', '.join(TLS_FLAGS)}, or --insecure"
RETRY_SECONDS = 0.5


@dataclass(frozen=True)
class Certificates:
    """Files in PEM. Every holder of a certificate that the CA has signed is a member of the cluster."""

    ca_file: str
    cert: str
    key: str

    @classmethod
    def of(cls, ca_file: str | None, cert: str | None, key: str | None) -> Certificates | None:
        """Returns None without files. Errors: UsageError if one of three is missing, or cannot be used."""
        files = dict(zip(TLS_FLAGS, (ca_file, cert, key)))
        missing = [flag for flag, file in files.items() if file is None]
        if len(missing) == len(files):
            return None
        if ca_file is None or cert is None or key is None:
            raise UsageError(f"{', '.join(missing)} is missing; TLS needs {', '.join(files)}")
        certificates = cls(os.path.abspath(ca_file), os.path.abspath(cert), os.path.abspath(key))
        certificates.client_context()
        return certificates

    @property
    def security(self) -> Security:
        """Dask's own form, for a client."""
        return Security(require_encryption=True, tls_ca_file=self.ca_file, tls_client_cert=self.cert, tls_client_key=self.key)

    @property
    def dask_flags(self) -> list[str]:
        """The flags of dask-scheduler and dask-worker."""
        return [f"{flag}={file}" for flag, file in zip(TLS_FLAGS, (self.ca_file, self.cert, self.key))]

    def client_context(self) -> ssl.SSLContext:
        """Errors: UsageError if a file cannot be read, or is no certificate or key, or if the key is not that of the certificate."""
        try:
            context = ssl.create_default_context(cafile=self.ca_file)
        except OSError as error:
            raise UsageError(f"--tls-ca-file={self.ca_file}: {_words(error)}") from error
        try:
            context.load_cert_chain(self.cert, self.key, password=_no_password)
        except OSError as error:
            raise UsageError(f"--tls-cert={self.cert}, --tls-key={self.key}: {_words(error)}") from error
        # As in Dask: the CA is for the cluster only, and the machines may be named by addresses.
        context.check_hostname = False
        return context


def _no_password() -> str:
    raise PermissionError("the private key is encrypted; nobody is asked for a password")


@dataclass(frozen=True)
class Access:
    """What protects a process of the cluster from others in the network."""

    certificates: Certificates | None = None
    insecure: bool = False

    @property
    def is_open(self) -> bool:
        """Whether nothing but being on this machine protects the process."""
        return not (self.insecure or self.certificates is not None)

    def check_scheduler(self, address: str) -> None:
        """Errors: UsageError if connecting to a scheduler there is not secure; the message does not contain the address."""
        protocol = parse_address(address)[0]
        if protocol not in ("tcp", "tls"):
            raise UsageError(f"the protocol is {protocol}; use tls:// or tcp://")
        if protocol == "tls" and self.certificates is None:
            raise UsageError(f"needs {', '.join(TLS_FLAGS)}")
        if protocol == "tcp" and self.certificates is not None:
            raise UsageError(f"{', '.join(TLS_FLAGS)} need an address that begins with tls://")
        try:
            host, _ = get_address_host_port(address, strict=True)
        except ValueError as error:
            raise UsageError(f"cannot be reached: {error}") from error
        if protocol == "tcp":
            self.check_open(host, "whoever reaches that scheduler runs programs on its workers")

    def check_open(self, host: str, danger: str) -> None:
        """Errors: UsageError if a process without TLS would talk to, or listen at, a host that is not this machine."""
        if self.is_open and not is_loopback(host):
            raise UsageError(f"{host or 'every network'} is beyond this machine, and without TLS {danger}: {REMEDY}")


def is_loopback(host: str) -> bool:
    """Returns whether all addresses of the host are those of this machine for itself: 127.0.0.0/8, ::1. Errors: UsageError for an unknown name."""
    if not host:
        return False
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise UsageError(f"cannot be reached: {host}: {error}") from error
    return all(ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback for *_, address in found)


class RefusedError(Exception):
    """One side of a connection refuses the other one's certificate, or does not speak TLS."""


def hear_scheduler(address: str, certificates: Certificates | None, seconds: float) -> None:
    """Connects, and waits for the first byte: a scheduler speaks first, after it has accepted the certificate. (A client of Dask tries again and
    again, without saying why.) Errors: OSError if there is none, or if it says nothing in this time; RefusedError; UsageError.
    """
    context = None if certificates is None else certificates.client_context()
    try:
        with socket.create_connection(get_address_host_port(address, strict=True), timeout=seconds) as plain:
            with plain if context is None else context.wrap_socket(plain) as connection:
                if not connection.recv(1):
                    raise ConnectionError("the connection was closed without a greeting")
    except (ssl.SSLEOFError, ssl.SSLZeroReturnError) as error:
        raise ConnectionError("the connection was closed without a greeting") from error
    except ssl.SSLError as error:
        raise RefusedError(_words(error)) from error
    except TimeoutError as error:
        raise TimeoutError("no greeting was received; the address of a scheduler with TLS begins with tls://") from error


def wait_for_scheduler(address: str, certificates: Certificates | None, seconds: float) -> None:
    """Returns when a scheduler has answered. Errors: as hear_scheduler; an OSError after so many seconds."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            hear_scheduler(address, certificates, max(RETRY_SECONDS, deadline - time.monotonic()))
            return
        except socket.gaierror:
            raise
        except OSError:
            if time.monotonic() > deadline:
                raise
        time.sleep(RETRY_SECONDS)


def _words(error: OSError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the other side's certificate is not one of --tls-ca-file: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        reason = (error.reason or str(error)).replace("_", " ").lower()
        if "alert" in reason:
            return f"the other side refuses --tls-cert: {reason}"
        return f"it does not speak TLS ({reason})" if reason in ("wrong version number", "http request") else reason
    return error.strerror or str(error)
