// A stranger without credentials floods every route from several addresses, naming other people's clients, users,
// wallets and intents. None of those people sees a 429, unless they share the stranger's address.

import { generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { fetchToken } from "../support/api.ts";
import { makeCounter } from "../support/counters.ts";
import { ADMIN, basic, startProvider } from "../support/identity-provider.ts";
import { addUserWithPassword, makeLink, uniqueEmail } from "../support/identity-provider-users.ts";
import { makeIntent } from "../support/intents.ts";
import { keyOf, PASSWORD } from "../support/logins.ts";
import { makeMerchant, makeWallet } from "../support/parties.ts";
import {
  CERTS_PATH,
  INTENTS,
  MERCHANT_API,
  REALM_PATH,
  SETUP_PAGE_PATH,
  TOKEN_PATH,
  USERS_PATH,
  WALLET_API,
} from "../support/paths.ts";
import { bearer, fromAddress, limiterOf, type Send, startService } from "../support/rate-limits.ts";
import { exampleOf, routes } from "../support/routes.ts";
import { standardClaims, withRoles } from "../support/tokens.ts";

const LIMIT = 10;
const FLOOD = LIMIT + 2;
const WORKERS_EGRESS = "2a06:98c0:3600::103";
const LIMITS = [
  "TOKEN_CLIENT",
  "TOKEN_FAILURES",
  "WRITES",
  "READS",
  "CREATIONS",
  "PUBLIC_READS",
  "UNKNOWN_IDS",
];

const provider = startProvider();
const victims = {} as Awaited<ReturnType<typeof setUp>>;
let send: Send;

async function setUp() {
  const merchant = await makeMerchant();
  return {
    merchant,
    counter: await makeCounter(merchant),
    user: await addUserWithPassword(provider, { merchant_id: [merchant.id] }),
    guessed: await addUserWithPassword(provider),
    newUser: await makeLink(provider, (await addUserWithPassword(provider)).id),
    wallet: await makeWallet(),
    intent: await makeIntent(merchant),
  };
}

beforeAll(async () => {
  Object.assign(victims, await setUp());
  send = startService(Object.fromEntries(LIMITS.map((name) => [`LIMIT_${name}`, limiterOf(LIMIT)])));
  for (const headers of STRANGERS) await flood(headers);
});

/** The last is a neighbour of one of the victims: another /64 of the same /48. */
const STRANGERS = [
  fromAddress("203.0.113.66").headers,
  fromAddress(WORKERS_EGRESS, { "CF-Worker": "stranger.example" }).headers,
  fromAddress(WORKERS_EGRESS).headers,
  fromAddress("2001:db8:1:2::66").headers,
];

const VICTIMS: [string, Record<string, string>][] = [
  ["at an IPv4 address", fromAddress("203.0.113.67").headers],
  ["at an IPv6 address of the same /48", fromAddress("2001:db8:1:1::1").headers],
  ["in another Worker", fromAddress(WORKERS_EGRESS, { "CF-Worker": "shop.example" }).headers],
];

async function flood(address: Record<string, string>): Promise<void> {
  const forged = await forgeToken();
  const requests = [...routeRequests(forged), ...tokenRequests(), ...setupRequests()];
  for (let round = 0; round < FLOOD; round++) {
    const responses = await Promise.all(
      requests.map(([path, init]) => send(path, { ...init, headers: { ...address, ...init.headers } })),
    );
    responses.push(await send(newGuess(), { headers: address }));
    await Promise.all(responses.map((response) => response.arrayBuffer()));
  }
}

type Init = RequestInit & { headers: Record<string, string> };

function routeRequests(forged: string): [string, Init][] {
  return routes().flatMap((route) => {
    const [method, path] = exampleOf(route.replace(":intentID", victims.intent.id));
    return [{}, bearer({ token: forged })].map((headers): [string, Init] => [path, { method, headers }]);
  });
}

function newGuess(): string {
  return `${MERCHANT_API}/public/payment-intents/${crypto.randomUUID()}`;
}

function tokenRequests(): [string, Init][] {
  const { merchant, counter, guessed } = victims;
  const clients = [ADMIN, merchant, counter].flatMap(({ clientId }): Init[] => [
    formOf({ grant_type: "client_credentials", client_id: clientId, client_secret: "wrong" }),
    formOf({ grant_type: "client_credentials", client_id: clientId, padding: "x".repeat(20_000) }),
    formOf({ grant_type: "client_credentials" }, { Authorization: basic(clientId, "wrong") }),
  ]);
  const guess = formOf({ ...dashboard(guessed.email), password: "wrong password" });
  return [...clients, guess].map((init) => [TOKEN_PATH, init]);
}

function setupRequests(): [string, Init][] {
  const guess = formOf({ key: "guess", password: PASSWORD, confirmation: PASSWORD });
  return [
    [SETUP_PAGE_PATH, { headers: {} }],
    [SETUP_PAGE_PATH, guess],
    [`${REALM_PATH}/.well-known/openid-configuration`, { headers: {} }],
    [CERTS_PATH, { headers: {} }],
    [USERS_PATH, { headers: {} }],
  ];
}

/** Every claim of a victim, but another key's signature. */
async function forgeToken(): Promise<string> {
  const { privateKey } = await generateKeyPair("RS256");
  const { merchant, wallet } = victims;
  const claims = { merchant_id: merchant.id, wallet_id: wallet.id, azp: merchant.clientId };
  return new SignJWT({ ...standardClaims(), ...claims, ...withRoles("admin") })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .sign(privateKey);
}

function formOf(fields: Record<string, string>, headers: Record<string, string> = {}): Init {
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  return { method: "POST", headers: { ...form, ...headers }, body: new URLSearchParams(fields).toString() };
}

function dashboard(username: string) {
  return { grant_type: "password", client_id: "merchant-dashboard", username };
}

describe("after a stranger's flood", () => {
  it("the stranger is refused", async () => {
    for (const headers of STRANGERS) {
      const read = await send(`${MERCHANT_API}/public/payment-intents/${victims.intent.id}`, { headers });
      const guess = formOf({ grant_type: "client_credentials", client_id: ADMIN.clientId });
      const token = await send(TOKEN_PATH, { ...guess, headers: { ...guess.headers, ...headers } });
      const unknown = await send(newGuess(), { headers });
      expect([read.status, token.status, unknown.status]).toEqual([429, 429, 429]);
    }
  });

  it("the user whose password was guessed waits, who would be one of too many guesses", async () => {
    const right = formOf({ ...dashboard(victims.guessed.email), password: PASSWORD });
    expect((await send(TOKEN_PATH, right)).status).toBe(429);
  });

  it.each(VICTIMS)("everyone else is served %s", async (_, address) => {
    const { merchant, counter, user, wallet, intent } = victims;
    const statusOf = async (path: string, init: Init = { headers: {} }) => {
      const response = await send(path, { ...init, headers: { ...address, ...init.headers } });
      await response.arrayBuffer();
      return `${init.method ?? "GET"} ${path} ${response.status}`;
    };
    const tokenOf = ({ clientId, clientSecret }: typeof ADMIN) =>
      statusOf(
        TOKEN_PATH,
        formOf({ grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret }),
      );
    const post = (token: string, json: object): Init => ({
      method: "POST",
      headers: { ...bearer({ token }), "Content-Type": "application/json" },
      body: JSON.stringify(json),
    });
    const publicPath = `${MERCHANT_API}/public/payment-intents/${intent.id}`;
    const admin = await fetchToken(ADMIN.clientId, ADMIN.clientSecret);
    const mine = await makeIntent(merchant);

    for (const client of [ADMIN, merchant, counter]) expect(await tokenOf(client)).toMatch(/ 200$/);
    expect(await statusOf(TOKEN_PATH, formOf({ ...dashboard(user.email), password: PASSWORD }))).toMatch(
      / 200$/,
    );
    for (const path of [
      publicPath,
      `${publicPath}/qr.svg`,
      `${publicPath}/qr.png`,
      `${MERCHANT_API}/public/merchants`,
    ]) {
      expect(await statusOf(path)).toMatch(/ 200$/);
    }
    const registration = { email: uniqueEmail(), business_name: "Tea & Leaf" };
    expect(await statusOf(`${MERCHANT_API}/register`, post(admin, registration))).toMatch(/ 201$/);
    for (const { token } of [merchant, counter]) {
      expect(await statusOf(INTENTS, post(token, { amount: 1 }))).toMatch(/ 201$/);
      expect(await statusOf(`${INTENTS}/${intent.id}`, { headers: bearer({ token }) })).toMatch(/ 200$/);
    }
    expect(await statusOf(`${WALLET_API}/wallet`, { headers: bearer(wallet) })).toMatch(/ 200$/);
    const confirmation = { method: "POST", headers: bearer(wallet) };
    expect(await statusOf(`${WALLET_API}/payment-intents/${mine.id}/confirm`, confirmation)).toMatch(/ 200$/);
    expect(await statusOf(SETUP_PAGE_PATH, formOf({ key: keyOf(victims.newUser) }))).toMatch(/ 200$/);
    expect(await statusOf("/health")).toMatch(/ 200$/);
    expect(await statusOf(CERTS_PATH)).toMatch(/ 200$/);
  });
});
