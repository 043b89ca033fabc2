// The two reads by id: a poll returns 304 while nothing has changed.
import { exports } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { type ApiResponse, BASE_URL, call, UUID } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { expectIntentNotFound, expectUnauthorized } from "../../support/error-responses.ts";
import { confirm, makeIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { collect, evict } from "../../support/objects.ts";
import { makeMerchant, makeWallet, renewMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { countDrawings } from "../../support/qr.ts";
import { settleRefund } from "../../support/settlement.ts";

const READS = [
  { name: "GET /merchant/api/v1/payment-intents/{intentID}", path: INTENTS },
  {
    name: "GET /merchant/api/v1/public/payment-intents/{intentID}",
    path: `${MERCHANT_API}/public/payment-intents`,
  },
];

describe.each(READS)("ETag of $name", ({ path }) => {
  async function setUp() {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    const etag = (await read(merchant, id)).headers.get("ETag") ?? "";
    return { merchant, id, etag };
  }

  function read({ token }: { token: string }, id: string, ifNoneMatch?: string): Promise<ApiResponse> {
    const headers = ifNoneMatch === undefined ? {} : { "If-None-Match": ifNoneMatch };
    return call("GET", `${path}/${id}`, { token, headers });
  }

  it("comes with a 200 and stays the same while nothing happens", async () => {
    const { merchant, id, etag } = await setUp();
    expect(etag).toMatch(/^W\/"[^"]+"$/);
    moveClock(60_000);
    await evict(id);
    const again = await read(await renewMerchant(merchant), id);
    expect([again.status, again.headers.get("ETag")]).toEqual([200, etag]);
  });

  it("does not repeat to others what one caller was warned of", async () => {
    const { merchant, id } = await setUp();
    const before = await read(merchant, id);
    const warned = await call("GET", `${path}/${id}?colour=red`, { token: merchant.token });
    expect(warned.body).toEqual({
      ...before.body,
      warnings: [{ field: "colour", message: expect.stringContaining("not known") }],
    });
    expect((await read(merchant, id)).body).toEqual(before.body);
  });

  it("is another once the sandbox's clock has moved the deadline", async () => {
    const { merchant, id, etag } = await setUp();
    const before = await read(merchant, id);
    const json = { minutes: 5 };
    expect((await call("POST", "/sandbox/v1/clock", { token: merchant.token, json })).status).toBe(200);
    const after = await read(merchant, id, etag);
    expect(after.status).toBe(200);
    const deadlines = [before, after].map((response) => Date.parse(response.body.payment_intent.expires_at));
    expect(Math.round(((deadlines[0] ?? 0) - (deadlines[1] ?? 0)) / 60_000)).toBe(5);
  });

  it("gives a 304 with the same headers and no body when it matches", async () => {
    const { merchant, id, etag } = await setUp();
    const { status, headers, text } = await read(merchant, id, etag);
    expect({ status, text, etag: headers.get("ETag"), cache: headers.get("Cache-Control") }).toEqual({
      status: 304,
      text: "",
      etag,
      cache: "private, no-cache",
    });
    expect(headers.get("X-Request-Id")).toMatch(UUID);
  });

  it.each([
    ["*", (_: string) => "*"],
    ["its strong form", (etag: string) => etag.slice(2)],
    ["a list that holds it", (etag: string) => `"a", ${etag},W/"b"`],
    ["a list that holds its strong form last", (etag: string) => `W/"a","b",${etag.slice(2)}`],
  ])("matches If-None-Match: %s", async (_, header) => {
    const { merchant, id, etag } = await setUp();
    expect((await read(merchant, id, header(etag))).status).toBe(304);
  });

  it.each([
    ["another tag", () => '"x"'],
    ["another weak tag", () => 'W/"x"'],
    ["nothing", () => ""],
    ["the tag without quotes", (etag: string) => etag.slice(3, -1)],
    ["the tag as part of another", (etag: string) => `${etag.slice(0, -1)}0"`],
    ["a list without it", () => '"a", "b"'],
  ])("does not match If-None-Match: %s", async (_, header) => {
    const { merchant, id, etag } = await setUp();
    const response = await read(merchant, id, header(etag));
    expect([response.status, response.body.payment_intent.id]).toEqual([200, id]);
  });

  it("changes with payment, refund and settlement, and then survives the deletion of the object's storage", async () => {
    const { merchant, id, etag } = await setUp();
    const tags = [etag];
    const expectChange = async (change: Record<string, unknown>) => {
      const response = await read(merchant, id, tags.at(-1));
      expect(response.status).toBe(200);
      expect(response.body.payment_intent).toMatchObject(change);
      const tag = response.headers.get("ETag") ?? "";
      expect(tags).not.toContain(tag);
      expect((await read(merchant, id, tag)).status).toBe(304);
      tags.push(tag);
    };
    expect((await confirm(await makeWallet(), id)).status).toBe(200);
    await expectChange({ status: "completed" });
    expect((await refund(merchant, id)).status).toBe(200);
    await expectChange({ refund_status: "pending" });
    await settleRefund(id);
    await expectChange({ refund_status: "completed" });
    await collect(id);
    await evict(id);
    const later = await renewMerchant(merchant);
    expect((await read(later, id, tags.at(-1))).status).toBe(304);
    expect((await read(later, id, tags.join(", "))).status).toBe(304);
    expect((await read(later, id, tags.slice(0, -1).join(", "))).status).toBe(200);
  });

  it("changes at the deadline, even if the read is the first to notice", async () => {
    const { merchant, id, etag } = await setUp();
    moveClock(1_800_000 - 1);
    const renewed = await renewMerchant(merchant);
    moveClock(1);
    const response = await read(renewed, id, etag);
    expect([response.status, response.body.payment_intent.status]).toEqual([200, "expired"]);
  });
});

describe("the QR code", () => {
  it("is drawn once for whoever creates or reads the intent", async ({ merchant }) => {
    const { token } = merchant;
    const drawings = countDrawings();
    const { id, qr_code_url } = await makeIntent(merchant);
    const [merchants, publics] = READS.map(({ path }) => `${path}/${id}`) as [string, string];
    const headers = { "If-None-Match": "*" };
    for (const path of [merchants, publics])
      expect((await call("GET", path, { token, headers })).status).toBe(304);
    for (const path of [merchants, publics, merchants, publics]) {
      const { body } = await call("GET", path, { token });
      expect(body.payment_intent.qr_code_url).toBe(qr_code_url);
    }
    expect(drawings()).toBe(1);
  });
});

describe("the public view", () => {
  it("tells nothing of a stranger's declined payment", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const read = () => call("GET", `${MERCHANT_API}/public/payment-intents/${id}`);
    const before = await read();
    expect((await confirm(await makeWallet({ balance: 1 }), id)).status).toBe(402);
    const after = await read();
    expect(after.body).toEqual(before.body);
    expect(after.headers.get("ETag")).toBe(before.headers.get("ETag"));
  });
});

describe("If-None-Match", () => {
  it("gives no access to another merchant's intent, or without a token", async ({ other, intent }) => {
    const { id } = intent;
    const headers = { "If-None-Match": "*" };
    expectIntentNotFound(await call("GET", `${INTENTS}/${id}`, { token: other.token, headers }));
    expectUnauthorized(await call("GET", `${INTENTS}/${id}`, { headers }));
  });

  it("has no effect on a list or a command", async () => {
    const { token } = await makeMerchant();
    const headers = { "If-None-Match": "*" };
    expect((await call("GET", INTENTS, { token, headers })).status).toBe(200);
    expect((await call("POST", INTENTS, { token, headers, json: { amount: 1 } })).status).toBe(201);
  });

  it("gives a 304 to any web page that reads the public view", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const url = `${BASE_URL}${MERCHANT_API}/public/payment-intents/${id}`;
    const headers = { Origin: "https://shop.test", "If-None-Match": "*" };
    const response = await exports.default.fetch(url, { headers });
    expect([response.status, await response.text()]).toEqual([304, ""]);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });
});
