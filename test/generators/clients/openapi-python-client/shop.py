"""A payment and its refund, with the client that openapi-python-client makes of the document as it is."""

import sys
import time

from merchant_payments_shop_client import AuthenticatedClient, Client
from merchant_payments_shop_client.api.payment_intents import (
    create_payment_intent,
    get_payment_intent,
    refund_payment_intent,
)
from merchant_payments_shop_client.api.sandbox import simulate
from merchant_payments_shop_client.api.tokens import get_token
from merchant_payments_shop_client.models import (
    CreatePaymentIntent,
    Simulate,
    SimulateAction,
    TokenRequest,
    TokenRequestGrantType,
)

base, client_id, client_secret = sys.argv[1:]
form = TokenRequest(TokenRequestGrantType.CLIENT_CREDENTIALS, client_id, client_secret)
token = get_token.sync(client=Client(base), body=form).access_token
client = AuthenticatedClient(base, token)

refused = create_payment_intent.sync(client=client, body=CreatePaymentIntent(amount=0))
print(refused.code)
stranger = AuthenticatedClient(base, "none")
print(create_payment_intent.sync(client=stranger, body=CreatePaymentIntent(amount=12.5)).code)

body = CreatePaymentIntent(amount=12.5, reference="order-1")
intent = create_payment_intent.sync(client=client, body=body, idempotency_key="order-1").payment_intent
print(intent.status, intent.amount_decimal, intent.qr_code_url[:10])
paid = simulate.sync(intent.id, client=client, body=Simulate(SimulateAction.PAY)).payment_intent
print(paid.status, paid.qr_code_url or "without a code")
print(refund_payment_intent.sync(intent.id, client=client).payment_intent.refund_status)
while (seen := get_payment_intent.sync(intent.id, client=client).payment_intent).refund_status != "completed":
    time.sleep(0.2)
print(seen.refund_status)
