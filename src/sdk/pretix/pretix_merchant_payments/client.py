"""Calls the payments service as one counter. Every call is safe to repeat: what makes something has a key."""
import hashlib

import requests
from django.core.cache import cache
from urllib3.util import Retry

TIMEOUT_SECONDS = 10
TOKEN_MARGIN_SECONDS = 30
TOKEN_PATH = "/realms/payment-platform/protocol/openid-connect/token"
BUSY = (408, 425, 429)
# A longer wait, as a response may ask for, is left to the webhook's retries and to runperiodic.
RETRIES = Retry(2, backoff_factor=0.3, allowed_methods=None, status_forcelist=(*BUSY, 500, 502, 503, 504),
                respect_retry_after_header=False, raise_on_status=False)


class Unavailable(Exception):
    """It is not known whether the service has acted."""


class Refused(Exception):
    """The service has not acted, and says why."""

    def __init__(self, status, body):
        self.status = status
        self.intent_status = body.get("payment_intent_status")
        super().__init__(body.get("error_description") or body.get("error") or f"status {status}")


class Client:
    def __init__(self, settings):
        self.base_url = settings.get("base_url", "").rstrip("/")
        self.token_url = (settings.get("auth_url") or self.base_url).rstrip("/") + TOKEN_PATH
        self.credentials = (settings.get("client_id", ""), settings.get("client_secret", ""))
        identity = "\n".join((self.token_url, *self.credentials))
        self.cache_key = "merchant_payments_" + hashlib.sha256(identity.encode()).hexdigest()
        self.session = requests.Session()
        for scheme in ("http://", "https://"):
            self.session.mount(scheme, requests.adapters.HTTPAdapter(max_retries=RETRIES))

    def call(self, method, path="", body=None, key=None, is_repeated=False):
        headers = {"Authorization": f"Bearer {self._token()}", **({"Idempotency-Key": key} if key else {})}
        url = f"{self.base_url}/merchant/api/v1/payment-intents{path}"
        try:
            return self._send(method, url, json=body, headers=headers).get("payment_intent")
        except Refused as refused:
            # The token may have been revoked before its time.
            if refused.status != 401 or is_repeated:
                raise
            cache.delete(self.cache_key)
            return self.call(method, path, body, key, is_repeated=True)

    def _token(self):
        token = cache.get(self.cache_key)
        if token is None:
            grant = {"grant_type": "client_credentials"}
            issued = self._send("POST", self.token_url, data=grant, auth=self.credentials)
            token, seconds = issued["access_token"], issued["expires_in"] - TOKEN_MARGIN_SECONDS
            cache.set(self.cache_key, token, max(1, seconds))
        return token

    def _send(self, method, url, **options):
        try:
            response = self.session.request(method, url, timeout=TIMEOUT_SECONDS, allow_redirects=False, **options)
            status, body = response.status_code, response.json()
        except (requests.RequestException, ValueError) as error:
            raise Unavailable(str(error)) from error
        if 400 <= status < 500 and status not in BUSY:
            raise Refused(status, body)
        if status >= 300:
            raise Unavailable(f"status {status}")
        return body
