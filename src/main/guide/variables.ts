// Every variable of the service and of the ledger's Worker, as the guides, .dev.vars.example, the deployment and the doctor
// explain it. wrangler.toml has the values of those that are no secrets, and src/core/config.ts says what is accepted.
import type { LedgerEnv } from "#core/ledger/config.ts";

/** The names of what is set as text in an environment. */
type NamesIn<Environment> = {
  [Name in keyof Environment]-?: [Environment[Name]] extends [string | undefined] ? Name : never;
}[keyof Environment] &
  string;

export type VariableName = NamesIn<Env>;

export interface VariableText {
  /** A secret is in no file that is committed. */
  kind?: "secret" | "optional secret" | "optional";
  means: string;
  more?: string;
  /** What a live service lacks without it, and what to do. */
  unset?: { fault: string; fix: string };
}

export const VARIABLES: Record<VariableName, VariableText> = {
  ENVIRONMENT: { means: "`sandbox` or `live`" },
  PUBLIC_URL: {
    means: "the service's own address, for the token issuer and for links",
    more: "The Host header is never trusted. A sandbox refuses requests for other hosts, except for `localhost`, with 421: preview addresses do not work there.",
  },
  MASTER_KEY: {
    kind: "secret",
    means:
      "32 bytes in base64, which encrypt webhook secrets, the tokens of sessions, push subscriptions and the embedded provider's signing key at rest",
    more: "`new,old` while it is [rotated](#rotate-keys).",
  },
  IDEMPOTENCY_KEY_SECRET: {
    kind: "secret",
    means:
      "32 random bytes in base64, other than `MASTER_KEY`, which derive the ids of intents from idempotency keys, so that nobody can guess them",
    more: "**Never change it**: requests under earlier idempotency keys would create second payment intents.",
  },
  WALLET_ID_SECRET: {
    kind: "secret",
    means:
      "32 random bytes in base64, other than `MASTER_KEY`, which derive the wallets of customers to whom the identity provider gives none",
    more: "**Never change it**: customers would get other wallets.",
  },
  ADMIN_CLIENT_ID: {
    kind: "secret",
    means: "the client id of the platform administrator at the embedded provider",
    more: "Required without `AUTH_URL`.",
  },
  ADMIN_CLIENT_SECRET: { kind: "secret", means: "the secret of the client `ADMIN_CLIENT_ID`" },
  AUTH_URL: {
    means: "the Keycloak with the realm `payment-platform`, see [Identity provider](#identity-provider)",
    more: "Empty: the embedded provider. Required in `live`.",
  },
  AUTH_ADMIN_URL: {
    kind: "optional",
    means:
      "where the service itself calls the provider's admin API and token endpoint, if not at `AUTH_URL`, such as inside a private network",
    more: "Tokens must name the same issuer there: with Keycloak, set `hostname`.",
  },
  AUTH_ADMIN_CLIENT_ID: {
    kind: "secret",
    means: "the id of the service's own client at the identity provider",
    more: "Required with `AUTH_URL`.",
  },
  AUTH_ADMIN_CLIENT_SECRET: { kind: "secret", means: "the secret of the client `AUTH_ADMIN_CLIENT_ID`" },
  LEDGER_URL: {
    means: "the ledger",
    more: "Empty: the embedded one. Required in `live`, unless [the ledger's Worker](GO-LIVE.md#the-ledgers-worker) is bound as `LEDGER`.",
  },
  LEDGER_KIND: {
    means:
      "`contract`: the ledger speaks [the contract](contracts/ledger.md); `formance`: it is [Formance Ledger](contracts/ledger.md#formance-ledger), and `LEDGER_URL` ends in `/v2/` and the ledger's name",
  },
  LEDGER_TOKEN: {
    kind: "secret",
    means: "the bearer token that the ledger accepts",
    more: "Always required. `new,old` while it is [rotated](#rotate-keys).",
  },
  LEDGER_EVENTS_SECRET: {
    kind: "secret",
    means: "the `whsec_…` with which the ledger signs its events",
    more: "Always required. `new,old` while it is [rotated](#rotate-keys).",
  },
  METRICS_TOKEN: {
    kind: "optional secret",
    means:
      "at least 24 visible ASCII characters, with which a monitoring system reads [`GET /metrics`](reference/metrics.md) without an access token",
    unset: {
      fault: "no monitoring system can read GET /metrics",
      fix: "Set it, and let a Prometheus scrape the metrics.",
    },
  },
  PLACES_TOKEN: {
    kind: "optional secret",
    means: "at least 24 visible ASCII characters, with which [`npm run places`](#growing) calls the service",
    more: "Whoever has it may read every database, put cells back, and stop the service by a statement that reads too much; recursive ones are refused. Delete it when it is not needed.",
  },
  WALLET_EVENTS_URL: {
    kind: "optional",
    means: "the URL of a [wallet platform](contracts/wallet-platform.md) that receives the bus events",
  },
  WALLET_EVENTS_SECRET: {
    kind: "secret",
    means: "the `whsec_…` that signs events for the wallet platform",
    more: "Required with `WALLET_EVENTS_URL`. `new,old` while it is [rotated](#rotate-keys).",
  },
  WALLET_APP_URL: {
    kind: "optional",
    means: "the https address of your own wallet app",
    more: "The checkout page's link then leads there, with `payment_intent_id=<id>` added to its query, and the service's own wallet at `/wallet` is 404, while [its API](contracts/wallet-platform.md#the-wallet-api) stays.",
  },
  VAPID_PUBLIC_KEY: {
    kind: "optional secret",
    means: "the key under which browsers' push services know this service, 65 bytes in base64url",
    more: "`npm exec -- node src/scripts/make-push-keys.ts mailto:you@example.com \\| npx wrangler secret bulk --env live` *(account)* makes and sets all three `VAPID_…`. Without them nothing is pushed; with other ones, browsers have to subscribe again.",
  },
  VAPID_PRIVATE_KEY: {
    kind: "optional secret",
    means: "the private key of `VAPID_PUBLIC_KEY`, 32 bytes in base64url",
  },
  VAPID_SUBJECT: {
    kind: "optional secret",
    means: "whom push services turn to, a `mailto:` or an https address",
  },
  PUSH_SERVICES: {
    kind: "optional",
    means:
      "the hosts of browsers' push services, separated by commas; their subdomains count as well, and nothing is pushed anywhere else",
    more: "Empty: those of Chrome, Chromium, Firefox, Safari and Edge.",
  },
  OPERATOR_ALERT_URL: {
    kind: "optional secret",
    means: "an https URL that is told of [failing webhooks](reference/alerts.md)",
    more: "Its address may hold a secret, such as a mail gateway's.",
    unset: {
      fault: "nobody is told when webhooks fail",
      fix: "Set it to an address that mails or pages you.",
    },
  },
  DOH_URL: {
    means:
      "DNS over HTTPS with JSON responses, such as `https://cloudflare-dns.com/dns-query`: webhook hosts are resolved when saved, at most once a minute, and before each attempt",
    more: "Empty: names are checked as written, without DNS. Required in `live`.",
  },
  SCAN_TOKENS: {
    means:
      "`any`: a customer's QR code may carry a scan token or the wallet id; `rotating`: only scan tokens are accepted, so that a merchant cannot request payments from a wallet it has seen before",
    more: "Set it once the wallet app shows [scan tokens](contracts/wallet-platform.md#the-qr-codes).",
  },
  CODES: {
    kind: "optional",
    means:
      "what the codes on this service's own screens say, at the till, on its second screen and at the checkout: `link`, the checkout page's address, which any phone's camera opens; `json`, the same as `qr_data`",
    more: "Empty: `json` with a `WALLET_APP_URL`, else `link`. What the API returns stays as it is.",
  },
  ADJUSTMENT_LIMITS: {
    means:
      "what administrators may [adjust](#move-money-by-hand) by currency, per transaction / per day, in major units: `USD:500/2000,JPY:50000/200000`",
    more: "A day is one of UTC. Empty: no adjustments.",
  },
  CELLS: {
    means: "where new payments go, since when: see [Growing](#growing)",
    more: "Empty: everything is in D1. Never take an entry away whose time has come.",
  },
  LOCATION: {
    kind: "optional",
    means:
      "near which new objects begin and `npm run deploy` makes the database: `wnam`, `enam`, `weur`, `eeur`, `apac` or `oc`, see [Where](GO-LIVE.md#where)",
    more: "A later one is for new payments' objects alone. Not with `JURISDICTION`.",
  },
  JURISDICTION: {
    kind: "optional",
    means:
      "what the database, the objects and the queues never leave: `eu`, `us` or `fedramp`, see [Where](GO-LIVE.md#where)",
    more: "**Never change it**: all names would stand for other objects, so another one is refused. A service on one's own machine has none.",
  },
  SANDBOX_SIGNUP: {
    kind: "optional",
    means:
      "`on`: strangers make merchants of their own at `POST /sandbox/v1/merchants`; `off`. A sandbox's alone; `npm start` sets `on`",
  },
  RATE_LIMITS: { means: "`on`; `off` for load tests" },
  WEBHOOK_ALLOW_PRIVATE: {
    means:
      "`false`; `true` allows http and private webhook addresses and skips `DOH_URL`, for development only",
  },
};

export const VARIABLE_NAMES = Object.keys(VARIABLES) as VariableName[];
export const SECRET_NAMES = VARIABLE_NAMES.filter((name) => VARIABLES[name].kind?.endsWith("secret"));

export const LEDGER_VARIABLES: Record<NamesIn<LedgerEnv>, VariableText> = {
  LEDGER_TOKEN: {
    kind: "secret",
    means: "the bearer token that the service sends",
    more: "Several, separated by commas, are all accepted.",
  },
  LEDGER_EVENTS_SECRET: {
    kind: "secret",
    means: "the `whsec_…` that signs reports, under each of several",
  },
  SETTLES_REFUNDS: {
    means: "`at_once`; `later`: after two seconds, and then it is reported",
    more: "Merchants get `refund.pending` and `refund.completed` either way.",
  },
  REPORT_URL: {
    means: "`<PUBLIC_URL>/internal/ledger-events`; required with `later`",
    more: "Empty: nothing is reported. A report is repeated until the service takes it: at once, then by the minute, then by the hour.",
  },
  WALLET_CURRENCY: {
    means: "the currency of the wallets that customers get; `USD`",
    more: "A wallet holds one, for good; a merchant's account holds any.",
  },
  METRICS_TOKEN: {
    kind: "optional secret",
    means: "lets a monitoring system read `GET /metrics`",
  },
};
