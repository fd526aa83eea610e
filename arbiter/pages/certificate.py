"""The certificate of a shared page, made for one run by ``cryptography``; its key is not stored."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
import tempfile
from dataclasses import dataclass
from pathlib import Path

DAYS = 30
NAME = "Pyramid Arbiter"
LOCAL = "127.0.0.1"


@dataclass(frozen=True)
class Certificate:
    """A server's encryption context, and the certificate's SHA-256 fingerprint for people to compare."""

    context: ssl.SSLContext
    fingerprint: str


def self_signed(address: str) -> Certificate:
    """A new key and a certificate for this machine's address in its network."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    places = [x509.IPAddress(ipaddress.ip_address(each)) for each in dict.fromkeys((address, LOCAL))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName(places), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    with tempfile.TemporaryDirectory(prefix="arbiter-page-") as folder:  # ssl only reads files
        both = Path(folder) / "both.pem"
        both.touch(mode=0o600)
        both.write_bytes(pem + made.public_bytes(serialization.Encoding.PEM))
        context.load_cert_chain(both)
    return Certificate(context, ":".join(f"{byte:02X}" for byte in made.fingerprint(hashes.SHA256())))
