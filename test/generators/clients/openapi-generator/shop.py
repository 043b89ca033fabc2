"""A payment and its refund, with the client that openapi-generator makes of the document as it is."""

import json
import sys
import time

from openapi_client import (
    ApiClient,
    ApiException,
    Configuration,
    CreatePaymentIntent,
    PaymentIntentsApi,
    SandboxApi,
    Simulate,
    TokensApi,
)

base, client_id, client_secret = sys.argv[1:]
tokens = TokensApi(ApiClient(Configuration(host=base)))
token = tokens.get_token("client_credentials", client_id=client_id, client_secret=client_secret)
client = ApiClient(Configuration(host=base, access_token=token.access_token))
shop = PaymentIntentsApi(client)
stranger = PaymentIntentsApi(ApiClient(Configuration(host=base, access_token="none")))

for api, currency in ((shop, "ZZZ"), (stranger, "USD")):
    try:
        api.create_payment_intent(CreatePaymentIntent(amount=12.5, currency=currency))
    except ApiException as refusal:
        print(json.loads(refusal.body)["code"])

order = CreatePaymentIntent(amount=12.5, reference="order-1")
intent = shop.create_payment_intent(order, idempotency_key="order-1").payment_intent
print(intent.status.value, intent.amount_decimal, intent.qr_code_url[:10])
paid = SandboxApi(client).simulate(intent.id, Simulate(action="pay")).payment_intent
print(paid.status.value, paid.qr_code_url or "without a code")
print(shop.refund_payment_intent(intent.id).payment_intent.refund_status.value)
while (seen := shop.get_payment_intent(intent.id).payment_intent).refund_status != "completed":
    time.sleep(0.2)
print(seen.refund_status.value)
