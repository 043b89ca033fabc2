// What can be wrong with a live deployment: how it is planted, and which checks name it.
import { FOREIGN_IDENTITY, type World } from "./doctor-world.ts";

type Plant = (world: World) => void;

const variable = (name: string, value: string): [string, Plant] => [
  `variable.${name}`,
  ({ target }) => Object.assign(target.variables, { [name]: value }),
];
const wrangler = (name: string, plant: (config: World["target"]["wrangler"]) => void): [string, Plant] => [
  name,
  ({ target }) => plant(target.wrangler),
];
const service = (names: string, change: (service: World["service"]) => object): [string, Plant] => [
  names,
  (world) => Object.assign(world.service, change(world.service)),
];
const deployed = (
  name: string,
  change: (from: World["service"]["deployment"]) => object,
): [string, Plant] => [name, ({ service: { deployment } }) => Object.assign(deployment, change(deployment))];
const realm = (names: string, plant: (of: World["keycloak"]["realm"]) => void): [string, Plant] => [
  names,
  ({ keycloak }) => plant(keycloak.realm),
];
const client = (names: string, id: string, change: (of: ReturnType<World["keycloak"]["client"]>) => object) =>
  [names, ({ keycloak }) => Object.assign(keycloak.client(id), change(keycloak.client(id)))] as [
    string,
    Plant,
  ];

const ledgerThat = (name: string, path: string, respond: () => Response): [string, Plant] => [
  name,
  (world) => {
    const { ledger } = world;
    world.ledger = (request) =>
      new URL(request.url).pathname === path && request.headers.has("Authorization")
        ? respond()
        : ledger(request);
  },
];

const without = (names: readonly string[], name: string) => names.filter((other) => other !== name);

export const FAULTS: Record<string, [checks: string, plant: Plant]> = {
  "a variable that is malformed": variable("IDEMPOTENCY_KEY_SECRET", "too short"),
  "a variable that is missing": variable("LEDGER_EVENTS_SECRET", ""),
  "an address that is still the example": [
    "variable.LEDGER_URL ledger.strangers ledger.token",
    variable("LEDGER_URL", "https://ledger.example.com")[1],
  ],
  "a ledger of Formance's at an address without its name": [
    "variable.LEDGER_URL ledger.token",
    variable("LEDGER_KIND", "formance")[1],
  ],
  "an address that is private": [
    "variable.OPERATOR_ALERT_URL webhooks.alerts",
    variable("OPERATOR_ALERT_URL", "http://10.0.0.1/alerts")[1],
  ],
  "half of the keys for push": [
    "variable.VAPID_PUBLIC_KEY variable.VAPID_PRIVATE_KEY service.variables",
    variable("VAPID_SUBJECT", "mailto:operator@shop.test")[1],
  ],
  "no rate limits": variable("RATE_LIMITS", "off"),
  "a location where there is no D1": variable("LOCATION", "sam"),
  "a ledger that is bound besides its address": wrangler("variable.LEDGER_URL service.bindings", (config) => {
    config.services = [{ binding: "LEDGER", service: "merchant-payments-ledger" }];
  }),
  "a database that was never made": wrangler("wrangler.database", ({ d1_databases }) => {
    for (const database of d1_databases) database.database_id = "00000000-0000-0000-0000-000000000000";
  }),
  "a route for another host": wrangler("wrangler.route", (config) => {
    config.routes = [{ pattern: "payments.example.com", custom_domain: true }];
  }),
  "an open workers.dev address": wrangler("wrangler.other-ways-in", (config) => {
    config.workers_dev = true;
  }),
  "no Cron trigger": wrangler("wrangler.cron", ({ triggers }) => {
    triggers.crons = [];
  }),
  "a queue whose messages are deleted": wrangler("queues.dead-letters", ({ queues }) => {
    for (const consumer of queues.consumers ?? [])
      if (consumer.queue === "webhooks-live") delete consumer.dead_letter_queue;
  }),
  "a dead-letter queue that nobody reads": wrangler("queues.dead-letters-read", ({ queues }) => {
    for (const consumer of queues.consumers ?? [])
      if (consumer.queue === "webhooks-live") consumer.dead_letter_queue = "webhooks-ded-live";
  }),
  "a queue that nobody consumes": wrangler("queues.consumers", ({ queues }) => {
    queues.consumers = queues.consumers?.filter(({ queue }) => !queue.startsWith("ledger-events")) ?? [];
  }),
  "another address than PUBLIC_URL": [
    "wrangler.route service.address realm.redirect realm.sign-out realm.wallet-redirect realm.wallet-sign-out",
    variable("PUBLIC_URL", "https://pay.shop.test")[1],
  ],
  "a service that does not start": service("service.responds", () => ({
    health: 503,
    code: "service_unavailable",
  })),
  "cells that the database refuses": [
    "service.responds",
    ({ service: { deployment }, service }) => {
      deployment.settings_fault = "CELLS lacks 3, which is in force or will be within minutes";
      Object.assign(service, { health: 503, code: "service_unavailable" });
    },
  ],
  "cells that were taken away": deployed("service.settings", () => ({ settings_fault: "CELLS lacks 3" })),
  "a sandbox that knows itself by another name": service("service.responds", () => ({
    health: 421,
    code: "misdirected_request",
  })),
  "a sweep that stands still": service("service.sweep", ({ sweptAt }) => ({
    sweptAt: sweptAt - 10 * 60_000,
  })),
  "a master key that was removed too early": service("master-key.opens-all", ({ masterKeys }) => ({
    masterKeys: [...masterKeys, { id: "d07b34c8", status: "missing", values: 7 }],
  })),
  "another events secret at the Worker": service("ledger.events-secret", () => ({
    eventsSecret: `whsec_${"A".repeat(43)}=`,
  })),
  "a secret that was not deployed": deployed("service.variables", ({ variables }) => ({
    variables: without(variables, "METRICS_TOKEN"),
  })),
  "a binding that was not deployed": deployed("service.bindings", ({ bindings }) => ({
    bindings: without(bindings, "LIMIT_DOWNLOADS"),
  })),
  "a sandbox in its place": deployed("service.environment", () => ({ environment: "sandbox" })),
  "a migration that was forgotten": deployed("service.migrations", () => ({
    migrations: { applied: 0, missing: ["0000_release_1.sql"], unknown: [] },
  })),
  "webhooks that cannot leave": deployed("webhooks.lookups", () => ({ webhook_lookups: "failed" })),
  "a resolver that resolves nothing": [
    "webhooks.resolver",
    (world) => {
      world.resolver = () => Response.json({ Status: 3 });
    },
  ],
  "another issuer than AUTH_URL": [
    "realm.issuer",
    ({ keycloak }) => {
      keycloak.hostname = "http://localhost:8080";
    },
  ],
  "an administration address without the realm": [
    "realm.admin-address",
    ({ target }) => Object.assign(target.variables, { AUTH_ADMIN_URL: target.variables.LEDGER_URL }),
  ],
  "another issuer at the administration address": [
    "realm.admin-address",
    ({ target }) => Object.assign(target.variables, { AUTH_ADMIN_URL: FOREIGN_IDENTITY }),
  ],
  "a wrong secret of the service's client": client("realm.service-client", "payments-service", () => ({
    secret: "new",
  })),
  "a right that is missing": realm("realm.rights", ({ serviceAccounts }) => {
    serviceAccounts.set("payments-service", { roles: [], rights: ["manage-clients", "manage-users"] });
  }),
  "a role that is missing": realm("realm.roles realm.wallet-token", (of) => {
    of.roles = without(of.roles, "customer");
  }),
  "tokens that last an hour": realm("realm.token-life", ({ settings }) => {
    settings.accessTokenLifespan = 3_600;
  }),
  "no mail server": realm("realm.mail", ({ settings }) => {
    settings.smtpServer = {};
  }),
  "passwords that can be guessed": realm("realm.brute-force", ({ settings }) => {
    settings.bruteForceProtected = false;
  }),
  "strangers who lock an owner out for an hour": realm("realm.locks", ({ settings }) => {
    settings.maxFailureWaitSeconds = 3_600;
  }),
  "two quick guesses that lock an owner out for a day": realm("realm.locks", ({ settings }) => {
    settings.minimumQuickLoginWaitSeconds = 86_400;
  }),
  "strangers who lock an owner out for good": realm("realm.locks", ({ settings }) => {
    settings.permanentLockout = true;
  }),
  "refresh tokens that are never used up": realm("realm.refresh-tokens", ({ settings }) => {
    settings.revokeRefreshToken = false;
  }),
  "refresh tokens that are good twice": realm("realm.refresh-tokens", ({ settings }) => {
    settings.refreshTokenMaxReuse = 1;
  }),
  "apps that ask customers for their passwords": client("realm.wallet-passwords", "wallet-app", () => ({
    directAccessGrantsEnabled: true,
  })),
  "an attribute that is dropped": realm(
    "realm.profile realm.attributes-kept realm.dashboard-token",
    ({ profile }) => {
      profile.attributes = profile.attributes.filter(({ name }) => name !== "merchant_id");
    },
  ),
  "users who choose their own merchant": realm("realm.unmanaged-attributes", ({ profile }) => {
    profile.unmanagedAttributePolicy = "ENABLED";
  }),
  "users who change their own email": realm("realm.profile", ({ profile }) => {
    const permissions = { view: ["user"], edit: ["admin", "user"] };
    profile.attributes = profile.attributes.map((each) =>
      each.name === "email" ? { ...each, permissions } : each,
    );
  }),
  "codes without PKCE": client("realm.sign-in", "merchant-dashboard", ({ attributes }) => ({
    attributes: { ...attributes, "pkce.code.challenge.method": "" },
  })),
  "addresses that nobody has verified": realm("realm.verified-email", ({ settings }) => {
    settings.verifyEmail = false;
  }),
  "a merchant's role for whoever registers": realm("realm.new-users", (of) => {
    of.groupRoles.push("merchant");
  }),
  "a wallet that users choose themselves": [
    "realm.claims realm.wallet-token",
    ({ keycloak }) => {
      const permissions = { view: ["user"], edit: ["admin", "user"] };
      keycloak.realm.profile.attributes.push({ name: "nickname", permissions });
      for (const { config } of keycloak.client("wallet-app").protocolMappers ?? [])
        if (config["claim.name"] === "wallet_id") config["user.attribute"] = "nickname";
    },
  ],
  "customers who cannot come back": client("realm.wallet-redirect", "wallet-app", () => ({
    redirectUris: [],
  })),
  "a last name that is required": realm("realm.names realm.dashboard-token", ({ profile }) => {
    const permissions = { view: ["admin"], edit: ["admin", "user"] };
    profile.attributes.push({ name: "lastName", required: { roles: ["user"] }, permissions });
  }),
  "an administrator without the role": realm("realm.administrator", ({ serviceAccounts }) => {
    serviceAccounts.set("platform-admin", { roles: [], rights: [] });
  }),
  "a mapper that is missing": client(
    "realm.dashboard-token",
    "merchant-dashboard",
    ({ protocolMappers = [] }) => ({
      protocolMappers: protocolMappers.filter(({ config }) => config["claim.name"] !== "merchant_id"),
    }),
  ),
  "a client with all of a user's roles": client(
    "realm.wallet-scope realm.wallet-token",
    "wallet-app",
    () => ({ fullScopeAllowed: true }),
  ),
  "token responses that do not say whose money it is": realm("realm.environment", (of) => {
    of.hasResponseClaims = false;
  }),
  "an address that was not replaced": client("realm.redirect", "merchant-dashboard", () => ({
    rootUrl: "$" + "{PUBLIC_URL}",
  })),
  "a ledger's token that is wrong": [
    "ledger.token",
    ({ target }) => {
      target.variables.LEDGER_TOKEN = "another";
    },
  ],
  "a ledger that serves strangers": [
    "ledger.strangers",
    (world) => {
      const { ledger } = world;
      world.ledger = (request) => {
        const isStranger = !request.headers.has("Authorization");
        return isStranger ? Response.json({ error: "not_found" }, { status: 404 }) : ledger(request);
      };
    },
  ],
  "a ledger whose float is not what it owes": ledgerThat("ledger.totals", "/v1/totals", () => {
    const sums = { float: "100.00", wallets: "60.00", merchants: "39.99", in_flight: "0.00" };
    return Response.json({ totals: [{ currency: "USD", ...sums }] });
  }),
  "a ledger whose float is not exact": ledgerThat("ledger.totals", "/v1/totals", () => {
    const sums = {
      float: "900719925474099.93",
      wallets: "900719925474099.92",
      merchants: "0",
      in_flight: "0",
    };
    return Response.json({ totals: [{ currency: "USD", ...sums }] });
  }),
  "a ledger that does not say a sum": ledgerThat("ledger.totals", "/v1/totals", () => {
    const sums = { float: null, wallets: "1.00", merchants: "0.00", in_flight: "0.00" };
    return Response.json({ totals: [{ currency: "USD", ...sums }] });
  }),
  "a ledger of another version": ledgerThat("ledger.health", "/health", () =>
    Response.json({ database: "up", contract: "0.9.0" }),
  ),
  "a ledger whose database does not respond": ledgerThat("ledger.health", "/health", () =>
    Response.json({ error: "database_unavailable" }, { status: 503 }),
  ),
  "a ledger whose clock is off": [
    "clock.ledger",
    (world) => {
      world.ledgerAheadMs = -10 * 60_000;
    },
  ],
  "an identity provider whose clock is off": [
    "clock.identity-provider",
    ({ keycloak }) => {
      keycloak.aheadMs = 60_000;
    },
  ],
};
