import { decodeJwt } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import { call, fetchToken, ISO_TIME, UUID } from "../support/api.ts";
import { moveClock, releaseClock } from "../support/clock.ts";
import {
  COUNTERS,
  listCounters,
  postCounter,
  readCounter,
  registerCounter,
  updateCounter,
} from "../support/counters.ts";
import {
  deactivateMerchant,
  listIntents,
  makeIntent,
  makeMerchant,
  postIntent,
  renewMerchant,
} from "../support/factories.ts";
import { expectFailure, expectInvalid } from "../support/failures.ts";
import { failDatabase, muteLog, repair } from "../support/faults.ts";

const ALL_EVENTS = [
  "payment.completed",
  "payment.cancelled",
  "payment.expired",
  "payment.approval_requested",
  "refund.pending",
  "refund.completed",
  "refund.failed",
];

/** What both create and update refuse. */
const FAULTS: [Record<string, unknown>, string, string?][] = [
  [{ name: "" }, "name"],
  [{ name: "   " }, "name"],
  [{ name: "x".repeat(201) }, "name", "must have at most 200 characters"],
  [{ name: 5 }, "name", "must be a string"],
  [{ name: ["Till"] }, "name", "must be a string"],
  [{ location: 5 }, "location", "must be a string"],
  [{ location: "x".repeat(201) }, "location", "must have at most 200 characters"],
  [{ webhook_url: "" }, "webhook_url", "must be a URL"],
  [{ webhook_url: "till" }, "webhook_url", "must be a URL"],
  [{ webhook_url: 5 }, "webhook_url", "must be a string"],
  [{ webhook_url: "ftp://till.test" }, "webhook_url", "must be an https URL"],
  [{ webhook_url: "javascript:alert(1)" }, "webhook_url", "must be an https URL"],
  [{ webhook_url: "https://user:secret@till.test" }, "webhook_url", "must not contain credentials"],
  [
    { webhook_url: `https://till.test/${"x".repeat(2031)}` },
    "webhook_url",
    "must have at most 2048 characters",
  ],
  [{ webhook_events: "payment.completed" }, "webhook_events", "must be an array"],
  [{ webhook_events: ["*"] }, "webhook_events.0", `must be one of ${ALL_EVENTS.join(", ")}`],
  [{ webhook_events: ["payment.completed", 5] }, "webhook_events.1"],
];

afterEach(() => {
  repair();
  releaseClock();
});

function expectNotFound(answer: Awaited<ReturnType<typeof readCounter>>): void {
  expectFailure(answer, 404, "counter_not_found", "Payment intent not found");
}

describe("POST /merchant/api/v1/counters", () => {
  it("answers 201 with the counter, its credentials, its webhook secret and a note", async () => {
    const merchant = await makeMerchant();
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
        created_at: expect.stringMatching(ISO_TIME),
        updated_at: body.counter.created_at,
      },
      client_id: expect.stringMatching(/./),
      client_secret: expect.stringMatching(/^.{32,}$/),
      webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      note: expect.stringMatching(/./),
    });
  });

  it("needs a name alone", async () => {
    const merchant = await makeMerchant();
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

  it("gives every counter its own credentials and secret", async () => {
    const merchant = await makeMerchant();
    const [one, two] = [await registerCounter(merchant), await registerCounter(merchant)];
    for (const field of ["id", "clientId", "clientSecret", "webhookSecret"] as const) {
      expect(one[field]).not.toBe(two[field]);
    }
  });

  it("makes a client whose tokens carry the merchant and the counter, and no role", async () => {
    const merchant = await makeMerchant();
    const { id, clientId, token } = await registerCounter(merchant);
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ merchant_id: merchant.id, counter_id: id, azp: clientId });
    expect((claims.realm_access as { roles?: string[] } | undefined)?.roles ?? []).toEqual([]);
  });

  it("takes what is longest", async () => {
    const fields = {
      name: "n".repeat(200),
      location: "l".repeat(200),
      webhook_url: `https://till.test/${"x".repeat(2030)}`,
      webhook_events: ALL_EVENTS,
    };
    expect((await registerCounter(await makeMerchant(), fields)).counter).toMatchObject(fields);
  });

  it("takes the merchant from the token and ignores what it does not know", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const { counter } = await registerCounter(merchant, {
      id: crypto.randomUUID(),
      merchant_id: other.id,
      status: "inactive",
      idp_client_id: "mine",
    });
    expect(counter).toMatchObject({ merchant_id: merchant.id, status: "active" });
    expect(counter.idp_client_id).not.toBe("mine");
    expect((await listCounters(other)).body.total).toBe(0);
  });

  it("lets an inactive merchant set itself up", async () => {
    const merchant = await makeMerchant();
    await deactivateMerchant(merchant);
    expect((await postCounter(merchant, { name: "Till" })).status).toBe(201);
  });

  it.each([[{}, "name", "is required"], [{ name: null }, "name", "must be a string"], ...FAULTS] as [
    Record<string, unknown>,
    string,
    string?,
  ][])("refuses %j and makes nothing", async (fields, field, message) => {
    const merchant = await makeMerchant();
    const base = "name" in fields || message === "is required" ? {} : { name: "Till" };
    expectInvalid(await postCounter(merchant, { ...base, ...fields }), field, message);
    expect((await listCounters(merchant)).body).toEqual({ success: true, counters: [], total: 0 });
  });

  it("refuses bodies that are no JSON object", async () => {
    const { token } = await makeMerchant();
    expectInvalid(await call("POST", COUNTERS, { token, text: "[]" }), "body", "must be an object");
    expect((await call("POST", COUNTERS, { token, text: "{" })).status).toBe(400);
    expect((await call("POST", COUNTERS, { token, text: "name=x", contentType: "text/plain" })).status).toBe(
      415,
    );
  });

  it("leaves nothing behind when the identity provider fails", async () => {
    const merchant = await makeMerchant();
    const log = muteLog();
    failDatabase(/insert into "idp_clients"/i);
    const answer = await postCounter(merchant, { name: "Till" });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.body.error).toBe("Failed to create counter");
    repair();
    expect(log.join("\n")).not.toMatch(/whsec_/);
    expect((await listCounters(merchant)).body.total).toBe(0);
  });
});

describe("GET /merchant/api/v1/counters", () => {
  it("answers an empty list to a merchant without counters", async () => {
    const { status, body } = await listCounters(await makeMerchant());
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, counters: [], total: 0 });
  });

  it("lists every counter of the merchant, inactive ones too, without secrets", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const made = [await registerCounter(merchant), await registerCounter(merchant, { name: "Till 2" })];
    await registerCounter(other);
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
  it("answers 200 with the counter, without secrets", async () => {
    const merchant = await makeMerchant();
    const { id, counter, clientSecret } = await registerCounter(merchant, { location: "Front" });
    const { status, body, text } = await readCounter(merchant, id);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, counter });
    expect(text).not.toContain(clientSecret);
    expect((await readCounter(merchant, id.toUpperCase())).body).toEqual(body);
  });

  it("answers 404 in the reference's words to a missing, foreign or malformed id", async () => {
    const merchant = await makeMerchant();
    const foreign = await registerCounter(await makeMerchant());
    for (const id of [crypto.randomUUID(), foreign.id, "abc", "%00"]) {
      expectNotFound(await readCounter(merchant, id));
    }
  });
});

describe("PUT /merchant/api/v1/counters/{counterID}", () => {
  it("changes what it names and leaves the rest", async () => {
    const merchant = await makeMerchant();
    const { id, counter } = await registerCounter(merchant, { location: "Front" });
    let expected = counter;
    for (const change of [
      { name: "Till 2" },
      { location: "Back" },
      { webhook_url: "https://till.test/2" },
      { webhook_events: ALL_EVENTS },
      { webhook_events: [] },
      { name: "Till 3", location: "", webhook_url: "https://till.test/3" },
      {},
    ]) {
      const { status, body } = await updateCounter(merchant, id, change);
      expect(status).toBe(200);
      expected = { ...expected, ...change, updated_at: body.counter.updated_at };
      expect(body).toEqual({ success: true, counter: expected });
      expect((await readCounter(merchant, id)).body).toEqual(body);
    }
  });

  it("takes an address away with null", async () => {
    const merchant = await makeMerchant();
    const { id } = await registerCounter(merchant, { webhook_url: "https://till.test" });
    expect((await updateCounter(merchant, id, { webhook_url: null })).body.counter.webhook_url).toBeNull();
  });

  it("leaves a name or events given as null as they are", async () => {
    const merchant = await makeMerchant();
    const { id, counter } = await registerCounter(merchant);
    const { body } = await updateCounter(merchant, id, { name: null, webhook_events: null });
    expect(body.counter).toMatchObject({ name: counter.name, webhook_events: counter.webhook_events });
  });

  it("tells when it was changed", async () => {
    const merchant = await makeMerchant();
    const { id, counter } = await registerCounter(merchant);
    moveClock(1_500);
    const { body } = await updateCounter(await renewMerchant(merchant), id, { name: "Till 2" });
    expect(body.counter.created_at).toBe(counter.created_at);
    expect(Date.parse(body.counter.updated_at)).toBeGreaterThanOrEqual(
      Date.parse(counter.created_at) + 1_500,
    );
  });

  it("changes neither owner, state, client nor credentials", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const { id, counter, clientId, clientSecret } = await registerCounter(merchant);
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

  it.each(FAULTS)("refuses %j and changes nothing", async (change, field, message) => {
    const merchant = await makeMerchant();
    const { id, counter } = await registerCounter(merchant);
    expectInvalid(await updateCounter(merchant, id, change), field, message);
    expect((await readCounter(merchant, id)).body.counter).toEqual(counter);
  });

  it("answers 404 to a missing, foreign or malformed id and changes nothing", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const foreign = await registerCounter(other);
    for (const id of [crypto.randomUUID(), foreign.id, "abc"]) {
      expectNotFound(await updateCounter(merchant, id, { name: "Mine" }));
    }
    expect((await readCounter(other, foreign.id)).body.counter).toEqual(foreign.counter);
  });
});

describe("a counter's own token", () => {
  it("sets counter_id on what it creates, whether or not the body names it too", async () => {
    const merchant = await makeMerchant();
    const { id, token } = await registerCounter(merchant);
    for (const fields of [{}, { counter_id: id }, { counter_id: null }, { counter_id: id.toUpperCase() }]) {
      const { status, body } = await postIntent({ token }, { amount: 1, ...fields });
      expect(status).toBe(201);
      expect(body.payment_intent).toMatchObject({ counter_id: id, merchant_id: merchant.id });
    }
  });

  it("may not name another counter, be it the same merchant's, foreign or unknown", async () => {
    const merchant = await makeMerchant();
    const { token } = await registerCounter(merchant);
    const others = [await registerCounter(merchant), await registerCounter(await makeMerchant())];
    for (const id of [...others.map((other) => other.id), crypto.randomUUID()]) {
      const answer = await postIntent({ token }, { amount: 1, counter_id: id });
      expectFailure(answer, 403, "forbidden", "Forbidden");
    }
    expect(await listIntents(merchant)).toEqual([]);
  });

  it("reads and cancels its merchant's intents", async () => {
    const merchant = await makeMerchant();
    const { token } = await registerCounter(merchant);
    const intent = await makeIntent(merchant);
    expect(await listIntents({ token })).toEqual([intent]);
    const path = `/merchant/api/v1/payment-intents/${intent.id}/cancel`;
    expect((await call("POST", path, { token })).status).toBe(200);
  });

  it("gives no way to the merchant's counters", async () => {
    const merchant = await makeMerchant();
    const { id, token, counter } = await registerCounter(merchant);
    const forbidden = [
      await postCounter({ token }, { name: "Till" }),
      await listCounters({ token }),
      await readCounter({ token }, id),
      await updateCounter({ token }, id, { name: "Till" }),
      await call("DELETE", `${COUNTERS}/${id}`, { token }),
      await call("POST", `${COUNTERS}/${id}/rotate-secret`, { token }),
    ];
    for (const answer of forbidden) expectFailure(answer, 403, "forbidden", "Forbidden");
    expect((await listCounters(merchant)).body.counters).toEqual([counter]);
  });
});

describe("counter_id of a payment intent", () => {
  it("is set when the merchant names one of its own", async () => {
    const merchant = await makeMerchant();
    const { id } = await registerCounter(merchant);
    expect((await makeIntent(merchant, { counter_id: id })).counter_id).toBe(id);
  });

  it("is refused with 400 when it is foreign or unknown", async () => {
    const merchant = await makeMerchant();
    const foreign = await registerCounter(await makeMerchant());
    for (const id of [foreign.id, crypto.randomUUID()]) {
      const answer = await postIntent(merchant, { amount: 1, counter_id: id });
      expectInvalid(answer, "counter_id", "must be an active counter of this merchant");
    }
  });
});
