// The life of merchants and cash desks, from their registration to their erasure, and what the service knows of them.
import type { OperatorTask } from "./task.ts";

const REQUESTS = "test/scripts/documented-requests.test.ts";

export const ACCOUNTS: OperatorTask[] = [
  {
    occasion: "a merchant is to be registered, and activated",
    commands: [`admin $API/register -d '{"email": "…", "business_name": "…"}'`, "admin -X POST $M/activate"],
    playedBy: [REQUESTS, "test/http/merchants/register.test.ts"],
  },
  {
    occasion: "has a merchant tried the sandbox before it is activated",
    commands: ["GET /merchant/api/v1/go-live?merchant_id=…"],
    playedBy: ["test/parts/go-live/http/go-live.test.ts"],
  },
  {
    occasion: "a mailed link to set a password did not arrive",
    commands: ["POST /merchant/api/v1/merchants/{merchantID}/setup-link"],
    playedBy: ["test/http/merchants/stopped-access.test.ts"],
  },
  {
    occasion: "a merchant is to be read, or found by its email",
    commands: ["admin $M", 'admin "$API/merchants?email=owner@example.com"'],
    playedBy: [REQUESTS],
  },
  {
    occasion: "a merchant has another name or email",
    commands: [`admin -X PATCH $M -d '{"business_name": "…"}'`, `admin -X PATCH $M -d '{"email": "…"}'`],
    playedBy: [REQUESTS, "test/http/merchants/merchant-changes.test.ts"],
  },
  {
    occasion: "no more business with a merchant, or business again",
    commands: [
      `admin $M/close -d '{"reason": "…"}'`,
      "admin -X POST $M/activate",
      "admin -X POST $M/reinstate",
    ],
    playedBy: [REQUESTS, "test/http/merchants/merchant-closure.test.ts"],
  },
  {
    occasion: "a customer of a closed merchant is to get the money back",
    commands: [
      String.raw`curl -s $API/admin/payment-intents/$ID/refund -H "Authorization: Bearer $ADMIN" \
  -H 'Content-Type: application/json' -d '{"reason": "…"}'`,
    ],
    playedBy: [REQUESTS, "test/http/payment-intents/refund-for-closed-merchant.test.ts"],
  },
  {
    occasion: "somebody asks for all that is held about a merchant",
    commands: [
      `CURSOR=; rm -f merchant.ndjson
until [ "$CURSOR" = null ]; do
  curl -sSf --retry 5 "$API/admin/merchants/$MERCHANT_ID/export\${CURSOR:+?cursor=$CURSOR}" -H "Authorization: Bearer $ADMIN" -o part.ndjson &&
    CURSOR=$(tail -n 1 part.ndjson | node -pe "const end = JSON.parse(require('fs').readFileSync(0, 'utf8'));
      if (end.type !== 'end') throw 'incomplete'; end.next_cursor") || break
  cat part.ndjson >> merchant.ndjson
done`,
      "GET /merchant/api/v1/transactions?merchant_id=…",
    ],
    playedBy: [REQUESTS, "test/parts/exports/http/merchant-export.test.ts"],
  },
  {
    occasion: "what is personal about a closed merchant is to be erased",
    commands: [
      String.raw`curl -s -X POST "$API/admin/merchants/$MERCHANT_ID/erase" -H "Authorization: Bearer $ADMIN" \
  -H 'Content-Type: application/json' -d "{\"confirm\": \"$MERCHANT_ID\"}"`,
    ],
    playedBy: [REQUESTS, "test/parts/exports/http/merchant-erasure.test.ts"],
  },
  {
    occasion: "a cash desk is wanted, or a tablet for it",
    commands: [
      String.raw`admin $API/admin/desks \
  -d '{"name":"Canteen, entrance","currency":"USD","time_zone":"Europe/Berlin","top_up_max":200,"top_up_day":5000,"pay_out_max":50,"pay_out_day":500}'`,
      "DESK_ID=…",
      "admin -X POST $API/admin/desks/$DESK_ID/pairings",
    ],
    playedBy: [REQUESTS, "test/parts/desk/http/desks.test.ts", "test/parts/desk/http/tablets.test.ts"],
  },
  {
    occasion: "a cash desk is to have other limits",
    commands: ["PUT /merchant/api/v1/admin/desks/{deskID}"],
    playedBy: ["test/parts/desk/http/desks.test.ts"],
  },
  {
    occasion: "who has changed a merchant's access or settings",
    commands: [
      'curl -s "$API/admin/audit-trail?merchant_id=$MERCHANT_ID&created_from=2026-09-01T00:00:00Z" -H "Authorization: Bearer $ADMIN"',
      "GET /merchant/api/v1/audit-trail",
    ],
    playedBy: [REQUESTS, "test/http/audit/audit-trail.test.ts"],
  },
  {
    occasion: "the log has audit_trail_broken",
    commands: [],
    playedBy: ["test/queue/audit-chain.test.ts"],
  },
  {
    occasion: "a person's data are to leave the audit trail",
    commands: ["POST /merchant/api/v1/admin/audit-trail/{entryID}/erase"],
    playedBy: ["test/http/audit/audit-trail.test.ts"],
  },
];
