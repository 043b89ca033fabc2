// What to do about a failure, for the guide of errors: by status, and by code where there is more to say.

export const BY_STATUS: Record<number, string> = {
  400: "Mend the request before you send it again.",
  401: "Get another access token, and send the request again.",
  402: "Ask the customer to add money or to pay from another wallet.",
  403: "Use credentials that may do it, or ask the platform that runs the service.",
  404: "Check the id, and whose credentials you use: another merchant's data is not found.",
  405: "Use a method that the `Allow` header names.",
  409: "Read what the request is about again, and decide by its state.",
  410: "Begin anew.",
  413: "Send less.",
  415: "Send JSON in UTF-8, not compressed.",
  421: "Use the address that the service is known by.",
  422: "The same request will fail again: change it.",
  426: "Open a WebSocket, or poll the intent.",
  429: "Wait as long as `Retry-After` says, then send it again under the same `Idempotency-Key`.",
  500: "Send it again under the same `Idempotency-Key`, with growing pauses; quote `request_id` if it stays.",
  503: "Wait as long as `Retry-After` says, then send it again under the same `Idempotency-Key`.",
};

export const BY_CODE: Record<string, string> = {
  invalid_request: "`details` names each field and what it must be.",
  unauthorized:
    "`WWW-Authenticate` says why: get another token, which is valid for 300 seconds. If that fails too, the client's secret was replaced, or its user is disabled.",
  already_paid: "Nothing more is to pay: read the intent and hand over the goods.",
  already_refunded: "The money is on its way back, or there: read `refund_status`.",
  already_cancelled: "Create another intent, under a new key.",
  expired: "Create another intent, under a new key: the order and the next attempt.",
  not_pending: "Read the intent: it may be paid.",
  not_open: "Read the intent: it is paid, cancelled or expired.",
  payment_in_progress: "Read the intent again in a few seconds: it will be paid or open again.",
  approval_required: "The customer decides in the wallet app; `withdraw` takes the request back.",
  not_completed: "Only what was paid is refunded: cancel an intent that is open.",
  insufficient_merchant_funds: "Put money into the merchant's account, and request the refund again.",
  account_not_found: "Ask the customer to pay from another wallet; for a refund, ask the platform.",
  currency_mismatch: "Ask for a currency that the wallet holds.",
  idempotency_key_reused:
    "`details` name the payment intent under the key and what differs. Make the key of the order and the attempt, and repeat a request unchanged.",
  merchant_suspended: "The platform has suspended the merchant: ask it.",
  merchant_not_active: "An administrator activates the merchant.",
  counter_not_active: "Activate the counter, or use another.",
  refunds_stopped: "The platform has stopped refunds: ask it.",
  merchant_missing: "Use the client of a merchant or of a counter.",
  owner_required: "Ask an owner of the merchant.",
  declined_recently: "Wait, or pay with enough money.",
  internal_error: "Nothing is known of what went wrong. Repeat it under the same key; quote `request_id`.",
  route_not_found: "Check method and path: `details` may name the one that you meant.",
};
