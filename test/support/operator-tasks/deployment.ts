// They set the service up, change it, go back, and replace its keys.
import type { OperatorTask } from "./task.ts";

const REQUESTS = "test/scripts/documented-requests.test.ts";
const WRANGLER = "test/scripts/operators-guide.test.ts";
const DEPLOY = "test/scripts/deploy.test.ts";
const DOCTOR = "test/scripts/doctor-command.test.ts";
const KEYCLOAK = "test/keycloak/keycloak.ts";

export const DEPLOYMENT: OperatorTask[] = [
  {
    occasion: "any request of an administrator needs a token, for 300 seconds",
    commands: [
      String.raw`BASE=https://payments.example.com
AUTH=https://identity.example.com
API=$BASE/merchant/api/v1
ADMIN=$(curl -s $AUTH/realms/payment-platform/protocol/openid-connect/token -d grant_type=client_credentials \
  -d client_id=… -d client_secret=… | node -pe "JSON.parse(require('fs').readFileSync(0, 'utf8')).access_token")`,
    ],
    playedBy: [REQUESTS],
  },
  {
    occasion: "what would a deployment do, and what is left to set",
    commands: [
      "npm run deploy -- sandbox --dry-run",
      "npm run deploy -- live --dry-run",
      "npm run deploy -- ledger --dry-run",
    ],
    playedBy: [DEPLOY, "test/scripts/deploy-plan.test.ts"],
  },
  {
    occasion: "the first deployment: an account, or its token",
    commands: ["npx wrangler login"],
    playedBy: [WRANGLER, "test/scripts/deploy-account.test.ts"],
  },
  {
    occasion: "the first deployment, and one that stopped",
    commands: ["npm run deploy -- sandbox", "npm run deploy -- live", "npm run deploy -- ledger"],
    playedBy: [DEPLOY],
  },
  {
    occasion: "where the data is to be, without a terminal that asks",
    commands: ["LOCATION=weur npm run deploy -- live", "LOCATION=weur npm run deploy -- ledger"],
    playedBy: ["test/scripts/deploy-place.test.ts"],
  },
  {
    occasion: "a deployment from Windows",
    commands: ["node src/scripts/deploy/deploy.ts sandbox"],
    playedBy: ["test/scripts/own-node.test.ts"],
  },
  {
    occasion: "an optional secret, or another value of any",
    commands: [
      "npx wrangler secret put METRICS_TOKEN --env live",
      "npx wrangler secret put NAME --env live",
      "npx wrangler secret put LEDGER_TOKEN --config wrangler.ledger.toml",
    ],
    playedBy: [WRANGLER],
  },
  {
    occasion: "a new value for a key, or for a secret that signs",
    commands: ["openssl rand -base64 32", 'echo "whsec_$(openssl rand -base64 32)"'],
    playedBy: [WRANGLER],
  },
  {
    occasion: "push messages to wallets are wanted, or their keys are to be replaced",
    commands: [
      "npm exec -- node src/scripts/make-push-keys.ts mailto:you@example.com | npx wrangler secret bulk --env live",
    ],
    playedBy: ["test/scripts/make-push-keys.test.ts"],
  },
  {
    occasion: "a new version is to have a part of the traffic first",
    commands: [
      "npx wrangler d1 migrations apply DB --remote --env live",
      "npx wrangler versions upload --env live",
      "npx wrangler versions deploy NEW@10% OLD@90% --env live",
      "npx wrangler triggers deploy --env live",
    ],
    playedBy: [WRANGLER],
  },
  {
    occasion: "what does the service log now",
    commands: ["npx wrangler tail --env live --format json"],
    playedBy: [WRANGLER],
  },
  {
    occasion: "the new release is broken: roll back",
    commands: ["npx wrangler versions list --env live", "npx wrangler rollback VERSION_ID --env live"],
    playedBy: [WRANGLER, "test/unit/durable/document-store.test.ts"],
  },
  {
    occasion: "is the local service set up as it should be",
    commands: ["npm run doctor"],
    playedBy: [REQUESTS],
  },
  {
    occasion: "is a deployment set up as it should be, and are the data near customers",
    commands: [
      "npm run doctor -- --env live",
      "ADMIN_CLIENT_ID=… ADMIN_CLIENT_SECRET=… npm run doctor -- --env live --url https://payments.example.com",
      "npm run doctor -- --env live --url …",
      "GET /merchant/api/v1/admin/deployment",
    ],
    playedBy: [DOCTOR, "test/scripts/doctor.test.ts", "test/parts/operations/http/deployment.test.ts"],
  },
  {
    occasion: "does money move",
    commands: ["LEDGER_TOKEN=… … npm run doctor -- --env live --url … --rehearse wallet-test-1"],
    playedBy: ["test/scripts/doctor.test.ts"],
  },
  {
    occasion: "a Keycloak gets the realm",
    commands: [
      "PUBLIC_URL=https://payments.example.com bin/kc.sh start --import-realm --hostname=https://identity.example.com",
    ],
    playedBy: [KEYCLOAK],
  },
  {
    occasion:
      "does the service work with a real Keycloak; and the service under failure, and with invented requests",
    commands: ["npm run test:keycloak", "npm run chaos", "npm run fuzz"],
    playedBy: [KEYCLOAK, "test/chaos/chaos.test.ts"],
  },
  {
    occasion: "try everything on one's own machine, without an account",
    commands: [
      "npm run start:live",
      "PORT=8890 npm run start:live",
      String.raw`source .dev.vars.live
API=$PUBLIC_URL/merchant/api/v1
TOKEN_URL=$AUTH_URL/realms/payment-platform/protocol/openid-connect/token
curl() { command curl -w '\n' "$@"; }
pick() { node -pe "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }
token() { curl -s $TOKEN_URL -d grant_type=client_credentials -d client_id=$1 -d client_secret=$2 | pick access_token; }
ADMIN=$(token $ADMIN_CLIENT_ID $ADMIN_CLIENT_SECRET)
OWNER=owner-$RANDOM@example.com
MERCHANT=$(curl -s $API/register -H "Authorization: Bearer $ADMIN" -H 'Content-Type: application/json' \
  -d "{\"email\": \"$OWNER\", \"business_name\": \"Bean & Leaf\"}")
curl -s -X POST $API/merchants/$(pick merchant_id <<< "$MERCHANT")/activate -H "Authorization: Bearer $ADMIN"`,
      String.raw`TOKEN=$(token $(pick client_id <<< "$MERCHANT") $(pick client_secret <<< "$MERCHANT"))
INTENT=$(curl -s $API/payment-intents -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
  -d '{"amount": 12.50, "currency": "USD"}')
ID=$(pick payment_intent.id <<< "$INTENT")
echo "Pay at $PUBLIC_URL/pay/$ID"`,
      `curl -s -X POST $API/payment-intents/$ID/refund -H "Authorization: Bearer $TOKEN"
curl -s $API/payment-intents/$ID -H "Authorization: Bearer $TOKEN"`,
      "npm run doctor -- --env live",
    ],
    playedBy: ["test/keycloak/live-mode/test-live-mode.ts"],
  },
  {
    occasion: "a till on a tablet on a cable, with the local service",
    commands: ["adb reverse tcp:8787 tcp:8787"],
    playedBy: ["test/http/protocol/host-names.test.ts"],
  },
  {
    occasion: "the master key is to be replaced, or a backup has an older one",
    commands: [
      "npm run reseal",
      String.raw`PUBLIC_URL=https://payments.example.com AUTH_URL=https://identity.example.com \
  ADMIN_CLIENT_ID=… ADMIN_CLIENT_SECRET=… npm run reseal`,
      'curl -s $API/admin/master-keys -H "Authorization: Bearer $ADMIN"',
    ],
    playedBy: [REQUESTS, "test/parts/operations/http/master-keys.test.ts"],
  },
  {
    occasion: "the embedded provider's signing key has leaked",
    commands: ['npx wrangler d1 execute DB --remote --command "DELETE FROM idp_keys"'],
    playedBy: [WRANGLER, "test/http/identity-provider/identity-provider-discovery.test.ts"],
  },
  {
    occasion: "the ledger's token or the secret of its events is to be replaced",
    commands: [],
    playedBy: ["test/unit/adapters/ledger-tokens.test.ts", "test/unit/wire/parse-ledger-event.test.ts"],
  },
  {
    occasion: "the wallet platform's secret is to be replaced",
    commands: [],
    playedBy: ["test/http/wallet/wallet-events.test.ts"],
  },
  {
    occasion: "a merchant's or counter's webhook secret is to be replaced",
    commands: [
      "POST /merchant/api/v1/webhook/rotate-secret",
      "POST /merchant/api/v1/counters/{counterID}/rotate-secret",
    ],
    playedBy: [
      "test/http/webhooks/webhook-settings.test.ts",
      "test/http/counters/counters-rotate-secret.test.ts",
    ],
  },
  {
    occasion: "the identity provider's signing key is to be replaced",
    commands: [],
    playedBy: [KEYCLOAK],
  },
];
