import { describe, expect } from "vitest";
import { adminToken, call, ISO_TIME } from "../../../support/api.ts";
import { moveClock } from "../../../support/clock.ts";
import { callAs, deliver } from "../../../support/deliveries.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { muteLog } from "../../../support/faults.ts";
import { makePaidIntent, refund } from "../../../support/intents.ts";
import { it } from "../../../support/it.ts";
import { MERCHANT_API, UNKNOWN_ID } from "../../../support/paths.ts";
import { captureQueues } from "../../../support/queues.ts";
import { startReceiver } from "../../../support/receiver.ts";
import { seedDeliveries, seedShop } from "../../../support/seeded-deliveries.ts";
import { settleRefund } from "../../../support/settlement.ts";

const GO_LIVE = `${MERCHANT_API}/go-live`;
const INBOX = "http://payments.test/sandbox/v1/inbox";

interface Check {
  check: string;
  state: string;
}

async function read(token: string, query = "") {
  const { status, body } = await call("GET", `${GO_LIVE}${query}`, { token });
  expect(status).toBe(200);
  const { checks, ...rest } = body.go_live;
  return { ...rest, checks: Object.fromEntries(checks.map((check: Check) => [check.check, check])) };
}

describe("GET /go-live", () => {
  it("says of a new merchant what is missing and what to do, and what only the merchant can see", async ({
    merchant,
  }) => {
    const { checks, ...rest } = await read(merchant.token);

    expect(rest).toEqual({
      merchant_id: merchant.id,
      merchant_status: "active",
      environment: "sandbox",
      is_complete: false,
    });
    expect(checks.refund_settled).toEqual({
      check: "refund_settled",
      state: "missing",
      meaning: "The ledger settled a refund.",
      action: "Refund a completed payment with POST /payment-intents/{id}/refund.",
      seen_at: null,
      payment_intent_id: null,
      event_id: null,
    });
    expect(Object.values<Check>(checks).map(({ state }) => state)).toEqual([
      ...Array(4).fill("missing"),
      ...Array(4).fill("yours_to_confirm"),
    ]);
  });

  it("shows a completed payment, and a refund only once the ledger has settled it", async ({ merchant }) => {
    const intent = await makePaidIntent(merchant);
    const passed = {
      state: "passed",
      action: null,
      seen_at: expect.stringMatching(ISO_TIME),
      payment_intent_id: intent.id,
      event_id: null,
    };
    await refund(merchant, intent.id);

    const before = await read(merchant.token);
    await settleRefund(intent.id);
    const after = await read(merchant.token);

    expect(before.checks.payment_completed).toMatchObject(passed);
    expect(before.checks.refund_settled.state).toBe("missing");
    expect(after.checks.refund_settled).toMatchObject(passed);
    expect(after.is_complete).toBe(false);
  });

  it("shows a webhook that was delivered at once, and apart from it one that a retry delivered", async () => {
    captureQueues();
    muteLog();
    const { merchant, intent } = await seedShop();
    const [first = "", second = ""] = await seedDeliveries(intent, 2);
    const receiver = startReceiver();
    await deliver(merchant.id, [first]);
    const readChecks = async () => {
      const { body } = await callAs(merchant.id, "GET", GO_LIVE);
      const checks: (Check & { event_id: string })[] = body.go_live.checks;
      return Object.fromEntries(checks.map(({ check, state, event_id: id }) => [check, [state, id]]));
    };

    expect(await readChecks()).toMatchObject({
      webhook_delivered: ["passed", first],
      webhook_retried: ["missing", null],
    });

    receiver.response = () => new Response("later", { status: 503 });
    await deliver(merchant.id, [second]);
    expect(await readChecks()).toMatchObject({ webhook_retried: ["missing", null] });
    moveClock(60_000);
    receiver.response = () => new Response("ok");
    await deliver(merchant.id, [second]);

    expect(await readChecks()).toMatchObject({
      webhook_delivered: ["passed", second],
      webhook_retried: ["passed", second],
    });
  });

  it("does not count what went to the playground's inbox", async () => {
    captureQueues();
    const { merchant, intent } = await seedShop();
    await callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url: INBOX });
    const [id = ""] = await seedDeliveries(intent, 1);
    await deliver(merchant.id, [id]);

    const { body } = await callAs(merchant.id, "GET", GO_LIVE);

    const delivered = await callAs(merchant.id, "GET", `${MERCHANT_API}/webhook-deliveries/${id}`);
    expect(delivered.body.delivery).toMatchObject({ status: "delivered", url: INBOX });
    expect(body.go_live.checks).toContainEqual(
      expect.objectContaining({ check: "webhook_delivered", state: "missing" }),
    );
  });

  it("lets an administrator read any merchant's by merchant_id", async ({ merchant }) => {
    const token = await adminToken();
    expect(await read(token, `?merchant_id=${merchant.id}`)).toMatchObject({ merchant_id: merchant.id });
    const of = (id: string) => call("GET", `${GO_LIVE}?merchant_id=${id}`, { token });
    expectInvalid(await of("7"), "merchant_id", "must be a valid UUID");
    expectFailure(await of(UNKNOWN_ID), 404, "merchant_not_found", "Merchant not found");
  });
});
