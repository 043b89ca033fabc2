// What only a try can tell of a realm: a user and a client are made as the service makes them, get tokens, and are
// deleted again.
import { randomBytes } from "node:crypto";
import * as z from "zod";
import { createIdentityProviderClient } from "../../adapters/identity-provider.ts";
import { DASHBOARD_CLIENT_ID } from "../../domain/realm.ts";
import { type Check, type Finding, judge, reach } from "./check.ts";
import { WALLET_APP_CLIENT_ID } from "./realm-settings.ts";
import { type Tried, tokenFault, tryToken } from "./realm-token.ts";
import type { RealmView } from "./realm-view.ts";

interface TriedUser {
  issuer: string;
  given: { merchant_id: string; wallet_id: string };
  /** What the provider has kept of it. */
  kept: Record<string, string[]>;
  dashboard: Tried;
  walletApp: Tried;
}

interface TriedClient {
  issuer: string;
  merchantId: string;
  tried: Tried;
}

const MAPPERS =
  "Under the client's dedicated scope, add the mappers of src/deploy/keycloak/payment-platform-realm.json.";
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
    fault: ({ issuer, given: { merchant_id }, dashboard }) =>
      tokenFault(dashboard, issuer, { merchant_id, realm_access: { roles: ["merchant"] } }),
    fix: MAPPERS,
  },
  {
    name: "realm.wallet-token",
    fault: ({ issuer, given: { wallet_id }, walletApp }) =>
      tokenFault(walletApp, issuer, { wallet_id, realm_access: { roles: ["customer"] } }),
    fix: MAPPERS,
  },
];

const CLIENT_CHECKS: Check<TriedClient>[] = [
  {
    name: "realm.merchant-token",
    fault: ({ issuer, merchantId, tried }) => tokenFault(tried, issuer, { merchant_id: merchantId }),
    fix: "Leave the client scope basic and its mappers as Keycloak makes them: every merchant's client has them.",
  },
];

/** Nothing is left behind, whatever fails; if it is, a finding says so. */
export async function checkByTrying(realm: RealmView): Promise<Finding[]> {
  const user = await reach(USER, () => tryUser(realm));
  const client = await reach(CLIENT, () => tryClient(realm));
  return [
    user.finding,
    ...(user.seen === null ? [] : await judge(USER_CHECKS, user.seen)),
    client.finding,
    ...(client.seen === null ? [] : await judge(CLIENT_CHECKS, client.seen)),
  ];
}

const usersSchema = z.array(
  z.object({ id: z.string(), attributes: z.record(z.string(), z.array(z.string())).default({}) }),
);

async function tryUser(realm: RealmView): Promise<TriedUser> {
  const { issuer, callAdmin } = realm;
  const given = { merchant_id: crypto.randomUUID(), wallet_id: crypto.randomUUID() };
  const username = `doctor-${crypto.randomUUID()}@example.com`;
  const password = randomBytes(24).toString("base64url");
  const find = async () => {
    const { body } = await callAdmin(
      "GET",
      `/users?username=${encodeURIComponent(username)}&exact=true`,
      [200],
    );
    return usersSchema.parse(body);
  };
  try {
    const attributes = { merchant_id: [given.merchant_id], wallet_id: [given.wallet_id] };
    const credentials = [{ type: "password", value: password, temporary: false }];
    const representation = { username, email: username, enabled: true, attributes, credentials };
    await callAdmin("POST", "/users", [201], representation);
    const [user] = await find();
    if (user === undefined) throw new Error("a new user cannot be found");
    await addRoles(realm, user.id);
    const grant = { grant_type: "password", username, password };
    const dashboard = await tryToken(issuer, { ...grant, client_id: DASHBOARD_CLIENT_ID });
    const walletApp = await tryToken(issuer, { ...grant, client_id: WALLET_APP_CLIENT_ID });
    return { issuer, given, kept: user.attributes, dashboard, walletApp };
  } finally {
    for (const { id } of await find()) await callAdmin("DELETE", `/users/${id}`, [204, 404]);
  }
}

/** Both, so that a token shows whether its client keeps to one. */
async function addRoles({ callAdmin }: RealmView, userId: string): Promise<void> {
  const replies = await Promise.all(
    ["merchant", "customer"].map((name) => callAdmin("GET", `/roles/${name}`, [200, 404])),
  );
  const roles = replies.filter(({ status }) => status === 200).map(({ body }) => body);
  await callAdmin("POST", `/users/${userId}/role-mappings/realm`, [204], roles);
}

async function tryClient({ issuer, address }: RealmView): Promise<TriedClient> {
  const { adminUrl: baseUrl, admin } = address;
  const provider = createIdentityProviderClient({ fetch: (url, init) => fetch(url, init), baseUrl, admin });
  const merchantId = crypto.randomUUID();
  const clientId = `doctor-${merchantId}`;
  try {
    const client = { clientId, claims: { merchant_id: merchantId }, roles: [] };
    const client_secret = await provider.createClient(client);
    const grant = { grant_type: "client_credentials", client_id: clientId, client_secret };
    return { issuer, merchantId, tried: await tryToken(issuer, grant) };
  } finally {
    await provider.deleteClient(clientId);
  }
}
