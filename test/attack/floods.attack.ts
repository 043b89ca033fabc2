// A stranger's flood ends in 429 for the stranger, and for nobody else.
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { derivedUuid } from "#core/lib/derived-uuid.ts";
import { randomSecret } from "#core/lib/secrets.ts";
import { type ApiResponse, adminToken, call } from "../support/api.ts";
import { makeCounter } from "../support/counters.ts";
import { atService, basic, postForm, requestTokenFrom } from "../support/identity-provider.ts";
import { makeIntent } from "../support/intents.ts";
import { keyOf, makeMerchantWithUser, PASSWORD, signIn, takeUserToken } from "../support/logins.ts";
import { lookUp, makeTill } from "../support/pairings.ts";
import { makeMerchant, type TestMerchant } from "../support/parties.ts";
import { INTENTS, MERCHANT_API, REALM_PATH, SETUP_PAGE_PATH } from "../support/paths.ts";
import { callAs, callSession, cookieOf, SAME_ORIGIN } from "../support/sessions.ts";
import { flood, waitForTime } from "./flood.ts";
import { randomAddress } from "./service/workers.ts";

const from = (address: string) => ({ "CF-Connecting-IP": address });
const readPublic = (id: string, headers = {}) =>
  call("GET", `${MERCHANT_API}/public/payment-intents/${id}`, { headers });

let shop: TestMerchant;
beforeAll(async () => {
  shop = await makeMerchantWithUser();
});

describe("floods by a stranger", () => {
  const stranger = from(randomAddress());

  it("name a client in every way, and do not lock it out", async () => {
    const { clientId, clientSecret } = shop;
    const encoded = `%${clientId.charCodeAt(0).toString(16)}${clientId.slice(1)}`;
    const grant = { grant_type: "client_credentials" };
    const requests = [
      () => requestTokenFrom(atService, clientId, "wrong", stranger),
      () => requestTokenFrom(atService, clientId, "x".repeat(20_000), stranger),
      () =>
        postForm(atService, grant, {
          ...stranger,
          Authorization: basic(clientId, "wrong").replace(" ", "  "),
        }),
      () => postForm(atService, grant, { ...stranger, Authorization: basic(encoded, "wrong") }),
    ] as const;
    const statuses = await flood(640, (index) => (requests[index % 4] ?? requests[0])());
    expect(statuses).toContain(429);
    expect((await requestTokenFrom(atService, clientId, clientSecret)).status).toBe(200);
  });

  it("guess a user's password, who can still log in elsewhere", async () => {
    const statuses = await flood(20, () => signIn(atService, shop.email, "wrong", stranger));
    expect(statuses).not.toContain(200);
    expect((await signIn(atService, shop.email, PASSWORD)).status).toBe(200);
  });

  it("read an intent, which its customer can still read", async () => {
    const { id } = await makeIntent(shop);
    await waitForTime();
    expect(await flood(140, () => readPublic(id, stranger))).toContain(429);
    expect((await readPublic(id)).status).toBe(200);
  });

  it("leave their address to the merchant who shares it", async () => {
    const options = { token: shop.token, headers: stranger };
    expect((await call("GET", `${MERCHANT_API}/webhook`, options)).status).toBe(200);
  });
});

/** Derives an id as it was before there was a secret. */
function guessedId({ id, clientId }: TestMerchant, key: string): string {
  const text = JSON.stringify([id, clientId, "create", key]);
  return derivedUuid(createHash("sha256").update(text).digest());
}

describe("guessed ids", () => {
  it("find no order, and end in 429 for what the stranger has not read before", async () => {
    const keyOf = (number: number) => `order-${1001 + number}`;
    const orders: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      const headers = { "Idempotency-Key": keyOf(number) };
      const created = await call("POST", INTENTS, { token: shop.token, headers, json: { amount: 1 } });
      orders.push(created.body.payment_intent.id);
    }
    const [order = "", known = ""] = orders;
    const stranger = from(randomAddress());
    await waitForTime();
    expect((await readPublic(known, stranger)).status).toBe(200);

    const statuses = await flood(420, (index) => readPublic(guessedId(shop, keyOf(index)), stranger));

    expect(statuses).not.toContain(200);
    expect(statuses).toContain(429);
    expect((await readPublic(order, stranger)).status).toBe(429);
    expect((await readPublic(known, stranger)).status).toBe(200);
    expect((await readPublic(order)).status).toBe(200);
  });
});

describe("invented cookies and codes", () => {
  it("end in 429 for the address, and not for who was paired or invited there", async () => {
    const owner = await takeUserToken(shop.email);
    const counter = await makeCounter(shop);
    const till = await makeTill(shop, counter.id, owner);
    const { setupUrl } = await makeMerchant();
    const address = from(randomAddress());
    const headers = { ...SAME_ORIGIN, ...address };
    const openLink = (key: string) =>
      atService.request(SETUP_PAGE_PATH, {
        method: "POST",
        body: new URLSearchParams({ key }),
        headers: address,
      });
    const revoke = () => {
      const body = new URLSearchParams({ client_id: "merchant-dashboard", token: `x.${randomSecret()}` });
      return atService.request(`${REALM_PATH}/protocol/openid-connect/revoke`, {
        method: "POST",
        body,
        headers: address,
      });
    };
    const requests = [
      () => callSession("POST", "/sign-out", { ...cookieOf(randomSecret()), ...headers }),
      () => callAs(randomSecret(), "GET", INTENTS, { headers }),
      () => lookUp("0".repeat(26), headers),
      () => openLink(randomSecret()),
      revoke,
    ] as const;
    await waitForTime();

    for (const request of requests) expect(await flood(100, async () => await request())).toContain(429);

    for (const request of requests) expect((await request()).status).toBe(429);
    expect((await callAs(till.secret, "GET", INTENTS, { headers })).status).toBe(200);
    expect((await openLink(keyOf(setupUrl))).status).toBe(200);
    expect((await callAs(randomSecret(), "GET", INTENTS)).status).toBe(401);
  });
});

const MINUTE_MS = 60_000;
const FAILURES = 240;
/** Five callers and one entry for all others, with each of three kinds of failure. */
const ENTRIES_PER_MINUTE_MAX = 18;

type Entry = { created_at: string; occurrences: number };

async function readEntries(query: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  const token = await adminToken();
  for (let cursor = ""; ; ) {
    const path = `${MERCHANT_API}/admin/audit-trail?limit=100&${query}${cursor}`;
    const { body }: ApiResponse = await call("GET", path, { token });
    entries.push(...body.entries);
    if (body.next_cursor === null) return entries;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

describe("the audit trail", () => {
  it("counts failed logins from everywhere in few entries a minute", async () => {
    const { email } = await makeMerchantWithUser();
    const since = new Date(Date.now() - (Date.now() % MINUTE_MS)).toISOString();
    const tries = [
      () => signIn(atService, email, "wrong"),
      () => signIn(atService, `${crypto.randomUUID()}@example.com`, "wrong"),
      () => requestTokenFrom(atService, shop.clientId, "wrong"),
      () => requestTokenFrom(atService, crypto.randomUUID(), "wrong"),
    ] as const;
    await flood(FAILURES, (index) => (tries[index % 4] ?? tries[0])());
    const entries: Entry[] = [];
    for (const action of ["login.failed", "client_login.failed"])
      entries.push(...(await readEntries(`action=${action}&created_from=${since}`)));
    const minutes = Map.groupBy(entries, ({ created_at }) => created_at.slice(0, 16));
    expect(Math.max(...[...minutes.values()].map(({ length }) => length))).toBeLessThanOrEqual(
      ENTRIES_PER_MINUTE_MAX,
    );
    const counted = entries.reduce((sum, { occurrences }) => sum + occurrences, 0);
    expect(counted).toBeGreaterThanOrEqual(FAILURES);
  });
});
