// Cookies, codes and links that nobody was given: an address can make the service look up so many of them, counted in D1
// queries, and keeps nobody out by that.
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { createSecretGuesses } from "#core/adapters/secret-guesses.ts";
import { issueSecret } from "#core/lib/issued-secret.ts";
import { groupSymbols, PAIRING_SYMBOLS } from "#core/lib/pairing-code.ts";
import { hashSecret, randomSecret } from "#core/lib/secrets.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { moveClock } from "../../support/clock.ts";
import { countQueries } from "../../support/count-queries.ts";
import { makeCounter } from "../../support/counters.ts";
import { useMutedLog } from "../../support/faults.ts";
import { ISSUER } from "../../support/identity-provider.ts";
import { keyOf } from "../../support/logins.ts";
import { createPairing } from "../../support/pairings.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS, REALM_PATH, SETUP_PAGE_PATH } from "../../support/paths.ts";
import { limiterOf, newAddress, type Send, startService } from "../../support/rate-limits.ts";
import { sharedRows } from "../../support/rows.ts";
import { cookieOf, makeTill, openTillAtHome, SAME_ORIGIN, tillCookieOf } from "../../support/sessions.ts";

const LIMIT = 3;

useMutedLog();

function inventCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return groupSymbols(Array.from(bytes, (byte) => PAIRING_SYMBOLS[byte % 32]).join(""));
}

const json = (body: object) => ({
  method: "POST",
  headers: { ...SAME_ORIGIN, "Content-Type": "application/json" },
  body: JSON.stringify(body),
});
const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });
const asCookie = (secret: string) => ({ headers: { ...SAME_ORIGIN, ...cookieOf(secret) } });

async function issueCode(): Promise<string> {
  const merchant = await makeMerchant();
  return (await createPairing(merchant, (await makeCounter(merchant)).id)).code;
}

type Case = [
  name: string,
  invent: () => string,
  request: (secret: string) => [path: string, init?: RequestInit],
  statuses: { invented: number; issued: number },
  issue: () => Promise<string>,
];

const CASES: Case[] = [
  [
    "a session's cookie",
    randomSecret,
    (secret) => [INTENTS, asCookie(secret)],
    { invented: 401, issued: 200 },
    async () => (await makeTill()).secret,
  ],
  [
    "a till's cookie with its id",
    () => `${randomSecret()}.${crypto.randomUUID()}`,
    (secret) => [INTENTS, { headers: { ...SAME_ORIGIN, ...tillCookieOf(secret) } }],
    { invented: 401, issued: 200 },
    async () => (await makeTill()).secret,
  ],
  [
    "a cookie that signs out",
    randomSecret,
    (secret) => ["/session/sign-out", { method: "POST", ...asCookie(secret) }],
    { invented: 200, issued: 200 },
    async () => (await makeTill()).secret,
  ],
  [
    "a pairing code that is looked up",
    inventCode,
    (code) => ["/session/pair/look-up", json({ code })],
    { invented: 400, issued: 200 },
    issueCode,
  ],
  [
    "a pairing code",
    inventCode,
    (code) => ["/session/pair", json({ code })],
    { invented: 400, issued: 201 },
    issueCode,
  ],
  [
    "a setup link",
    randomSecret,
    (key) => [SETUP_PAGE_PATH, form({ key })],
    { invented: 410, issued: 200 },
    async () => keyOf((await makeMerchant()).setupUrl),
  ],
  [
    "a refresh token that is revoked",
    randomSecret,
    (secret) => [
      `${REALM_PATH}/protocol/openid-connect/revoke`,
      form({ client_id: "merchant-dashboard", token: `${crypto.randomUUID()}.${secret}` }),
    ],
    { invented: 200, issued: 200 },
    () => issueSecret("refresh token", [env.MASTER_KEY]),
  ],
];

/** Sends from one address to an isolate of its own. */
function startAt(address: string, send: Send = startService({ LIMIT_UNKNOWN_IDS: limiterOf(LIMIT) })) {
  return async ([path, init]: [path: string, init?: RequestInit]) => {
    const headers = { ...init?.headers, "CF-Connecting-IP": address };
    return (await send(path, { ...init, headers })).status;
  };
}

async function statusesOf(count: number, present: () => Promise<number>): Promise<number[]> {
  const statuses = [];
  for (let sent = 0; sent < count; sent++) statuses.push(await present());
  return statuses;
}

describe.each(CASES)("%s", (_, invent, request, statuses, issue) => {
  it("costs no query once its address has invented too many, until the minute is over", async () => {
    const statusOf = startAt(newAddress());
    const present = () => statusOf(request(invent()));
    const expected = [...Array(LIMIT).fill(statuses.invented), 429];
    expect(await statusesOf(LIMIT + 1, present)).toEqual(expected);
    const counts = countQueries();
    expect(await statusesOf(10, present)).toEqual(Array(10).fill(429));
    expect(counts.queries).toBe(0);
    moveClock(60_000);
    expect(await present()).toBe(429);
    expect(counts.queries).toBeGreaterThan(0);
  });

  it("is not refused for what its neighbours have invented, when it was issued", async () => {
    const secret = await issue();
    const statusOf = startAt(newAddress());
    await statusesOf(LIMIT + 1, () => statusOf(request(invent())));
    expect(await statusOf(request(secret))).toBe(statuses.issued);
  });
});

it("whatever is invented counts together at an address", async () => {
  const statusOf = startAt(newAddress());
  const statuses = [];
  for (const [, invent, request] of CASES) statuses.push(await statusOf(request(invent())));
  expect(statuses.slice(LIMIT)).toEqual(Array(CASES.length - LIMIT).fill(429));
});

it("a valid pairing code costs no query once it has been looked up too often, however it is spelled", async () => {
  const code = await issueCode();
  const send = startService({ LIMIT_UNKNOWN_IDS: limiterOf(LIMIT) });
  const lookUp = (text: string) =>
    startAt(newAddress(), send)(["/session/pair/look-up", json({ code: text })]);
  expect(await statusesOf(LIMIT, () => lookUp(code))).toEqual(Array(LIMIT).fill(200));
  const counts = countQueries();
  expect([await lookUp(code), await lookUp(code.toLowerCase().replaceAll("-", " "))]).toEqual([429, 429]);
  expect(counts.queries).toBe(0);
});

it("a provider's code is not asked for once its address has invented too many", async () => {
  const send = startService({ LIMIT_UNKNOWN_IDS: limiterOf(LIMIT) });
  const begun = await send("/session/sign-in", { headers: SAME_ORIGIN });
  const state = new URL(begun.headers.get("Location") ?? "").searchParams.get("state");
  const [cookie = ""] = (begun.headers.get("Set-Cookie") ?? "").split(";");
  const address = newAddress();
  const path = `/session/callback?${new URLSearchParams({ code: "invented", state: state ?? "", iss: ISSUER })}`;
  const present = () => startAt(address, send)([path, { headers: { Cookie: cookie } }]);
  const counts = countQueries();
  expect(await statusesOf(LIMIT + 1, present)).toEqual([...Array(LIMIT).fill(400), 429]);
  const { queries } = counts;
  expect(queries).toBeGreaterThan(0);
  expect([await present(), counts.queries]).toEqual([429, queries]);
});

it("a provider's code that is not invented counts against nobody", async () => {
  const rateLimits = { allow: async () => false };
  const { askProvider } = createSecretGuesses({ masterKeys: [], rateLimits, clock: () => 0 });
  const present = async (tokens: string | null) => (await askProvider("192.0.2.1", async () => tokens)).ok;
  expect([await present("tokens"), await present("tokens")]).toEqual([true, true]);
  expect([await present(null), await present("tokens")]).toEqual([false, false]);
});

describe("a session's cookie", () => {
  const [, invent, request] = CASES[0] as Case;
  let send: Send;
  beforeEach(() => {
    send = startService({ LIMIT_UNKNOWN_IDS: limiterOf(LIMIT) });
  });

  const asTill = (secret: string): [string, RequestInit] => [
    INTENTS,
    { headers: { ...SAME_ORIGIN, ...tillCookieOf(secret) } },
  ];

  /** Under a master key that has been retired. */
  async function makeUnderRetired(): Promise<{ secret: string; end: () => Promise<unknown> }> {
    const merchant = await makeMerchant();
    const { session } = await openTillAtHome(merchant.id, (await makeCounter(merchant)).id);
    const secret = randomSecret();
    const idHash = await hashSecret(secret);
    await sharedRows.run("UPDATE sessions SET id_hash = ? WHERE id = ?", idHash, session.id);
    return { secret, end: () => sandboxDependenciesFor(env).sessions.of(session.id).end(idHash) };
  }

  it("that is over costs no query after a while, and nobody else is refused for it", async () => {
    const { secret, session } = await makeTill();
    const another = await makeTill();
    await sandboxDependenciesFor(env).sessions.of(session.id).end(session.idHash);
    const statusOf = startAt(newAddress(), send);
    expect(await statusesOf(LIMIT + 1, () => statusOf(request(secret)))).toEqual([401, 401, 401, 429]);
    const counts = countQueries();
    expect(await startAt(newAddress(), send)(request(secret))).toBe(429);
    expect(counts.queries).toBe(0);
    expect(await statusOf(request(another.secret))).toBe(200);
    expect(await statusOf(request(invent()))).toBe(401);
  });

  it("under a retired master key works, and goes on while others at its address invent", async () => {
    const [known, unseen] = [await makeUnderRetired(), await makeUnderRetired()];
    const statusOf = startAt(newAddress(), send);
    expect(await statusOf(asTill(known.secret))).toBe(200);
    await statusesOf(LIMIT + 1, () => statusOf(request(invent())));
    expect(await statusOf(asTill(known.secret))).toBe(200);
    expect(await statusOf(asTill(unseen.secret))).toBe(429);
    expect(await startAt(newAddress(), send)(asTill(unseen.secret))).toBe(200);
    await known.end();
    expect(await statusesOf(2, () => statusOf(asTill(known.secret)))).toEqual([429, 429]);
  });

  it("under a retired master key is looked up at an address that unrelated Workers share, whatever they invent", async () => {
    const { secret } = await makeUnderRetired();
    const statusOf = startAt("2a06:98c0:3600::103", send);
    await statusesOf(LIMIT + 1, () => statusOf(request(invent())));
    expect(await statusOf(asTill(secret))).toBe(200);
  });
});
