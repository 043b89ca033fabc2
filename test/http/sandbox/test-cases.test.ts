// What the header of a request has go wrong with the one intent that the request makes.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect } from "vitest";
import liveWorker from "#index.ts";
import { eraseCases } from "#sandbox/db/cases.ts";
import { receiveInInbox } from "#sandbox/services/inbox.ts";
import { type ApiResponse, call } from "../../support/api.ts";
import { SCAN, simulate, statusOf } from "../../support/approvals.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { useMutedLog } from "../../support/faults.ts";
import { readIntent } from "../../support/intent-reads.ts";
import { makeIntent, makePaidIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { LIVE_VARIABLES } from "../../support/live-variables.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import { rowsOf } from "../../support/rows.ts";
import { db } from "../../support/seeds.ts";

useMutedLog();

type Caller = { token: string };
const KNOWN =
  "insufficient_funds, ledger_slow, refund_refused, endpoint_down, endpoint_slow, endpoint_gone, expire_now, customer_declines";

function create({ token }: Caller, name: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
  return call("POST", INTENTS, { token, json: { amount: 2 }, headers: { "Sandbox-Case": name, ...headers } });
}

async function makeWithCase(merchant: Caller, name: string): Promise<string> {
  const { status, body } = await create(merchant, name);
  expect(status).toBe(201);
  return body.payment_intent.id;
}

describe("Sandbox-Case", () => {
  it("strikes its own intent alone in a hundred parallel jobs of one merchant", async ({ merchant }) => {
    const pay = (id: string) => simulate(merchant, id, "pay");
    const jobs: Record<string, () => Promise<unknown>> = {
      none: async () => {
        const { id } = await makeIntent(merchant);
        return [(await pay(id)).status, (await refund(merchant, id)).status];
      },
      insufficient_funds: async () => {
        const id = await makeWithCase(merchant, "insufficient_funds");
        const [first, again] = [await pay(id), await pay(id)];
        return [first.body.code, again.body.code, await statusOf(merchant, id)];
      },
      refund_refused: async () => {
        const id = await makeWithCase(merchant, "refund_refused");
        const [paid, first, again] = [await pay(id), await refund(merchant, id), await refund(merchant, id)];
        return [paid.status, first.body.code, again.body.code, await statusOf(merchant, id)];
      },
      expire_now: async () => {
        const id = await makeWithCase(merchant, "expire_now");
        return [await statusOf(merchant, id), (await pay(id)).body.code];
      },
    };
    const expected: Record<string, unknown> = {
      none: [200, 200],
      insufficient_funds: ["insufficient_funds", "insufficient_funds", "pending"],
      refund_refused: [200, "insufficient_merchant_funds", "insufficient_merchant_funds", "completed"],
      expire_now: ["expired", "expired"],
    };
    const names = Array.from({ length: 25 }, () => Object.keys(jobs)).flat();
    const outcomes = await Promise.all(names.map(async (name) => [name, await jobs[name]?.()]));
    expect(outcomes).toEqual(names.map((name) => [name, expected[name]]));
  });

  it("has the customer decline what was scanned, and nothing else", async ({ merchant, scan }) => {
    const headers = { "Sandbox-Case": "customer_declines" };
    const { status, body } = await call("POST", SCAN, { token: merchant.token, json: scan, headers });
    expect(status).toBe(201);
    const read = await readIntent(merchant, body.payment_intent.id);
    expect(read.body.payment_intent).toMatchObject({
      status: "cancelled",
      cancellation_reason: "rejected_by_customer",
    });
    const message = "can be customer_declines only where a customer is asked, by scan-payment";
    expectInvalid(await create(merchant, "customer_declines"), "Sandbox-Case", message);
  });

  it("strikes the intent's webhooks to the inbox", async ({ merchant }) => {
    const id = await makeWithCase(merchant, "endpoint_gone");
    const receive = async (intentId: string) => {
      const body = JSON.stringify({ data: { payment_intent: { id: intentId } } });
      const request = new Request("http://inbox.test", { method: "POST", body });
      return (await receiveInInbox(db, merchant.id, request, Date.now())).status;
    };
    expect([await receive(id), await receive((await makeIntent(merchant)).id)]).toEqual([410, 200]);
  });

  it.each(["nonsense", "", "Insufficient_Funds"])("refuses %j, and makes nothing", async (name) => {
    const merchant = await makeMerchant();
    expectInvalid(await create(merchant, name), "Sandbox-Case", `must be one of ${KNOWN}`);
    expect(
      await rowsOf(merchant.id).value(
        "SELECT count(*) FROM payment_intents WHERE merchant_id = ?",
        merchant.id,
      ),
    ).toBe(0);
  });

  it("is refused on other commands, and read over on reads", async ({ merchant, paid }) => {
    const [headers, token] = [{ "Sandbox-Case": "refund_refused" }, merchant.token];
    const refunded = await call("POST", `${INTENTS}/${paid.id}/refund`, { token, headers });
    expectInvalid(refunded, "Sandbox-Case", "belongs to the request that makes the payment intent");
    expect((await call("GET", `${INTENTS}/${paid.id}`, { token, headers })).status).toBe(200);
  });

  it("is the intent's own under an idempotency key", async ({ merchant }) => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const first = await create(merchant, "insufficient_funds", key);
    const again = await create(merchant, "insufficient_funds", key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const plain = await call("POST", INTENTS, { token: merchant.token, json: { amount: 2 }, headers: key });
    expect([plain.status, plain.body]).toEqual([201, first.body]);
    const other = await create(merchant, "expire_now", key);
    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({
      code: "idempotency_key_reused",
      details: [
        { field: "Sandbox-Case", message: "differs from the case of the payment intent under this key" },
      ],
    });
    expect((await simulate(merchant, first.body.payment_intent.id, "pay")).body.code).toBe(
      "insufficient_funds",
    );
  });

  it("leaves the merchant's own tests alone: nothing is stored without it", async ({ merchant, other }) => {
    await makePaidIntent(merchant);
    await makeWithCase(other, "ledger_slow");
    const stored = (id: string) =>
      rowsOf(id).all("SELECT fault FROM sandbox_cases WHERE merchant_id = ?", id);
    expect([await stored(merchant.id), await stored(other.id)]).toEqual([[], [{ fault: "ledger_slow" }]]);
    expect(await eraseCases(db, other.id, 10)).toBe(1);
    expect(await stored(other.id)).toEqual([]);
  });

  it.each([
    ["POST", "/merchant/api/v1/payment-intents"],
    ["POST", "/merchant/api/v1/scan-payment"],
    ["GET", "/health"],
    ["GET", "/nothing"],
  ])("is refused by live: %s %s", async (method, path) => {
    const headers = { "Sandbox-Case": "expire_now" };
    const live = { ...env, ...LIVE_VARIABLES } as Env;
    const request = new Request(`https://payments.test${path}`, { method, headers });
    const response = await liveWorker.fetch(request, live, createExecutionContext());
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({
        code: "sandbox_only",
        error: "Sandbox-Case is for a sandbox: this service is live",
      }),
    ]);
  });
});
