import { describe, expect } from "vitest";
import { fetchToken } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { COUNTER_FAULTS, makeCounter, readCounter, updateCounter } from "../../support/counters.ts";
import { ALL_EVENTS, HEALTHY } from "../../support/deliveries.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { listIntents } from "../../support/intent-reads.ts";
import { postIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, renewMerchant } from "../../support/parties.ts";

describe("PUT /merchant/api/v1/counters/{counterID}", () => {
  it.for([
    { name: "Till 2" },
    { location: "Back" },
    { webhook_url: "https://till.test/2" },
    { webhook_events: ALL_EVENTS },
    { webhook_events: [] },
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

  it("does not change a name or events given as null", async () => {
    const merchant = await makeMerchant();
    const { id, counter } = await makeCounter(merchant);
    const { body } = await updateCounter(merchant, id, { name: null, webhook_events: null });
    expect(body.counter).toMatchObject({ name: counter.name, webhook_events: counter.webhook_events });
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
