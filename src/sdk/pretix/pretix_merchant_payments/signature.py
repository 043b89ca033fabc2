"""Standard Webhooks 1.0.0: https://www.standardwebhooks.com"""
import hmac
import re
import time
from base64 import b64decode, b64encode

TOLERANCE_SECONDS = 300
KEY_BYTES_MIN = 16


def is_signed(secret, headers, body):
    """Whether the raw body was signed with the secret, at most five minutes ago."""
    event_id, timestamp, signatures = (headers.get(f"webhook-{each}", "") for each in ("id", "timestamp", "signature"))
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    try:
        key = b64decode(secret.removeprefix("whsec_"))
    except ValueError:
        return False
    expected = b"v1," + b64encode(hmac.digest(key, f"{event_id}.{timestamp}.".encode() + body, "sha256"))
    matches = [hmac.compare_digest(expected, each.encode()) for each in signatures.split(" ")]
    return len(key) >= KEY_BYTES_MIN and any(matches)
