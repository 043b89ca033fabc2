import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ConfigError } from "#core/config.ts";
import { readConfig } from "#main/read-config.ts";
import worker from "#sandbox.ts";
import { muteLog } from "../support/faults.ts";

const KEY = "dGVzdC1tYXN0ZXIta2V5LW9mLTMyLWJ5dGVzLWxvbmc=";
const OTHER_KEY = btoa("another-master-key-of-32-bytes-!");
const SIGNING_SECRET = "whsec_dGVzdC1sZWRnZXItZXZlbnRzLXNlY3JldC0zMmJ5dGU=";
const EXTERNAL = {
  AUTH_URL: "https://identity.test",
  AUTH_ADMIN_CLIENT_ID: "admin",
  AUTH_ADMIN_CLIENT_SECRET: "admin-secret",
  LEDGER_URL: "https://ledger.test",
};
const LIVE = {
  ...EXTERNAL,
  ENVIRONMENT: "live",
  PUBLIC_URL: "https://payments.test",
  DOH_URL: "https://resolver.test/dns-query",
  WEBHOOK_ALLOW_PRIVATE: "false",
  RATE_LIMITS: "on",
};

function withEnv(change: Record<string, string | undefined>): Env {
  return { ...env, ...change } as Env;
}

type Fault = [name: string, change: Record<string, string | undefined>, message: string];

const missing = (name: string, others = {}): Fault => [
  `${name} missing`,
  { ...others, [name]: undefined },
  `${name} is missing`,
];
const empty = (name: string): Fault => [`${name} empty`, { [name]: "" }, `${name} is missing`];
const malformed = (name: string, value: string, fault: string, others = {}): Fault => [
  `${name} as ${JSON.stringify(value)}`,
  { ...others, [name]: value },
  `${name} ${fault}`,
];

const CELLS_FORMAT = "must be like 3@2026-12-01T00:00:00Z,7@2026-12-05T00:00:00Z/0a1b2, or empty";
const REQUIRED = ["PUBLIC_URL", "MASTER_KEY", "ADMIN_CLIENT_ID", "ADMIN_CLIENT_SECRET", "LEDGER_TOKEN"];
const FAULTS: Fault[] = [
  ...[...REQUIRED, "LEDGER_EVENTS_SECRET", "IDEMPOTENCY_KEY_SECRET", "WALLET_ID_SECRET"].flatMap((name) => [
    missing(name),
    empty(name),
  ]),
  ["ENVIRONMENT missing", { ENVIRONMENT: undefined }, "ENVIRONMENT must be sandbox or live"],
  malformed("ENVIRONMENT", "production", "must be sandbox or live"),
  malformed("PUBLIC_URL", "payments.test", "must be an http(s) URL"),
  malformed("PUBLIC_URL", "ftp://payments.test", "must be an http(s) URL"),
  malformed("AUTH_URL", "identity", "must be an http(s) URL"),
  malformed("AUTH_ADMIN_URL", "identity", "must be an http(s) URL", EXTERNAL),
  malformed("AUTH_ADMIN_URL", "https://internal.test", "needs an AUTH_URL"),
  malformed("LEDGER_URL", "ledger", "must be an http(s) URL"),
  malformed("MASTER_KEY", "short", "must be 32 bytes in base64"),
  malformed("MASTER_KEY", `${KEY},short`, "must be 32 bytes in base64"),
  malformed("MASTER_KEY", `${KEY},`, "must be 32 bytes in base64"),
  malformed("IDEMPOTENCY_KEY_SECRET", "order-ids", "must be 32 bytes in base64"),
  malformed("IDEMPOTENCY_KEY_SECRET", `${OTHER_KEY},${KEY}`, "must be 32 bytes in base64, and only one key"),
  malformed("IDEMPOTENCY_KEY_SECRET", btoa("x".repeat(32)), "must be random"),
  malformed("IDEMPOTENCY_KEY_SECRET", KEY, "must differ from MASTER_KEY", {
    MASTER_KEY: `${OTHER_KEY},${KEY}`,
  }),
  missing("IDEMPOTENCY_KEY_SECRET", LIVE),
  malformed("WALLET_ID_SECRET", `${OTHER_KEY},${KEY}`, "must be 32 bytes in base64, and only one key"),
  malformed("WEBHOOK_ALLOW_PRIVATE", "yes", "must be true or false"),
  missing("AUTH_ADMIN_CLIENT_ID", EXTERNAL),
  missing("AUTH_ADMIN_CLIENT_SECRET", EXTERNAL),
  malformed("AUTH_URL", "", "is required in live", LIVE),
  malformed("LEDGER_KIND", "blnk", "must be contract or formance"),
  malformed("LEDGER_URL", "", "must end in /v2/", { LEDGER_KIND: "formance" }),
  malformed("LEDGER_URL", "https://ledger.test/v2", "must end in /v2/", { LEDGER_KIND: "formance" }),
  malformed("LEDGER_URL", "", "is required in live, or the binding LEDGER", LIVE),
  malformed("LEDGER_URL", "https://ledger.test", "and the binding LEDGER are both set", {
    ...LIVE,
    LEDGER: {} as Fetcher,
  }),
  malformed("SCAN_TOKENS", "sometimes", "must be any or rotating"),
  malformed("CODES", "url", "must be link or json"),
  ...[
    "EUR",
    "EUR:5",
    "EUR:5/",
    "eur:5/20",
    "EUR:20/5",
    "JPY:0.5/20",
    "EUR:5/20,EUR:5/20",
    "EUR:5/20,",
    "XXY:5/20",
  ].map((value) => malformed("ADJUSTMENT_LIMITS", value, "must be like USD:500/2000")),
  ...[
    ...["0", "6", "3@", "3@2026-11-01", "3@2026-13-01T00:00:00Z", "3,"],
    ...["3,3@2026-12-01T00:00:00Z", "5,3@2026-12-01T00:00:00Z", "3,5"],
    // A slot spreads merchants that have a cell, by 6 to 8 digits, and further by more.
    ...["6/0a1b2", "3,6@2026-12-01T00:00:00Z", "3,5@2026-12-01T00:00:00Z/0a1b2"],
    ...["3,9@2026-12-01T00:00:00Z/0a1b2", "3,7@2026-12-01T00:00:00Z/0a1b", "3@2026-12-01T00:00:00Z/0a1b2"],
    "3,7@2026-12-01T00:00:00Z/0a1b2,7@2026-12-02T00:00:00Z/0a1b2",
    "3,7@2026-12-02T00:00:00Z/0a1b2,8@2026-12-01T00:00:00Z/ccccc",
  ].map((value) => malformed("CELLS", value, CELLS_FORMAT)),
  malformed("JURISDICTION", "EU", "must be eu or us or fedramp"),
  // An object would take it, and no database would be near.
  malformed("LOCATION", "sam", "must be wnam or enam or weur or eeur or apac or oc"),
  malformed("LOCATION", "weur", "and JURISDICTION are both set", { JURISDICTION: "eu" }),
  malformed("METRICS_TOKEN", "too-short", "must have at least 24 visible ASCII characters"),
  malformed(
    "METRICS_TOKEN",
    "long enough, but it has spaces",
    "must have at least 24 visible ASCII characters",
  ),
  malformed("LEDGER_TOKEN", "first-token, second-token", "must be one token, or several"),
  malformed("LEDGER_TOKEN", "first-token,", "must be one token, or several"),
  malformed("LEDGER_EVENTS_SECRET", "whsec_%%%", "must be whsec_ and base64"),
  malformed("LEDGER_EVENTS_SECRET", `${SIGNING_SECRET},`, "must be whsec_ and base64"),
  malformed("PUBLIC_URL", "http://payments.test", "must be an https URL in live", LIVE),
  malformed("AUTH_URL", "http://identity.test", "must be an https URL in live", LIVE),
  malformed("AUTH_ADMIN_URL", "http://internal.test", "must be an https URL in live", LIVE),
  malformed("LEDGER_URL", "HTTP://ledger.test", "must be an https URL in live", LIVE),
  malformed("WALLET_EVENTS_URL", "http://wallets.test", "must be an https URL in live", {
    ...LIVE,
    WALLET_EVENTS_SECRET: SIGNING_SECRET,
  }),
  ...["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"].flatMap((name) => [
    missing(name),
    empty(name),
  ]),
  malformed("VAPID_PUBLIC_KEY", "A".repeat(87), "must be 65 bytes in base64url"),
  malformed("VAPID_PRIVATE_KEY", `${KEY}`, "must be 32 bytes in base64url"),
  malformed("VAPID_SUBJECT", "operator@payments.test", "must be mailto: or https:"),
  malformed("WALLET_APP_URL", "http://wallet.test", "must be an https URL"),
  malformed("WALLET_APP_URL", "http://wallet.test", "must be an https URL in live", LIVE),
  malformed("WALLET_APP_URL", "http://localhost:9000", "must be an https URL in live", LIVE),
  malformed("WALLET_APP_URL", "javascript:alert(1)", "must be an http(s) URL"),
  malformed("WALLET_APP_URL", "bank://pay", "must be an http(s) URL"),
  malformed("OPERATOR_ALERT_URL", "http://mail.example.com/alerts", "must be an https URL"),
  malformed("OPERATOR_ALERT_URL", "mail", "must be an http(s) URL"),
  malformed("DOH_URL", "http://resolver.test", "must be an https URL in live", LIVE),
  malformed("DOH_URL", "", "is required in live", LIVE),
  malformed("DOH_URL", "resolver.test", "must be an http(s) URL"),
  malformed("WEBHOOK_ALLOW_PRIVATE", "true", "must be false in live", LIVE),
  malformed("RATE_LIMITS", "off", "must be on in live", LIVE),
];

describe("readConfig", () => {
  it("reads the environment of the tests", () => {
    expect(readConfig(env)).toMatchObject({
      environment: "sandbox",
      publicUrl: "http://payments.test",
      masterKeys: [KEY],
      identityProvider: { url: "http://payments.test" },
      webhooks: { allowPrivate: true },
    });
  });

  it("reads several master keys in order, and addresses without trailing slashes", () => {
    const other = btoa("y".repeat(32));
    const config = readConfig(
      withEnv({
        ...LIVE,
        LEDGER_TOKEN: "new-token,old-token",
        MASTER_KEY: `${other},${KEY}`,
        PUBLIC_URL: "https://pay.test//",
      }),
    );
    expect(config.masterKeys).toEqual([other, KEY]);
    expect(config.publicUrl).toBe("https://pay.test");
    expect(config.identityProvider).toEqual({
      url: "https://identity.test",
      adminUrl: "https://identity.test",
      admin: { clientId: "admin", clientSecret: "admin-secret" },
    });
    expect(config.ledger).toMatchObject({
      url: "https://ledger.test",
      tokens: ["new-token", "old-token"],
    });
  });

  it("reads another address for the service's own calls to the identity provider, where no webhook may go", () => {
    const config = readConfig(withEnv({ ...LIVE, AUTH_ADMIN_URL: "https://internal.test/" }));
    expect(config.identityProvider).toMatchObject({
      url: "https://identity.test",
      adminUrl: "https://internal.test",
    });
    expect(config.webhooks.ownHosts).toContain("internal.test");
  });

  it("reads a jurisdiction or a location, or neither", () => {
    const read = (change: Record<string, string>) => readConfig(withEnv(change)).dataLocation;
    expect(read({ JURISDICTION: "us" })).toEqual({ jurisdiction: "us", location: null });
    expect(read({ LOCATION: "apac" })).toEqual({ jurisdiction: null, location: "apac" });
    expect(read({})).toEqual({ jurisdiction: null, location: null });
  });

  it("needs no administrator of the embedded provider where there is another", () => {
    const none = { ADMIN_CLIENT_ID: "", ADMIN_CLIENT_SECRET: undefined };
    const { identityProvider } = readConfig(withEnv({ ...EXTERNAL, ...none }));
    expect(identityProvider.admin.clientId).toBe("admin");
  });

  it.each(["http://localhost:8787", "http://127.0.0.1:8787", "http://[::1]:8787"])(
    "lets a rehearsal of live at %s do as in development",
    (publicUrl) => {
      const rehearsal = {
        ...LIVE,
        PUBLIC_URL: publicUrl,
        AUTH_URL: "http://127.0.0.1:8080",
        LEDGER_URL: "http://127.0.0.1:8081",
        DOH_URL: "",
        WEBHOOK_ALLOW_PRIVATE: "true",
        RATE_LIMITS: "off",
      };
      expect(readConfig(withEnv(rehearsal)).environment).toBe("live");
    },
  );

  it.each(["AUTH_URL", "LEDGER_URL", "WALLET_EVENTS_URL", "WALLET_APP_URL", "DOH_URL"])(
    "lets a rehearsal of live use http for its %s on the same machine only",
    (name) => {
      const rehearsal = {
        ...LIVE,
        PUBLIC_URL: "http://localhost:8787",
        WALLET_EVENTS_SECRET: SIGNING_SECRET,
      };
      const withUrl = (url: string) => () => readConfig(withEnv({ ...rehearsal, [name]: url }));
      expect(withUrl("http://127.0.0.1:8080")).not.toThrow();
      expect(withUrl("http://10.0.0.8:8080")).toThrow(new ConfigError(name, "must be an https URL in live"));
    },
  );

  it.each(["", "false", undefined])("allows no private webhook addresses with %j", (flag) => {
    expect(readConfig(withEnv({ WEBHOOK_ALLOW_PRIVATE: flag })).webhooks.allowPrivate).toBe(false);
  });

  it.each([
    ["", true],
    ["any", true],
    [undefined, true],
    ["rotating", false],
  ])("with SCAN_TOKENS as %j accepts wallet ids: %s", (value, isAccepted) => {
    expect(readConfig(withEnv({ SCAN_TOKENS: value })).acceptsWalletIds).toBe(isAccepted);
  });

  it("speaks the contract with the ledger unless it is a ledger of Formance's", () => {
    expect(readConfig(withEnv({})).ledger.kind).toBe("contract");
    const formance = { LEDGER_KIND: "formance", LEDGER_URL: "https://ledger.test/v2/main/" };
    expect(readConfig(withEnv(formance)).ledger).toMatchObject({
      kind: "formance",
      url: "https://ledger.test/v2/main",
    });
  });

  it.each(FAULTS)("refuses %s, naming it but not its value", (_, change, message) => {
    const error = thrownBy(() => readConfig(withEnv(change)));
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toContain(message);
    const values = Object.values(change).filter((value) => value !== undefined && value.length > 4);
    for (const value of values) expect((error as Error).message).not.toContain(value);
  });
});

describe("a Worker without its configuration", () => {
  it.each(["/health", "/merchant/api/v1/payment-intents", "/unknown"])(
    "returns an opaque 503 for %s and names the variable in the log",
    async (path) => {
      const log = muteLog();
      const request = new Request(`http://payments.test${path}`);
      const broken = withEnv({ MASTER_KEY: "not-a-key" });

      const response = await worker.fetch(request, broken, createExecutionContext());

      expect(response.status).toBe(503);
      const body = await response.text();
      expect(JSON.parse(body)).toMatchObject({ success: false, error: expect.any(String) });
      expect(body).not.toMatch(/MASTER_KEY|not-a-key|base64/);
      expect(log.join("\n")).toContain("MASTER_KEY");
      expect(log.join("\n")).not.toContain("not-a-key");
    },
  );
});

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
