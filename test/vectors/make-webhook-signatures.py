"""Writes webhook-signatures.json with the official Python library of Standard Webhooks, not with our code.

    python3 -m venv /tmp/vectors && /tmp/vectors/bin/pip install standardwebhooks==1.1.0
    /tmp/vectors/bin/python test/vectors/make-webhook-signatures.py

Every signature is made a second time with hmac alone, and every vector goes through the library's own verify.
Running it again changes no byte.
"""

import base64
import hashlib
import hmac
import json
from datetime import datetime, timezone
from pathlib import Path

import standardwebhooks.webhooks
from standardwebhooks import Webhook

ABOUT = (
    "Written by make-webhook-signatures.py: do not edit. timestamp is in seconds. With repeat, its text occurs once "
    "in body and stands there so many times. With previous_secret, both secrets sign, the current one first. "
    "invalid: a receiver that holds secret refuses signature, with its clock at timestamp."
)
ID = "019a8f3c-5d40-7c1e-9b7a-2f6d1e0c4b85"
TIMESTAMP = 1795262400  # 2026-11-21T12:00:00Z


def secret(key: bytes) -> str:
    return "whsec_" + base64.b64encode(key).decode()


def key_of(seed: str, size: int) -> bytes:
    return hashlib.sha512(seed.encode()).digest()[:size]


SECRET = secret(key_of("new", 32))
OTHER_SECRET = secret(key_of("old", 32))


def event(reference: str) -> str:
    """A small event; `reference` is JSON text, so that a vector decides how it is escaped."""
    return (
        '{"type":"payment.completed","timestamp":"2026-11-21T12:00:00.000Z","data":{"payment_intent":'
        '{"id":"intent-1","status":"completed"},"reference":' + reference + ',"metadata":null,"sequence":1}}'
    )


PAYMENT_COMPLETED = (
    '{"type":"payment.completed","timestamp":"2026-11-21T11:59:59.412Z","data":{"payment_intent":{'
    '"id":"019a8f3b-1a2b-7d3c-8e4f-5a6b7c8d9e0f","merchant_id":"019a8f00-0000-7a11-8b22-c33d44e55f66",'
    '"merchant_name":"Corner Shop","amount":12.5,"amount_minor":1250,"amount_decimal":"12.50","currency":"USD",'
    '"description":"Two flat whites","status":"completed","refund_status":null,'
    '"expires_at":"2026-11-21T12:28:41.007Z","created_at":"2026-11-21T11:58:41.007Z",'
    '"updated_at":"2026-11-21T11:59:59.412Z","completed_at":"2026-11-21T11:59:59.412Z","cancelled_at":null,'
    '"target_wallet_id":null,"completed_by":"wallet-7","cancellation_reason":null,"refund_ledger_tx_id":null,'
    '"counter_id":"counter-3","reference":"order-1001","callback_url":null,"metadata":{"table":7}},'
    '"reference":"order-1001","metadata":{"table":7},"sequence":1}}'
)
ESCAPED = event(r'"Caf\u00e9 \u6771\u4eac \ud83d\ude00"')
CRLF = event("null").replace(",", ",\r\n  ") + "\r\n"
LARGE = {"text": "0123456789 \u00e9 \u6771\u4eac \U0001f600 ", "times": 2600}

VECTORS = [
    # The example of the specification.
    {
        "name": "the specification's own example",
        "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "timestamp": 1614265330,
        "body": '{"test": 2432232314}',
    },
    {"name": "a completed payment", "body": PAYMENT_COMPLETED},
    # Bodies.
    {"name": "an empty body", "body": ""},
    {"name": "an accent, composed", "body": event('"Caf\u00e9"')},
    {"name": "an accent, decomposed", "body": event('"Cafe\u0301"')},
    {"name": "CJK and an emoji outside the BMP, raw", "body": event('"Caf\u00e9 \u6771\u4eac \U0001f600"')},
    {"name": "the same text as \\u escapes", "body": ESCAPED},
    {"name": "CRLF between lines and at the end", "body": CRLF},
    {"name": "a newline at the end", "body": event("null") + "\n"},
    {"name": "quotes and backslashes", "body": event(r'"\"C:\\shop\\\" \/ a backslash: \\"')},
    {"name": "control characters as escapes", "body": event(r'"\b\f\n\r\t\u0001\u001b\u001f\u007f"')},
    {"name": "DEL and line separators, raw", "body": event('"\u007f\u0085\u2028\u2029"')},
    {"name": "a byte order mark in front", "body": "\ufeff" + event("null")},
    {"name": "dots and what looks like a timestamp", "body": event(f'"..{ID}.{TIMESTAMP}.v1,."')},
    {"name": "numbers beyond doubles", "body": event("null").replace("null", '{"n":12345678901234567890,"x":1.10}')},
    {"name": "more than 64 KB", "body": event('"' + LARGE["text"] + '"'), "repeat": LARGE},
    # Secrets; those above are of 32 bytes, but for the specification's.
    {"name": "a secret of 24 bytes", "secret": secret(key_of("short", 24)), "body": event("null")},
    {"name": "a secret of 64 bytes", "secret": secret(key_of("long", 64)), "body": event("null")},
    {"name": "a secret with + and /", "secret": secret(b"\xfb\xef\xbe\xff\xff\xff" * 4), "body": event("null")},
    {"name": "two secrets, during a rotation", "previous_secret": OTHER_SECRET, "body": PAYMENT_COMPLETED},
    # Times.
    {"name": "the first second of 1970", "timestamp": 0, "body": event("null")},
    {"name": "the last second of nine digits", "timestamp": 999_999_999, "body": event("null")},
    {"name": "the first second after 31 bits, in 2038", "timestamp": 2**31, "body": event("null")},
]


def complete(vector: dict) -> dict:
    vector = {"secret": SECRET, "id": ID, "timestamp": TIMESTAMP} | vector
    fields = ["name", "secret", "previous_secret", "id", "timestamp", "body", "repeat"]
    signature = " ".join(sign(vector, whsec) for whsec in secrets_of(vector))
    return {field: vector[field] for field in fields if field in vector} | {"signature": signature}


def sign(vector: dict, whsec: str) -> str:
    """By the library, and once more without it."""
    at = datetime.fromtimestamp(vector["timestamp"], timezone.utc)
    signature = Webhook(whsec).sign(vector["id"], at, body_of(vector))
    key = base64.b64decode(whsec.removeprefix("whsec_"), validate=True)
    assert signature == "v1," + mac(key, f"{vector['id']}.{vector['timestamp']}.{body_of(vector)}"), vector["name"]
    return signature


def mac(key: bytes, text: str, algorithm: str = "sha256") -> str:
    return base64.b64encode(hmac.new(key, text.encode(), algorithm).digest()).decode()


def secrets_of(vector: dict) -> list[str]:
    return [vector[name] for name in ("secret", "previous_secret") if name in vector]


def body_of(vector: dict) -> str:
    if "repeat" not in vector:
        return vector["body"]
    text, times = vector["repeat"]["text"], vector["repeat"]["times"]
    assert vector["body"].count(text) == 1
    return vector["body"].replace(text, text * times)


def is_accepted(vector: dict, whsec: str) -> bool:
    """By the library, with its clock at the vector's time."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz=None):
            return cls.fromtimestamp(vector["timestamp"], tz)

    standardwebhooks.webhooks.datetime = Clock
    headers = {
        "webhook-id": vector["id"],
        "webhook-timestamp": str(vector["timestamp"]),
        "webhook-signature": vector["signature"],
    }
    try:
        Webhook(whsec).verify(body_of(vector).encode(), headers, json_parse=False)
        return True
    except (standardwebhooks.webhooks.WebhookVerificationError, ValueError):
        return False


def invalid_vectors() -> list[dict]:
    """Each is a valid vector with one thing changed."""
    valid = complete({"name": "valid", "body": PAYMENT_COMPLETED})
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = f"{ID}.{TIMESTAMP}.{PAYMENT_COMPLETED}"
    base64_text = valid["signature"].removeprefix("v1,")
    url_safe = base64_text.replace("+", "-").replace("/", "_")
    assert "-" in url_safe and "_" in url_safe, "the signature holds no + and /: choose another seed"
    changes = {
        "another amount in the body": {"body": PAYMENT_COMPLETED.replace("1250", "1251")},
        "a newline added to the body": {"body": PAYMENT_COMPLETED + "\n"},
        "CRLF turned to LF": complete({"name": "valid", "body": CRLF}) | {"body": CRLF.replace("\r\n", "\n")},
        "a \\u escape turned to its character": complete({"name": "valid", "body": ESCAPED})
        | {"body": ESCAPED.replace(r"\u00e9", "\u00e9")},
        "another id": {"id": ID[:-1] + "6"},
        "another timestamp": {"timestamp": TIMESTAMP + 1},
        "another secret": {"secret": OTHER_SECRET},
        "version v2": {"signature": "v2," + base64_text},
        "version v1a": {"signature": "v1a," + base64_text},
        "version V1": {"signature": "V1," + base64_text},
        "no version": {"signature": base64_text},
        "a version alone": {"signature": "v1,"},
        "an empty header": {"signature": ""},
        "a truncated signature": {"signature": valid["signature"][: len("v1,") + 40]},
        "a signature with a byte too many": {
            "signature": "v1," + base64.b64encode(base64.b64decode(base64_text) + b"\0").decode()
        },
        "URL-safe base64": {"signature": "v1," + url_safe},
        "hexadecimal": {"signature": "v1," + base64.b64decode(base64_text).hex()},
        "the body signed alone": {"signature": "v1," + mac(key, PAYMENT_COMPLETED)},
        "the time signed in milliseconds": {
            "signature": "v1," + mac(key, f"{ID}.{TIMESTAMP}000.{PAYMENT_COMPLETED}")
        },
        "the secret's text as the key": {"signature": "v1," + mac(SECRET.encode(), signed)},
        "HMAC-SHA512": {"signature": "v1," + mac(key, signed, "sha512")},
    }
    return [valid | change | {"name": name} for name, change in changes.items()]


vectors, invalid = [complete(vector) for vector in VECTORS], invalid_vectors()
for vector in vectors:
    assert all(is_accepted(vector, whsec) for whsec in secrets_of(vector)), vector["name"]
for vector in invalid:
    assert not is_accepted(vector, vector["secret"]), vector["name"]
text = json.dumps({"about": ABOUT, "vectors": vectors, "invalid": invalid}, indent=2)
Path(__file__).with_name("webhook-signatures.json").write_bytes(f"{text}\n".encode("ascii"))
