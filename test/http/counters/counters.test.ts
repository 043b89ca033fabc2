import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import { call, ISO_TIME, UUID } from "../../support/api.ts";
import {
  COUNTER_FAULTS,
  COUNTERS,
  listCounters,
  makeCounter,
  postCounter,
  readCounter,
} from "../../support/counters.ts";
import { ALL_EVENTS, HEALTHY } from "../../support/deliveries.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { it } from "../../support/it.ts";
import { makeMerchant } from "../../support/parties.ts";

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
    const nulls = { location: null, webhook_url: null, webhook_events: null };
    for (const { status, body } of [given, await postCounter(merchant, { name: "Till", ...nulls })]) {
      expect(status).toBe(201);
      expect(body.counter).toMatchObject({
        name: "Till",
        location: "",
        webhook_url: null,
        webhook_events: ["payment.completed"],
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
  it("returns an empty list for a merchant without counters", async () => {
    const { status, body } = await listCounters(await makeMerchant());
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, counters: [], total: 0 });
  });

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
