import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import { call, fetchToken, ISO_TIME, UUID } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import {
  COUNTER_FAULTS,
  COUNTERS,
  listCounters,
  makeCounter,
  postCounter,
  readCounter,
  updateCounter,
} from "../../support/counters.ts";
import { ALL_EVENTS, HEALTHY } from "../../support/deliveries.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { listIntents } from "../../support/intent-reads.ts";
import { postIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, renewMerchant } from "../../support/parties.ts";

describe("POST /merchant/api/v1/counters", () => {
  it("returns 201 with the counter, its credentials, its webhook secret and a note", async ({ merchant }) => {
    const { status, body } = await postCounter(merchant, {
      name: " Till 1 ",
      location: "Front",
      webhook_url: "https://till.test/hook",
      webhook_events: ["refund.completed", "payment.completed", "refund.completed"],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      counter: {
        id: expect.stringMatching(UUID),
        merchant_id: merchant.id,
        name: "Till 1",
        status: "active",
        location: "Front",
        idp_client_id: body.client_id,
        webhook_url: "https://till.test/hook",
        webhook_events: ["refund.completed", "payment.completed"],
        webhook_health: HEALTHY,
        can_refund: false,
        reads_own_only: false,
        created_at: expect.stringMatching(ISO_TIME),
        updated_at: body.counter.created_at,
      },
      client_id: expect.stringMatching(/./),
      client_secret: expect.stringMatching(/^.{32,}$/),
      webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      note: expect.stringMatching(/./),
    });
  });

  it("requires only a name", async ({ merchant }) => {
    const given = await postCounter(merchant, { name: "Till" });
    const nulls = {
      ...{ location: null, webhook_url: null, webhook_events: null },
      ...{ can_refund: null, reads_own_only: null },
    };
    for (const { status, body } of [given, await postCounter(merchant, { name: "Till", ...nulls })]) {
      expect(status).toBe(201);
      expect(body.counter).toMatchObject({
        name: "Till",
        location: "",
        webhook_url: null,
        webhook_events: ["payment.completed"],
        can_refund: false,
        reads_own_only: false,
      });
    }
  });

  it("creates a client whose tokens carry the merchant and the counter, and no role", async ({
    merchant,
    counter,
  }) => {
    const { id, clientId, token } = counter;
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ merchant_id: merchant.id, counter_id: id, azp: clientId });
    expect((claims.realm_access as { roles?: string[] } | undefined)?.roles ?? []).toEqual([]);
  });

  it("accepts fields of the maximum length", async () => {
    const fields = {
      name: "n".repeat(200),
      location: "l".repeat(200),
      webhook_url: `https://till.test/${"x".repeat(2030)}`,
      webhook_events: ALL_EVENTS,
      can_refund: true,
      reads_own_only: true,
    };
    expect((await makeCounter(await makeMerchant(), fields)).counter).toMatchObject(fields);
  });

  it("takes the merchant from the token and ignores unknown fields", async ({ merchant, other }) => {
    const { counter } = await makeCounter(merchant, {
      id: crypto.randomUUID(),
      merchant_id: other.id,
      status: "inactive",
      idp_client_id: "mine",
    });
    expect(counter).toMatchObject({ merchant_id: merchant.id, status: "active" });
    expect(counter.idp_client_id).not.toBe("mine");
    expect((await listCounters(other)).body.total).toBe(0);
  });

  it.each([[{}, "name", "is required"], [{ name: null }, "name", "must be a string"], ...COUNTER_FAULTS] as [
    Record<string, unknown>,
    string,
    string?,
  ][])("refuses %j and creates nothing", async (fields, field, message) => {
    const merchant = await makeMerchant();
    const base = "name" in fields || message === "is required" ? {} : { name: "Till" };
    expectInvalid(await postCounter(merchant, { ...base, ...fields }), field, message);
    expect((await listCounters(merchant)).body).toEqual({ success: true, counters: [], total: 0 });
  });
});

describe("GET /merchant/api/v1/counters", () => {
  it("lists every counter of the merchant, also inactive ones, without secrets", async ({
    merchant,
    other,
  }) => {
    const made = [await makeCounter(merchant), await makeCounter(merchant, { name: "Till 2" })];
    await makeCounter(other);
    await call("DELETE", `${COUNTERS}/${made[0]?.id}`, { token: merchant.token });
    const { body, text } = await listCounters(merchant);
    expect(body.total).toBe(2);
    const byId = new Map<string, Record<string, unknown>>(
      body.counters.map((counter: { id: string }) => [counter.id, counter]),
    );
    expect(byId.size).toBe(2);
    expect(byId.get(made[0]?.id ?? "")).toMatchObject({ status: "inactive" });
    expect(byId.get(made[1]?.id ?? "")).toEqual(made[1]?.counter);
    for (const secret of ["whsec_", ...made.map(({ clientSecret }) => clientSecret)]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe("GET /merchant/api/v1/counters/{counterID}", () => {
  it("returns 200 with the counter, without secrets", async ({ merchant }) => {
    const { id, counter, clientSecret } = await makeCounter(merchant, { location: "Front" });
    const { status, body, text } = await readCounter(merchant, id);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, counter });
    expect(text).not.toContain(clientSecret);
    expect((await readCounter(merchant, id.toUpperCase())).body).toEqual(body);
  });
});

describe("PUT /merchant/api/v1/counters/{counterID}", () => {
  it.for([
    { name: "Till 2" },
    { location: "Back" },
    { webhook_url: "https://till.test/2" },
    { webhook_events: [] },
    { can_refund: true },
    { reads_own_only: true },
    { name: "Till 3", location: "", webhook_url: "https://till.test/3" },
    {},
  ])("changes only the fields it names: %j", async (change, { merchant }) => {
    const { id, counter } = await makeCounter(merchant, { location: "Front" });
    const { status, body } = await updateCounter(merchant, id, change);
    expect(status).toBe(200);
    const webhook_health = "webhook_url" in change ? HEALTHY : null;
    const { updated_at } = body.counter;
    expect(body).toEqual({ success: true, counter: { ...counter, ...change, webhook_health, updated_at } });
    expect((await readCounter(merchant, id)).body).toEqual(body);
  });

  it("removes an address with null", async ({ merchant }) => {
    const { id } = await makeCounter(merchant, { webhook_url: "https://till.test" });
    expect((await updateCounter(merchant, id, { webhook_url: null })).body.counter.webhook_url).toBeNull();
  });

  it("does not change a name, events or rights given as null", async () => {
    const merchant = await makeMerchant();
    const { id, counter } = await makeCounter(merchant, { can_refund: true, reads_own_only: true });
    const nulls = { name: null, webhook_events: null, can_refund: null, reads_own_only: null };
    const { body } = await updateCounter(merchant, id, nulls);
    expect(body.counter).toEqual({ ...counter, updated_at: body.counter.updated_at });
  });

  it("updates updated_at", async () => {
    const merchant = await makeMerchant();
    const { id, counter } = await makeCounter(merchant);
    moveClock(1_500);
    const { body } = await updateCounter(await renewMerchant(merchant), id, { name: "Till 2" });
    expect(body.counter.created_at).toBe(counter.created_at);
    expect(Date.parse(body.counter.updated_at)).toBeGreaterThanOrEqual(
      Date.parse(counter.created_at) + 1_500,
    );
  });

  it("changes neither owner, status, client nor credentials", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const { id, counter, clientId, clientSecret } = await makeCounter(merchant);
    const { body } = await updateCounter(merchant, id, {
      id: crypto.randomUUID(),
      merchant_id: other.id,
      status: "inactive",
      idp_client_id: "mine",
      created_at: "2020-01-01T00:00:00.000Z",
      webhook_secret: "whsec_bWluZQ==",
    });
    expect(body.counter).toEqual({ ...counter, updated_at: body.counter.updated_at });
    await fetchToken(clientId, clientSecret);
  });

  it.each(COUNTER_FAULTS)("refuses %j and changes nothing", async (change, field, message) => {
    const merchant = await makeMerchant();
    const { id, counter } = await makeCounter(merchant);
    expectInvalid(await updateCounter(merchant, id, change), field, message);
    expect((await readCounter(merchant, id)).body.counter).toEqual(counter);
  });
});

describe("a counter's own token", () => {
  it("cannot name another counter: the same merchant's, another merchant's or an unknown one", async ({
    merchant,
    counter,
  }) => {
    const { token } = counter;
    const others = [await makeCounter(merchant), await makeCounter(await makeMerchant())];
    for (const id of [...others.map((other) => other.id), crypto.randomUUID()]) {
      const response = await postIntent({ token }, { amount: 1, counter_id: id });
      expectFailure(response, 403, "forbidden", "Forbidden");
    }
    expect(await listIntents(merchant)).toEqual([]);
  });
});
