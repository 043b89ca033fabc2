// A live deployment in which nothing is wrong, at addresses that lead back here: the service, a Keycloak, a ledger and a
// resolver. Tests plant faults in it.
import { unstable_readConfig as readWranglerConfig } from "wrangler";
import { masterKeyId } from "#core/lib/seal.ts";
import { newWebhookSecret } from "#core/webhooks/sign.ts";
import type { Deployment, MasterKeys } from "#scripts/doctor/service.ts";
import type { Target, Variables } from "#scripts/doctor/target.ts";
import { boundNames } from "#scripts/doctor/wrangler-settings.ts";
import { verifySignature } from "#sdk/signature.ts";
import { createNodeLedger, TOKEN } from "../support/node-ledger.ts";
import { StandInKeycloak } from "../support/stand-in-keycloak/keycloak.ts";

export const SERVICE = "https://payments.shop.test";
const IDENTITY = "https://identity.shop.test";
/** A Keycloak without a hostname has it: its tokens name the address at which they were asked for. */
export const FOREIGN_IDENTITY = "https://keycloak.internal.test";
const IDENTITY_ADMIN = "https://identity-admin.shop.test";
const LEDGER = "https://ledger.shop.test";
const RESOLVER = "https://dns.shop.test/dns-query";

type Respond = (request: Request) => Response | Promise<Response>;

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** A sandbox with nothing but its own. */
export async function makeSandbox(): Promise<World> {
  const world = await makeWorld();
  const { target, service } = world;
  const { wrangler, variables } = target;
  Object.assign(wrangler, readWranglerConfig({ config: "wrangler.toml" }), {
    d1_databases: wrangler.d1_databases,
  });
  const { ADMIN_CLIENT_ID, ADMIN_CLIENT_SECRET, LEDGER_TOKEN, LEDGER_EVENTS_SECRET } = variables;
  const { MASTER_KEY, IDEMPOTENCY_KEY_SECRET, WALLET_ID_SECRET } = variables;
  const administrator = { ADMIN_CLIENT_ID, ADMIN_CLIENT_SECRET };
  const keys = { MASTER_KEY, IDEMPOTENCY_KEY_SECRET, WALLET_ID_SECRET };
  const secrets = { ...keys, LEDGER_TOKEN, LEDGER_EVENTS_SECRET };
  const all = { ...wrangler.vars, ...administrator, ...secrets, PUBLIC_URL: SERVICE } as Variables;
  Object.assign(target, { environment: "sandbox", variables: all });
  const names = Object.keys(all).filter((name) => all[name]);
  Object.assign(service.deployment, {
    environment: "sandbox",
    variables: names,
    bindings: boundNames(wrangler),
  });
  world.keycloak.hostname = SERVICE;
  return world;
}

export async function makeWorld() {
  const wrangler = structuredClone(readWranglerConfig({ config: "wrangler.toml", env: "live" }));
  wrangler.routes = [{ pattern: "payments.shop.test", custom_domain: true }];
  for (const database of wrangler.d1_databases) database.database_id = crypto.randomUUID();
  const variables = goodVariables(wrangler.vars as Variables);
  const target: Target = { environment: "live", url: SERVICE, variables, isComplete: true, wrangler };
  const deployment: Deployment = {
    environment: "live",
    time: "",
    variables: Object.keys(variables).filter((name) => !name.startsWith("ADMIN_")),
    bindings: boundNames(wrangler),
    migrations: { applied: 1, missing: [], unknown: [] },
    webhook_lookups: "ok",
    settings_fault: null,
  };
  const current = await masterKeyId(variables.MASTER_KEY ?? "");
  const masterKeys: MasterKeys = [{ id: current, status: "current", values: 3 }];
  return {
    target,
    service: {
      deployment,
      masterKeys,
      health: 200,
      code: "",
      eventsSecret: variables.LEDGER_EVENTS_SECRET ?? "",
      sweptAt: Date.now(),
      /** How far each is, in the next response. */
      distances: () => ({ d1: 2, object: 3, ledger: 20 }),
    },
    keycloak: new StandInKeycloak(IDENTITY, SERVICE),
    /** Added to its clock. */
    ledgerAheadMs: 0,
    ledger: createNodeLedger({ settlesAtOnce: true }).fetch as Respond,
    resolver: (() => Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] })) as Respond,
  };
}

/** Takes the place of `fetch`. */
export function fetchIn(world: World): typeof fetch {
  const hosts: Record<string, Respond> = {
    [SERVICE]: (request) => respondAsService(world, request),
    [IDENTITY]: (request) => respondInPublic(world, request),
    [IDENTITY_ADMIN]: (request) => world.keycloak.respond(request),
    [FOREIGN_IDENTITY]: new StandInKeycloak(FOREIGN_IDENTITY, SERVICE).respond,
    [LEDGER]: async (request) => dated(await world.ledger(request), world.ledgerAheadMs),
    [new URL(RESOLVER).origin]: (request) => world.resolver(request),
  };
  return async (input, init) => {
    const request = new Request(input, init);
    const respond = hosts[new URL(request.url).origin];
    if (respond === undefined) throw new TypeError(`no route to ${request.url}`);
    return await respond(request);
  };
}

function dated(response: Response, aheadMs: number): Response {
  response.headers.set("Date", new Date(Date.now() + aheadMs).toUTCString());
  return response;
}

function goodVariables(vars: Variables): Variables {
  const key = () => crypto.getRandomValues(new Uint8Array(32)).toBase64();
  return {
    ...vars,
    ...{ PUBLIC_URL: SERVICE, AUTH_URL: IDENTITY, LEDGER_URL: LEDGER, DOH_URL: RESOLVER },
    ...{ AUTH_ADMIN_URL: `${IDENTITY_ADMIN}/`, LOCATION: "weur" },
    ...{ MASTER_KEY: key(), IDEMPOTENCY_KEY_SECRET: key(), WALLET_ID_SECRET: key() },
    ...{ ADMIN_CLIENT_ID: "platform-admin", ADMIN_CLIENT_SECRET: "secret of platform-admin" },
    ...{ AUTH_ADMIN_CLIENT_ID: "payments-service", AUTH_ADMIN_CLIENT_SECRET: "secret of payments-service" },
    ...{ LEDGER_TOKEN: TOKEN, LEDGER_EVENTS_SECRET: newWebhookSecret() },
    ...{ METRICS_TOKEN: "a-token-for-the-monitoring", OPERATOR_ALERT_URL: "https://alerts.example.org/mail" },
  };
}

/** The admin API is at AUTH_ADMIN_URL alone, and so are the tokens of the service's own client. */
async function respondInPublic({ keycloak }: World, request: Request): Promise<Response> {
  const isAdministration =
    new URL(request.url).pathname.startsWith("/admin/") ||
    (await request.clone().text()).includes("client_id=payments-service");
  return isAdministration ? new Response(null, { status: 404 }) : await keycloak.respond(request);
}

async function respondAsService({ service, keycloak }: World, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/realms/")) return await keycloak.respond(request);
  const { health: status, code, eventsSecret } = service;
  const isRefused = service.deployment.settings_fault !== null;
  if (pathname === "/health" || (status !== 200 && !isRefused))
    return Response.json({ success: status === 200, code }, { status });
  if (pathname === "/internal/ledger-events") {
    const body = new Uint8Array(await request.arrayBuffer());
    const { ok } = await verifySignature(body, request.headers, [eventsSecret], { now: Date.now() });
    return Response.json({}, { status: ok ? 400 : 401 });
  }
  if (!request.headers.get("Authorization")?.startsWith("Bearer ")) return Response.json({}, { status: 401 });
  const isMigrated = service.deployment.migrations.missing.length === 0;
  if (!isMigrated && !pathname.endsWith("/deployment")) return Response.json({}, { status: 500 });
  if (pathname === "/metrics")
    return new Response(`payments_sweep_last_run_timestamp_seconds ${service.sweptAt / 1000}\n`);
  if (pathname.endsWith("/master-keys"))
    return Response.json({ success: true, master_keys: service.masterKeys, remaining: 0, message: "" });
  const time = service.deployment.time || new Date().toISOString();
  const { d1, object, ledger } = service.distances();
  const timing = `d1;desc="2 calls";dur=${2 * d1}, object;desc="1 call";dur=${object}, ledger;desc="1 call";dur=${ledger}`;
  const headers = { "Server-Timing": timing };
  return Response.json({ success: true, deployment: { ...service.deployment, time } }, { headers });
}
