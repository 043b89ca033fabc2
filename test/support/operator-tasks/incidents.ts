// What cannot wait: to stop somebody, to undo what a thief made, and to find out where money is.
import type { OperatorTask } from "./task.ts";

const REQUESTS = "test/scripts/documented-requests.test.ts";
const WRANGLER = "test/scripts/operators-guide.test.ts";

export const INCIDENTS: OperatorTask[] = [
  {
    occasion: "any of the following: the administrator's requests, and the merchant that they are about",
    commands: [
      `admin() { curl -s -H "Authorization: Bearer $ADMIN" -H "Content-Type: application/json" "$@"; }`,
      'admin "$API/merchants?email=owner@example.com"',
      "MERCHANT_ID=…; M=$API/merchants/$MERCHANT_ID",
    ],
    playedBy: [REQUESTS],
  },
  {
    occasion: "a merchant is fraudulent",
    commands: [`admin $M/suspend -d '{"reason": "…"}'`, "admin -X POST $M/reinstate"],
    playedBy: [REQUESTS, "test/http/merchants/suspension.test.ts"],
  },
  {
    occasion: "refunds are abused, and sales should go on",
    commands: [`admin $M/stop-refunds -d '{"reason": "…"}'`, "admin -X POST $M/allow-refunds"],
    playedBy: [REQUESTS, "test/http/merchants/admin-stops.test.ts"],
  },
  {
    occasion: "a dashboard user's laptop or password is stolen",
    commands: [
      `admin $M/disable-user -d '{"email": "…", "reason": "…"}'`,
      `admin $M/enable-user -d '{"email": "…"}'`,
      "admin -X POST $M/setup-link",
    ],
    playedBy: [REQUESTS, "test/http/merchants/stopped-access.test.ts"],
  },
  {
    occasion: "a customer's phone is stolen",
    commands: [
      `admin $API/admin/wallets/$WALLET_ID/stop -d '{"reason": "…"}'`,
      "admin -X POST $API/admin/wallets/$WALLET_ID/release",
    ],
    playedBy: [REQUESTS, "test/http/wallet/wallet-stops.test.ts"],
  },
  {
    occasion: "a till is stolen",
    commands: [`admin $M/counters/$COUNTER_ID/revoke -d '{"reason": "…"}'`],
    playedBy: [REQUESTS, "test/http/counters/tills.test.ts"],
  },
  {
    occasion: "none of a merchant's users is an owner any more",
    commands: ["admin -X POST $M/users/$SUB/owner"],
    playedBy: [REQUESTS, "test/http/merchants/lost-roles.test.ts"],
  },
  {
    occasion: "which merchants are stopped, and why",
    commands: ['admin "$API/merchants"'],
    playedBy: [REQUESTS],
  },
  {
    occasion: "a client secret has leaked",
    commands: [
      `admin $M/suspend -d '{"reason": "Client secret leaked"}'`,
      "admin -X POST $M/rotate-credentials",
      `admin $M/revoke-access -d '{"since": "2026-11-24T18:00:00Z", "dry_run": true}'`,
      String.raw`admin $M/revoke-access -d "{\"reason\": \"Client secret leaked\", \"counters\": [\"$COUNTER_ID\"], \"webhook_addresses\": [\"$MERCHANT_ID\"]}"`,
      'admin "$API/admin/audit-trail?merchant_id=$MERCHANT_ID"',
      "admin -X POST $M/reinstate",
    ],
    playedBy: [REQUESTS, "test/http/merchants/revoke-access.test.ts"],
  },
  {
    occasion: "an owner's account was in the wrong hands: as after a leaked secret, and the account",
    commands: [`admin $M/disable-user -d '{"email": "…", "reason": "Account taken over"}'`],
    playedBy: [REQUESTS, "test/http/merchants/revoke-access.test.ts"],
  },
  {
    occasion: "a tablet of a cash desk is lost",
    commands: [
      "GET /merchant/api/v1/admin/desks/{deskID}/tablets",
      "DELETE /merchant/api/v1/admin/desks/{deskID}/tablets/{tabletID}",
      "PUT /merchant/api/v1/admin/desks/{deskID}",
      "GET /merchant/api/v1/admin/movements?desk_id=…",
    ],
    playedBy: ["test/parts/desk/http/tablets.test.ts", "test/parts/desk/http/movements.test.ts"],
  },
  {
    occasion: "the log has provider_tasks_overdue: what is left to do at the identity provider",
    commands: [
      String.raw`npx wrangler d1 execute DB --remote --env live --command \
  "SELECT kind, id, merchant_id, attempts, datetime(created_at / 1000, 'unixepoch') AS since FROM provider_tasks ORDER BY created_at"`,
    ],
    playedBy: [WRANGLER, "test/http/merchants/suspension-external-provider.test.ts"],
  },
  {
    occasion: "the log has ledger_operation_stuck: a payment or refund is to be settled by hand",
    commands: [
      String.raw`curl -s $API/admin/payment-intents/$ID/resolve -H "Authorization: Bearer $ADMIN" \
  -H "Content-Type: application/json" -d '{"transaction_id": "…"}'`,
      `curl -s $API/admin/payment-intents/$ID/resolve -H "Authorization: Bearer $ADMIN" -H "Content-Type: application/json" -d '{"outcome": "declined"}'`,
    ],
    playedBy: [REQUESTS, "test/http/payment-intents/resolve-payment-intent.test.ts"],
  },
  {
    occasion:
      "reconciliation has movement_unfinished: a top-up, pay-out or adjustment is to be settled by hand",
    commands: [
      'curl -s "$API/admin/movements?limit=20" -H "Authorization: Bearer $ADMIN"',
      String.raw`curl -s $API/admin/movements/$MOVEMENT_ID/resolve -H "Authorization: Bearer $ADMIN" \
  -H "Content-Type: application/json" -d '{"transaction_id": "…"}'`,
      `curl -s $API/admin/movements/$MOVEMENT_ID/resolve -H "Authorization: Bearer $ADMIN" -H "Content-Type: application/json" -d '{"outcome": "declined"}'`,
    ],
    playedBy: [REQUESTS, "test/parts/desk/http/resolve-movement.test.ts"],
  },
  {
    occasion: "a mistake is to be corrected, or a merchant was paid by bank transfer",
    commands: [
      String.raw`curl -s $API/admin/adjustments -H "Authorization: Bearer $ADMIN" -H "Content-Type: application/json" -H "Idempotency-Key: payout-42" \
  -d '{"account_id": "…", "direction": "debit", "amount": 450, "currency": "USD", "reason": "Paid out by bank transfer"}'`,
    ],
    playedBy: [REQUESTS, "test/parts/desk/http/adjustments.test.ts"],
  },
  {
    occasion: "how much is owed to wallets and merchants",
    commands: ["GET /merchant/api/v1/admin/float"],
    playedBy: ["test/parts/desk/http/adjustments.test.ts", "test/keycloak/live-mode/canteen.ts"],
  },
];
