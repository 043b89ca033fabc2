import { describe, expect, it } from "vitest";
import { BASE_URL, docsUrl, UUID } from "../../support/api.ts";
import { DAY, MINUTE, moveClock } from "../../support/clock.ts";
import { expectUnauthorized } from "../../support/error-responses.ts";
import { makeIntent } from "../../support/intents.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import {
  callAs,
  callSession,
  callUnchecked,
  cookieOf,
  makeTill,
  makeUser,
  storedSession,
} from "../../support/sessions.ts";

const INTENT = { json: { amount: 5 } };

async function expectCrossSite(
  secret: string,
  method: string,
  headers: Record<string, string>,
): Promise<void> {
  const json = method === "POST" ? INTENT.json : undefined;
  const response = await callUnchecked(method, INTENTS, { ...cookieOf(secret), ...headers }, json);
  expect([response.status, response.body]).toEqual([
    403,
    {
      success: false,
      error: "a session may be used only by this service's own pages: send an access token instead",
      code: "cross_site_request",
      request_id: expect.stringMatching(UUID),
      docs_url: docsUrl("cross_site_request"),
    },
  ]);
}

describe("a till's session", () => {
  it("lasts as long as it is used", async () => {
    const { secret, session } = await makeTill();
    moveClock(80 * DAY);
    expect((await callAs(secret, "GET", INTENTS)).status).toBe(200);
    await expect.poll(async () => (await storedSession(session.id))?.last_used_at).toBe(Date.now());
    moveClock(80 * DAY);
    expect((await callAs(secret, "GET", INTENTS)).status).toBe(200);
    await expect.poll(async () => (await storedSession(session.id))?.last_used_at).toBe(Date.now());
    moveClock(91 * DAY);
    expectUnauthorized(await callAs(secret, "GET", INTENTS));
  });

  it("notes its use only now and then", async () => {
    const { secret, session } = await makeTill();
    moveClock(9 * MINUTE);
    expect((await callAs(secret, "GET", INTENTS)).status).toBe(200);
    expect((await storedSession(session.id))?.last_used_at).toBe(session.lastUsedAt);
  });
});

describe("a user's session", () => {
  it("ends when its access token has expired and cannot be renewed", async () => {
    const { secret, session } = await makeUser();
    moveClock(5 * MINUTE);
    expectUnauthorized(await callAs(secret, "GET", INTENTS));
    expect(await storedSession(session.id)).toBeNull();
  });

  it("stores neither its cookie nor its tokens readably", async () => {
    const { secret, session } = await makeUser();
    const stored = JSON.stringify(await storedSession(session.id));
    expect(stored).not.toContain(secret);
    expect(stored).not.toMatch(/eyJhbGci/);
  });
});

describe("a request with a cookie", () => {
  it("needs a session that is not over", async () => {
    for (const secret of ["", "garbage", "A".repeat(43)]) {
      expectUnauthorized(await callAs(secret, "GET", INTENTS));
      expectUnauthorized(await callAs(secret, "POST", INTENTS, INTENT));
    }
  });

  it("counts by its token when it has one, be it wrong", async () => {
    const { secret } = await makeUser();
    const other = await makeMerchant();
    const { id } = await makeIntent(other);
    const headers = { Authorization: `Bearer ${other.token}`, "Sec-Fetch-Site": "cross-site" };
    expect((await callAs(secret, "GET", `${INTENTS}/${id}`, { headers })).status).toBe(200);
    expectUnauthorized(
      await callAs(secret, "GET", INTENTS, { headers: { Authorization: "Bearer garbage" } }),
    );
  });

  it.each([
    ["another site", { "Sec-Fetch-Site": "cross-site" }],
    ["another host of the site", { "Sec-Fetch-Site": "same-site" }],
    ["another site that claims the origin", { "Sec-Fetch-Site": "cross-site", Origin: BASE_URL }],
  ])("is refused when it comes from %s", async (_, headers) => {
    const { secret } = await makeUser();
    await expectCrossSite(secret, "POST", headers);
    await expectCrossSite(secret, "GET", headers);
    expect((await callSession("POST", "/sign-out", { ...cookieOf(secret), ...headers })).status).toBe(403);
    expect((await callAs(secret, "GET", INTENTS)).status).toBe(200);
  });

  it.each([
    ["from nowhere", {}],
    ["typed into the address bar", { "Sec-Fetch-Site": "none" }],
    ["from another origin", { Origin: "https://evil.test" }],
    ["from an opaque origin", { Origin: "null" }],
    ["from another port", { Origin: `${BASE_URL}:8080` }],
  ])("changes nothing: %s", async (_, headers) => {
    const { secret } = await makeUser();
    await expectCrossSite(secret, "POST", headers);
  });

  it("is accepted from an older browser by its origin, and reads without one", async () => {
    const { secret } = await makeUser();
    const headers = { Origin: BASE_URL };
    expect((await callAs(secret, "POST", INTENTS, { ...INTENT, headers })).status).toBe(201);
    expect((await callAs(secret, "GET", INTENTS, { headers: {} })).status).toBe(200);
    expect((await callAs(secret, "GET", INTENTS, { headers: { "Sec-Fetch-Site": "none" } })).status).toBe(
      200,
    );
  });
});
