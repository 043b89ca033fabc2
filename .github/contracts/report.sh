# Posts a signed report of a ledger, about an intent that nobody knows (200), in the folder of a running service: bash .github/contracts/report.sh
source .dev.vars; EVENT_ID=evt-1; T=$(date +%s)
BODY='{"type": "transaction.settled", "data": {"transaction_id": "tx-1", "transaction_type": "refund", "status": "completed",
  "amount": "12.50", "currency": "USD", "from_account_id": "merchant-1", "to_account_id": "wallet-1",
  "metadata": {"payment_intent_id": "00000000-0000-4000-8000-000000000000", "operation_key": "refund:1"},
  "created_at": "2026-11-21T12:00:00.000Z", "completed_at": "2026-11-21T12:00:02.000Z"}}'
KEY=$(printf %s "${LEDGER_EVENTS_SECRET#whsec_}" | base64 -d | od -An -vtx1 | tr -d ' \n')
SIGNATURE=$(printf %s "$EVENT_ID.$T.$BODY" | openssl dgst -sha256 -mac HMAC -macopt hexkey:"$KEY" -binary | base64)
curl -s "${BASE:-http://localhost:8787}/internal/ledger-events" -d "$BODY" \
  -H "webhook-id: $EVENT_ID" -H "webhook-timestamp: $T" -H "webhook-signature: v1,$SIGNATURE"
