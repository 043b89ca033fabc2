// A browser becomes a till of a counter, acts as it, and stops when it is revoked.

import { env } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { BASE_URL, call, ISO_TIME, UUID } from "../../support/api.ts";
import { storedEntries } from "../../support/audit-trail.ts";
import { moveClock, useStoppedClock } from "../../support/clock.ts";
import { COUNTERS, deactivateCounter, makeCounter } from "../../support/counters.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { createPairing, lookUp, makeTill, pair } from "../../support/pairings.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API, UNKNOWN_ID } from "../../support/paths.ts";
import { rowsOf } from "../../support/rows.ts";
import { callAs, callSession, tillCookieOf } from "../../support/sessions.ts";
import { reinstate, suspend } from "../../support/stops.ts";

useStoppedClock();

const UNKNOWN_CODE = "7ZK3M-Q0V8R-4TNXH-2BPJW-9CFDE-6";
/** Where there are cells, it ends in the session's id. */
const COOKIE = env.CELLS ? "[\\w-]{43}\\.[0-9a-f-]{36}" : "[\\w-]{43}";
const CODE = /^([0-9A-HJKMNP-TV-Z]{5}-){5}[0-9A-HJKMNP-TV-Z]$/;

describe("POST /counters/{counterID}/pairings", () => {
  it("returns a code for ten minutes, its page and a QR code, and stores only the code's hash", async ({
    merchant,
    counter,
  }) => {
    const { id } = counter;
    const pairing = await createPairing(merchant, id);
    expect(pairing).toEqual({
      counter_id: id,
      code: expect.stringMatching(CODE),
      url: `${BASE_URL}/pos/pair#${pairing.code}`,
      qr_code_url: expect.stringMatching(/^data:image\/png;base64,/),
      expires_at: expect.stringMatching(ISO_TIME),
    });
    expect(Math.abs(Date.parse(pairing.expires_at) - Date.now() - 600_000)).toBeLessThan(60_000);
    const results = await rowsOf(id).all("SELECT * FROM till_pairings WHERE counter_id = ?", id);
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain(pairing.code);
    expect(await storedEntries(merchant.id, "pairing.created")).toMatchObject([{ targetId: id }]);
  });

  it("is refused for an unknown and for an inactive counter", async ({ merchant, owner: { token } }) => {
    const unknown = await call("POST", `${COUNTERS}/${UNKNOWN_ID}/pairings`, { token });
    expectFailure(unknown, 404, "counter_not_found", "Payment intent not found");
    const { id } = await makeCounter(merchant);
    await deactivateCounter(merchant, id);
    const inactive = await call("POST", `${COUNTERS}/${id}/pairings`, { token });
    expectFailure(inactive, 403, "counter_not_active", "Counter is not active");
  });

  it("deletes the merchant's expired codes", async ({ merchant, counter }) => {
    const { id } = counter;
    await createPairing(merchant, id);
    moveClock(600_000);
    await createPairing(merchant, id);
    const results = await rowsOf(id).all("SELECT * FROM till_pairings WHERE counter_id = ?", id);
    expect(results).toHaveLength(1);
  });
});

describe("POST /session/pair/look-up", () => {
  it("says whose the code is, as often as it is asked, and pairs nothing", async () => {
    const merchant = await makeMerchant({ business_name: "Bean & Leaf" });
    const { id } = await makeCounter(merchant, { name: "Front counter" });
    await call("PUT", `${MERCHANT_API}/settings`, { token: merchant.token, json: { currency: "CHF" } });
    const { code } = await createPairing(merchant, id);
    for (const typed of [code, code.toLowerCase()]) {
      const response = await lookUp(typed);
      expect([response.status, response.headers.has("Set-Cookie")]).toEqual([200, false]);
      expect(await response.json()).toEqual({
        success: true,
        pairing: { merchant_name: "Bean & Leaf", counter_name: "Front counter", currency: "CHF", number: 1 },
      });
    }
    expect(await storedEntries(merchant.id, "till.paired")).toEqual([]);
    expect((await pair(code)).status).toBe(201);
  });

  it("says the same of a code that was used, has expired or never was, and nothing to another site", async ({
    merchant,
    counter,
  }) => {
    const used = (await createPairing(merchant, counter.id)).code;
    expect((await pair(used)).status).toBe(201);
    const { code } = await createPairing(merchant, counter.id);
    expect((await lookUp(code, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect((await lookUp(code, {})).status).toBe(403);
    moveClock(600_000);
    for (const wrong of [used, code, UNKNOWN_CODE, ""]) {
      const response = await lookUp(wrong);
      expect(response.status).toBe(400);
      const { request_id, ...body } = await response.json<Record<string, unknown>>();
      const message = "is unknown, was used, or has expired: create a new one";
      expect(body).toMatchObject({ success: false, details: [{ field: "code", message }] });
      expect(Object.keys(body).sort()).toEqual(["code", "details", "docs_url", "error", "success"]);
    }
  });
});

describe("POST /session/pair", () => {
  it("makes the browser a till, once, however the code is typed", async () => {
    const merchant = await makeMerchant({ business_name: "Bean & Leaf" });
    const { id } = await makeCounter(merchant);
    const { code } = await createPairing(merchant, id);
    const typed = code.toLowerCase().replaceAll("-", " ").replaceAll("1", "l").replaceAll("0", "o");
    const response = await pair(typed, { name: "iPad" });
    expect(response.status).toBe(201);
    expect(response.headers.get("Set-Cookie")).toMatch(
      new RegExp(`^__Host-till=${COOKIE}; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$`),
    );
    expect(await response.json()).toEqual({
      success: true,
      till: {
        id: expect.stringMatching(UUID),
        counter_id: id,
        name: "iPad",
        paired_by: expect.stringMatching(UUID),
        created_at: expect.stringMatching(ISO_TIME),
        last_used_at: expect.stringMatching(ISO_TIME),
        expires_at: expect.stringMatching(ISO_TIME),
      },
    });
    expect((await pair(code)).status).toBe(400);
    expect(await storedEntries(merchant.id, "till.paired")).toMatchObject([
      { actor: `counter-${id}`, actorKind: "counter", erasable: { details: { value: "iPad" } } },
    ]);
  });

  it("gives one of two browsers at once the till", async ({ merchant }) => {
    const { code } = await createPairing(merchant, (await makeCounter(merchant)).id);
    const statuses = (await Promise.all([pair(code), pair(code)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 400]);
  });

  it("is refused after ten minutes, for an unknown code, and from another site", async ({
    merchant,
    counter,
  }) => {
    const { id } = counter;
    const { code } = await createPairing(merchant, id);
    expect((await pair(code, { headers: { "Sec-Fetch-Site": "cross-site" } })).status).toBe(403);
    moveClock(600_000);
    for (const wrong of [code, UNKNOWN_CODE, "", "x".repeat(26), 5]) {
      const response = await pair(wrong);
      expect(response.status).toBe(400);
      const { details } = await response.json<{ details: { field: string }[] }>();
      expect(details.map(({ field }) => field)).toEqual(["code"]);
      expect(response.headers.has("Set-Cookie")).toBe(false);
    }
  });

  it("is refused when the counter is not active any more", async ({ merchant, counter }) => {
    const { code } = await createPairing(merchant, counter.id);
    await deactivateCounter(merchant, counter.id);
    expect((await pair(code)).status).toBe(403);
  });

  it("is refused with a code from before a suspension, also once it is over", async ({
    merchant,
    counter,
  }) => {
    const codes = [await createPairing(merchant, counter.id), await createPairing(merchant, counter.id)];
    await suspend(merchant);
    expect((await pair(codes[0].code)).status).toBe(400);
    await reinstate(merchant);
    expect((await pair(codes[1].code)).status).toBe(400);
  });
});

describe("a till", () => {
  it("creates, lists, reads and cancels what is its counter's, and nothing else", async ({
    merchant,
    counter,
  }) => {
    const { id } = counter;
    const other = await makeIntent(merchant);
    const { secret } = await makeTill(merchant, id);
    const created = await callAs(secret, "POST", INTENTS, { json: { amount: 3.5, currency: "EUR" } });
    expect([created.status, created.body.payment_intent.counter_id]).toEqual([201, id]);
    const own = created.body.payment_intent.id;
    const listed = await callAs(secret, "GET", INTENTS);
    expect(listed.body.payment_intents.map((intent: { id: string }) => intent.id)).toEqual([own]);
    const foreign = await callAs(secret, "GET", `${INTENTS}?counter_id=${UNKNOWN_ID}`);
    expect(foreign.body.payment_intents).toHaveLength(1);
    expect((await callAs(secret, "GET", `${INTENTS}/${own}`)).status).toBe(200);
    expect((await callAs(secret, "GET", `${INTENTS}/${other.id}`)).status).toBe(404);
    expect((await callAs(secret, "POST", `${INTENTS}/${other.id}/cancel`)).status).toBe(404);
    expect((await callAs(secret, "POST", `${INTENTS}/${own}/cancel`)).status).toBe(200);
    expect((await callAs(secret, "POST", `${INTENTS}/${own}/refund`)).status).toBe(403);
    expect((await callAs(secret, "GET", COUNTERS)).status).toBe(403);
  });

  it("scans a customer's code, for its own counter only", async ({ merchant }) => {
    const [mine, other] = [await makeCounter(merchant), await makeCounter(merchant)];
    const { secret } = await makeTill(merchant, mine.id);
    const json = { scan_token: (await makeWallet()).id, counter_id: mine.id, amount: 1 };
    const scanned = await callAs(secret, "POST", `${MERCHANT_API}/scan-payment`, { json });
    expect([scanned.status, scanned.body.payment_intent.status]).toEqual([201, "pending_approval"]);
    const foreign = { ...json, counter_id: other.id };
    expectFailure(
      await callAs(secret, "POST", `${MERCHANT_API}/scan-payment`, { json: foreign }),
      403,
      "forbidden",
      "Forbidden",
    );
  });

  it("is listed, and stops at once when it is revoked", async ({ merchant, counter }) => {
    const { id } = counter;
    const { token } = merchant;
    const [first, second] = [await makeTill(merchant, id), await makeTill(merchant, id)];
    const path = `${COUNTERS}/${id}/tills`;
    const listed = await call("GET", path, { token });
    expect(listed.body.tills.map((till: { id: string }) => till.id).sort()).toEqual(
      [first.id, second.id].sort(),
    );
    expect((await call("DELETE", `${path}/${first.id}`, { token })).status).toBe(200);
    expect((await callAs(first.secret, "GET", INTENTS)).status).toBe(401);
    expect((await callAs(second.secret, "GET", INTENTS)).status).toBe(200);
    const again = await call("DELETE", `${path}/${first.id}`, { token });
    expectFailure(again, 404, "till_not_found", "Till not found");
    expect(await storedEntries(merchant.id, "till.revoked")).toMatchObject([
      { targetId: first.id, erasable: { details: { value: "iPad" } } },
    ]);
  });

  it("is renamed, for its list and for itself, and goes on selling", async ({ merchant, counter }) => {
    const { token } = merchant;
    const { id, secret } = await makeTill(merchant, counter.id);
    const path = `${COUNTERS}/${counter.id}/tills`;
    const renamed = await call("PATCH", `${path}/${id}`, { token, json: { name: "Bar" } });
    const { body } = await call("GET", path, { token });
    expect(body.tills).toMatchObject([{ id, name: "Bar" }]);
    expect(renamed).toMatchObject({ status: 200, body: { success: true, till: body.tills[0] } });
    const shown = await callSession("GET", "", tillCookieOf(secret));
    expect(shown.body.session).toMatchObject({ till_id: id, till_name: "Bar" });
    expect(await storedEntries(merchant.id, "till.renamed")).toMatchObject([
      { targetId: id, erasable: { details: { value: "Bar" } } },
    ]);
  });

  it("keeps its name when it is given none, or as another counter's", async ({ merchant, counter }) => {
    const { token } = merchant;
    const { id } = await makeTill(merchant, counter.id);
    for (const name of ["", "  ", "x".repeat(101), null, undefined]) {
      const refused = await call("PATCH", `${COUNTERS}/${counter.id}/tills/${id}`, { token, json: { name } });
      expect([refused.status, refused.body.details[0].field]).toEqual([400, "name"]);
    }
    const other = await makeCounter(merchant);
    const json = { name: "Bar" };
    const foreign = await call("PATCH", `${COUNTERS}/${other.id}/tills/${id}`, { token, json });
    expectFailure(foreign, 404, "till_not_found", "Till not found");
    const { body } = await call("GET", `${COUNTERS}/${counter.id}/tills`, { token });
    expect(body.tills).toMatchObject([{ name: "iPad" }]);
  });

  it("is proposed a number that no other till of the shop has", async ({ merchant, counter }) => {
    const other = await makeCounter(merchant);
    const proposed = async () => {
      const response = await lookUp((await createPairing(merchant, counter.id)).code);
      return (await response.json<{ pairing: { number: number } }>()).pairing.number;
    };
    const pairAs = async (counterId: string, name: string) =>
      expect((await pair((await createPairing(merchant, counterId)).code, { name })).status).toBe(201);
    await pairAs(other.id, "Till 1");
    expect(await proposed()).toBe(2);
    await pairAs(counter.id, "Kasse 3");
    expect(await proposed()).toBe(4);
  });

  it("stops with its counter", async ({ merchant, counter }) => {
    const { secret } = await makeTill(merchant, counter.id);
    await deactivateCounter(merchant, counter.id);
    expect((await callAs(secret, "GET", INTENTS)).status).toBe(401);
  });
});
