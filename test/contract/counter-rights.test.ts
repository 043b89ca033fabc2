// What a counter's client may do by its two switches, and that its tills have no part in them.
import { beforeAll, describe, expect, it } from "vitest";
import { type CallOptions, call } from "../support/api.ts";
import { makeCounter, type TestCounter, updateCounter } from "../support/counters.ts";
import { expectFailure, expectIntentNotFound } from "../support/error-responses.ts";
import { makeIntent, makePaidIntent } from "../support/intents.ts";
import { makeMerchant, type TestMerchant } from "../support/parties.ts";
import { INTENTS } from "../support/paths.ts";
import { OPERATIONS } from "../support/roles.ts";
import { openTill, SAME_ORIGIN, tillCookieOf } from "../support/sessions.ts";

const SWITCHES = [false, true].flatMap((can_refund) =>
  [false, true].map((reads_own_only) => ({ can_refund, reads_own_only })),
);

async function tillOf(merchant: TestMerchant, counter: TestCounter): Promise<CallOptions> {
  const { secret } = await openTill(merchant.id, counter.id);
  return { headers: { ...SAME_ORIGIN, ...tillCookieOf(secret) } };
}

async function setUp(switches: Record<string, boolean>) {
  const merchant = await makeMerchant();
  const [counter, other] = [await makeCounter(merchant), await makeCounter(merchant)];
  const { body } = await updateCounter(merchant, counter.id, switches);
  expect(body.counter).toMatchObject(switches);
  const make = async (fields: Record<string, unknown>) => (await makeIntent(merchant, fields)).id as string;
  const ids = {
    own: await make({ counter_id: counter.id }),
    others: await make({ counter_id: other.id }),
    merchants: await make({}),
  };
  return { merchant, counter, other, ids, till: await tillOf(merchant, counter) };
}

async function listedBy(caller: CallOptions, query = ""): Promise<string[]> {
  const { status, body } = await call("GET", `${INTENTS}${query}`, caller);
  expect(status).toBe(200);
  return body.payment_intents.map(({ id }: { id: string }) => id).sort();
}

describe.each(SWITCHES)("a counter with %j", ({ can_refund, reads_own_only }) => {
  it("has what it reads by its client and by its tills", async () => {
    const { counter, other, ids, till } = await setUp({ can_refund, reads_own_only });
    const all = Object.values(ids).sort();
    for (const [caller, isConfined] of [
      [{ token: counter.token }, reads_own_only] as const,
      [till, true] as const,
    ]) {
      for (const id of all) {
        const read = await call("GET", `${INTENTS}/${id}`, caller);
        if (isConfined && id !== ids.own) expectIntentNotFound(read);
        else expect([read.status, read.body.payment_intent.id]).toEqual([200, id]);
      }
      const seen = isConfined ? [ids.own] : all;
      for (const query of ["", "?status=pending", "?limit=100&page=1", "?amount=12.50"])
        expect([query, await listedBy(caller, query)]).toEqual([query, seen]);
      expect(await listedBy(caller, "?status=completed")).toEqual([]);
      expect(await listedBy(caller, `?counter_id=${counter.id}`)).toEqual([ids.own]);
    }
    const ofOther = await listedBy({ token: counter.token }, `?counter_id=${other.id}`);
    expect(ofOther).toEqual(reads_own_only ? [] : [ids.others]);
  });

  it("refunds what is its own, by its client alone", async () => {
    const { merchant, counter, other, till } = await setUp({ can_refund, reads_own_only });
    const paid = async (fields: Record<string, unknown>) =>
      (await makePaidIntent(merchant, { fields })).id as string;
    const own = await paid({ counter_id: counter.id });
    const foreign = [await paid({ counter_id: other.id }), await paid({})];
    const refundBy = (caller: CallOptions, id: string) => call("POST", `${INTENTS}/${id}/refund`, caller);
    for (const id of [own, ...foreign, "no-id"])
      expectFailure(await refundBy(till, id), 403, "forbidden", "Forbidden");
    const client = { token: counter.token };
    for (const id of [...foreign, crypto.randomUUID(), "no-id"]) {
      const refused = await refundBy(client, id);
      if (can_refund) expectIntentNotFound(refused);
      else expectFailure(refused, 403, "forbidden", "Forbidden");
    }
    const refunded = await refundBy(client, own);
    if (!can_refund) return expectFailure(refunded, 403, "forbidden", "Forbidden");
    expect([refunded.status, refunded.body.payment_intent.refund_status]).toEqual([200, "pending"]);
    expectFailure(
      await refundBy(client, own),
      409,
      "already_refunded",
      "refund already issued for this payment",
    );
  });
});

describe("a till of a counter that has both", () => {
  let [merchant, with_, without] = [{} as TestMerchant, {} as CallOptions, {} as CallOptions];

  beforeAll(async () => {
    merchant = await makeMerchant();
    const rights = { can_refund: true, reads_own_only: true };
    with_ = await tillOf(merchant, await makeCounter(merchant, rights));
    without = await tillOf(merchant, await makeCounter(merchant));
  });

  it.each(Object.entries(OPERATIONS))("gets what any till gets from %s", async (name, { request }) => {
    const [method = ""] = name.split(" ");
    const statusFor = async (till: CallOptions) => {
      const { path, json } = await request(merchant);
      return (await call(method, path, { ...till, ...(json !== undefined && { json }) })).status;
    };
    expect(await statusFor(with_)).toBe(await statusFor(without));
  });
});
