// A till reads the totals of its own counter, and of nothing else.
import { describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { makePaidIntent } from "../../support/intents.ts";
import { drained } from "../../support/objects.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { callAs, makeTill, openTill } from "../../support/sessions.ts";

const TOTALS = `${MERCHANT_API}/totals`;

describe("GET /totals of a till", () => {
  it("has what its counter was paid, but not what others were", async () => {
    const { merchant, counter, secret } = await makeTill();
    const other = await makeCounter(merchant);
    for (const [amount, counter_id] of [
      [3, counter.id],
      [4, other.id],
      [5, null],
    ] as const) {
      await drained((await makePaidIntent(merchant, { fields: { amount, counter_id } })).id);
    }
    const { status, body } = await callAs(secret, "GET", TOTALS);
    expect(status).toBe(200);
    const own = { currency: "USD", paid: { count: 1, amount_minor: 300, amount_decimal: "3.00" } };
    expect(body.totals).toEqual([expect.objectContaining(own)]);
    expect(body.counters).toEqual([expect.objectContaining({ counter_id: counter.id, ...own })]);
    const whole = await call("GET", TOTALS, merchant);
    expect(whole.body.counters).toHaveLength(3);
  });

  it("are empty for a counter that was paid nothing, whatever the till asks for", async () => {
    const { merchant, counter } = await makeTill();
    await drained((await makePaidIntent(merchant, { fields: { counter_id: counter.id } })).id);
    const empty = await openTill(merchant.id, (await makeCounter(merchant)).id);
    expect((await callAs(empty.secret, "GET", TOTALS)).body).toMatchObject({ totals: [], counters: [] });
    expect((await callAs(empty.secret, "GET", `${TOTALS}?counter_id=${counter.id}`)).status).toBe(400);
  });

  it("are all that it reads of the books", async () => {
    const { secret } = await makeTill();
    for (const path of ["payments.csv", "transactions", "audit-trail"]) {
      expectFailure(await callAs(secret, "GET", `${MERCHANT_API}/${path}`), 403, "forbidden", "Forbidden");
    }
  });
});
