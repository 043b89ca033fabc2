// What only a try can tell of a realm: a user and a client are made as the service makes them, get tokens, and are
// deleted again.
import { randomBytes } from "node:crypto";
import { decodeJwt } from "jose";
import { createIdentityProviderClient } from "../../core/adapters/identity-provider.ts";
import { type AdminApi, type AdminApiOptions, createAdminApi } from "../../core/adapters/keycloak-admin.ts";
import type { Environment } from "../../core/domain/environment.ts";
import {
  AUDIENCE,
  DASHBOARD_CLIENT_ID,
  tokenUrl,
  WALLET_CLIENT_ID,
} from "../../core/domain/identity-provider/realm.ts";
import { ask, type ClockReading } from "./ask.ts";
import { type Check, type Finding, judge, listed, reach, Unseen } from "./check.ts";

interface TriedUser {
  issuer: string;
  given: { merchant_id: string; wallet_id: string };
  /** What the provider has kept of it. */
  kept: Record<string, string[]>;
  dashboard: Tried;
  /** Customers sign in with a browser alone, so this is a token that the provider only shows. */
  walletApp: Claims;
}

interface TriedClient {
  issuer: string;
  environment: Environment;
  merchantId: string;
  tried: Tried;
}

const MAPPERS =
  "Under the client's dedicated scope, add the mappers of src/scripts/keycloak/payment-platform-realm.json.";
const USER = {
  name: "realm.user",
  fix: "Let the service's client make users, give them roles and delete them. Delete any user whose name begins with doctor-.",
};
const CLIENT = {
  name: "realm.client",
  fix: "Let the service's client make clients and delete them. Delete any client whose name begins with doctor-.",
};

const USER_CHECKS: Check<TriedUser>[] = [
  {
    name: "realm.attributes-kept",
    fault: ({ given, kept }) => {
      const lost = Object.entries(given).filter(([name, value]) => kept[name]?.[0] !== value);
      return lost.length === 0 ? null : `a new user has lost ${lost.map(([name]) => name).join(" and ")}`;
    },
    fix: "Declare merchant_id and wallet_id in the user profile: what it does not declare is silently dropped.",
  },
  {
    name: "realm.dashboard-token",
    fault: ({ issuer, given, dashboard }) =>
      tokenFault(dashboard, issuer, {
        merchant_id: given.merchant_id,
        realm_access: { roles: ["merchant"] },
      }),
    fix: MAPPERS,
  },
  {
    name: "realm.wallet-token",
    fault: ({ issuer, given, walletApp }) =>
      tokenFault(walletApp, issuer, { wallet_id: given.wallet_id, realm_access: { roles: ["customer"] } }),
    fix: MAPPERS,
  },
];

const CLIENT_CHECKS: Check<TriedClient>[] = [
  {
    name: "realm.merchant-token",
    fault: ({ issuer, merchantId, tried }) => tokenFault(tried, issuer, { merchant_id: merchantId }),
    fix: "Leave the client scope basic and its mappers as Keycloak makes them: every merchant's client has them.",
  },
  {
    name: "realm.environment",
    fault: ({ environment, tried }) =>
      "refusal" in tried || tried.environment === environment
        ? null
        : `a token response says ${tried.environment ?? "nothing"}, not ${environment}`,
    fix: "Leave Keycloak's hardcoded claim mapper as it is: by it, a shop tells play money from real money.",
  },
];

type TryOptions = AdminApiOptions & { environment: Environment };

/** Nothing is left behind, whatever fails; if it is, a finding says so. */
export async function checkByTrying(options: TryOptions, issuer: string): Promise<Finding[]> {
  const user = await reach(USER, () => tryUser(options, issuer));
  const client = await reach(CLIENT, () => tryClient(options, issuer));
  return [
    user.finding,
    ...(user.seen === null ? [] : await judge(USER_CHECKS, user.seen)),
    client.finding,
    ...(client.seen === null ? [] : await judge(CLIENT_CHECKS, client.seen)),
  ];
}

async function tryUser(options: AdminApiOptions, issuer: string): Promise<TriedUser> {
  const callAdmin = createAdminApi(options);
  const given = { merchant_id: crypto.randomUUID(), wallet_id: crypto.randomUUID() };
  const username = `doctor-${crypto.randomUUID()}@example.com`;
  const password = randomBytes(24).toString("base64url");
  const find = async () => {
    const path = `/users?username=${encodeURIComponent(username)}&exact=true`;
    const { body } = await callAdmin("GET", path, [200]);
    return body as { id: string; attributes?: Record<string, string[]> }[];
  };
  /** `null` for a role that the realm does not have. */
  const findRole = async (name: string) => {
    const { status, body } = await callAdmin("GET", `/roles/${name}`, [200, 404]);
    return status === 200 ? body : null;
  };
  try {
    const attributes = { merchant_id: [given.merchant_id], wallet_id: [given.wallet_id] };
    const credentials = [{ type: "password", value: password, temporary: false }];
    const of = { username, email: username, emailVerified: true };
    const representation = { ...of, enabled: true, attributes, credentials };
    await callAdmin("POST", "/users", [201], representation);
    const [user] = await find();
    if (user === undefined) throw new Error("a new user cannot be found");
    // It takes both, so that a token shows whether its client keeps to one.
    const roles = [await findRole("merchant"), await findRole("customer")].filter((role) => role !== null);
    await callAdmin("POST", `/users/${user.id}/role-mappings/realm`, [204], roles);
    const form = { grant_type: "password", client_id: DASHBOARD_CLIENT_ID, username, password };
    const dashboard = await tryToken(issuer, form);
    const walletApp = { claims: await showToken(callAdmin, WALLET_CLIENT_ID, user.id) };
    return { issuer, given, kept: user.attributes ?? {}, dashboard, walletApp };
  } finally {
    for (const { id } of await find()) await callAdmin("DELETE", `/users/${id}`, [204, 404]);
  }
}

async function showToken(
  callAdmin: AdminApi,
  clientId: string,
  userId: string,
): Promise<Record<string, unknown>> {
  const { body: clients } = await callAdmin("GET", `/clients?clientId=${clientId}`, [200]);
  const [client] = clients as { id: string }[];
  if (client === undefined) throw new Error(`there is no client ${clientId}`);
  const example = `/clients/${client.id}/evaluate-scopes/generate-example-access-token`;
  const { status, body } = await callAdmin(
    "GET",
    `${example}?scope=openid&userId=${userId}`,
    [200, 403, 404],
  );
  if (status !== 200) throw new Unseen("the provider shows no tokens of customers");
  return body as Record<string, unknown>;
}

async function tryClient(options: TryOptions, issuer: string): Promise<TriedClient> {
  const provider = createIdentityProviderClient(options);
  const merchantId = crypto.randomUUID();
  const clientId = `doctor-${merchantId}`;
  try {
    const client = { clientId, claims: { merchant_id: merchantId }, roles: [] };
    const client_secret = await provider.createClient(client);
    const grant = { grant_type: "client_credentials", client_id: clientId, client_secret };
    const { environment } = options;
    return { issuer, environment, merchantId, tried: await tryToken(issuer, grant) };
  } finally {
    await provider.deleteClient(clientId);
  }
}

/** A token's claims, what the response says beside it, and the clock of who issued it; or why there is none. */
type Tried = (Claims & { environment: string | undefined; clock: ClockReading }) | { refusal: string };

interface Claims {
  claims: Record<string, unknown>;
}

/** The token is read without being verified. */
export async function tryToken(issuer: string, form: Record<string, string>): Promise<Tried> {
  const init = { method: "POST", body: new URLSearchParams(form) };
  const { status, body, clock } = await ask(tokenUrl(issuer), init);
  const response = (body ?? {}) as Record<string, string>;
  const { access_token, environment, error = "", error_description = "" } = response;
  if (access_token === undefined) return { refusal: `${status} ${error} ${error_description}`.trim() };
  const claims = decodeJwt(access_token);
  return { claims, environment, clock: { ...clock, theirs: Number(claims.iat) * 1000 } };
}

/** Throws Unseen for a client that takes no passwords. */
function tokenFault(
  tried: Claims | { refusal: string },
  issuer: string,
  wanted: Record<string, unknown>,
): string | null {
  if ("refusal" in tried) {
    if (tried.refusal.includes("unauthorized_client")) throw new Unseen("the client takes no passwords");
    return `there is no token: ${tried.refusal}`;
  }
  const { claims } = tried;
  const wrong = Object.entries({ iss: issuer, ...wanted })
    .filter(([name, value]) => JSON.stringify(claims[name]) !== JSON.stringify(value))
    .map(([name]) => name);
  if (![claims.aud].flat().includes(AUDIENCE)) wrong.unshift("aud");
  return listed("a token has a wrong or no", wrong);
}
