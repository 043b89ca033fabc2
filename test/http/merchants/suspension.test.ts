// Around a suspended merchant: its customers, its tokens, and what is under way.

import { describe, expect } from "vitest";
import { call, fetchToken } from "../../support/api.ts";
import { approve, listApprovals, makeApproval, reject, statusOf } from "../../support/approvals.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { failDatabase, holdDatabase, muteLog, POSTING, repair } from "../../support/faults.ts";
import { INVALID_CLIENT } from "../../support/identity-provider.ts";
import { readIntent, readPublicIntent } from "../../support/intent-reads.ts";
import { confirm, makeIntent, makePaidIntent, postIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { fireAlarm, published, until } from "../../support/objects.ts";
import { makeMerchant, makeMerchantWithWebhook, makeWallet } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { startDeliveries } from "../../support/receiver.ts";
import { rowsOf } from "../../support/rows.ts";
import { deps } from "../../support/seeds.ts";
import { callAs, openTill } from "../../support/sessions.ts";
import { settleRefund } from "../../support/settlement.ts";
import { pull, reinstate, suspend } from "../../support/stops.ts";
import { requestToken } from "../../support/tokens.ts";

const NOT_PAYABLE = [409, "not_payable", "the merchant takes no payments at the moment"] as const;

async function setUp() {
  const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
  return { merchant, wallet, intent: await makeIntent(merchant) };
}

describe("a customer of a suspended merchant", () => {
  it("can neither confirm nor approve, from the moment of the suspension until the merchant is reinstated", async () => {
    const { merchant, wallet, intent } = await setUp();
    const approval = await makeApproval(merchant, wallet);
    await readPublicIntent(intent.id);
    await suspend(merchant);
    for (let attempt = 0; attempt < 2; attempt++) {
      expectFailure(await confirm(wallet, intent.id), ...NOT_PAYABLE);
      expectFailure(await approve(wallet, approval.id), ...NOT_PAYABLE);
    }
    expect(await statusOf(merchant, intent.id)).toBe("pending");
    await reinstate(merchant);
    expect((await confirm(wallet, intent.id)).status).toBe(200);
    expect((await approve(wallet, approval.id)).status).toBe(200);
  });

  it("can still reject, and learns what became of a payment made before", async () => {
    const { merchant, wallet, intent } = await setUp();
    const approval = await makeApproval(merchant, wallet);
    expect((await confirm(wallet, intent.id)).status).toBe(200);
    await suspend(merchant);
    expect((await confirm(wallet, intent.id)).status).toBe(200);
    expectFailure(
      await confirm(await makeWallet(), intent.id),
      409,
      "already_paid",
      "payment intent is already paid",
    );
    expect((await reject(wallet, approval.id)).status).toBe(200);
  });

  it("sees that the intent is not payable, without a code and under another ETag", async () => {
    const { merchant, intent } = await setUp();
    const path = `${MERCHANT_API}/public/payment-intents/${intent.id}`;
    const before = await readPublicIntent(intent.id);
    expect(before.body.payment_intent).toMatchObject({ is_payable: true, qr_data: intent.qr_data });
    const { id: unread } = await makeIntent(merchant);
    await suspend(merchant);
    expect((await readPublicIntent(unread)).body.payment_intent.is_payable).toBe(false);
    const headers = { "If-None-Match": before.headers.get("ETag") ?? "" };
    const { status, body } = await call("GET", path, { headers });
    const shown = { ...before.body.payment_intent, is_payable: false, qr_code_url: null, qr_data: null };
    expect({ status, body }).toEqual({ status: 200, body: { success: true, payment_intent: shown } });
    for (const image of ["qr.svg", "qr.png"]) {
      expectFailure(
        await call("GET", `${path}/${image}`),
        404,
        "no_qr_code",
        "Payment intent has no QR code to pay",
      );
    }
    await reinstate(merchant);
    expect((await readPublicIntent(intent.id)).body).toEqual(before.body);
  });

  it("can read the intent while D1 cannot say whether the merchant is suspended", async () => {
    muteLog();
    const { merchant, intent } = await setUp();
    await readIntent(merchant, intent.id);
    failDatabase(/disabled_users/);
    expect((await readPublicIntent(intent.id)).body.payment_intent).toMatchObject({ is_payable: true });
  });

  it("is not asked to approve", async () => {
    const { merchant, wallet } = await setUp();
    const approval = await makeApproval(merchant, wallet);
    await suspend(merchant);
    expect(await listApprovals(wallet)).toEqual([]);
    await reinstate(merchant);
    expect(await listApprovals(wallet)).toMatchObject([{ id: approval.id }]);
  });

  it("does not find it among the public merchants", async ({ merchant }) => {
    const list = async () => {
      const { body } = await call("GET", `${MERCHANT_API}/public/merchants?limit=100`);
      return { ids: body.merchants.map(({ id }: { id: string }) => id), total: body.total };
    };
    const before = await list();
    await suspend(merchant);
    const ids = before.ids.filter((id: string) => id !== merchant.id);
    expect(await list()).toEqual({ ids, total: before.total - 1 });
  });

  it.each([
    ["confirm", /from "payment_intents" inner join "merchants"/],
    ["the merchant's commands", /"refunds_stopped_at", "counters"."status"/],
  ])("cannot have %s slip through while D1 does not respond", async (_, statement) => {
    muteLog();
    const { merchant, wallet, intent } = await setUp();
    const paid = await makePaidIntent(merchant, { wallet });
    failDatabase(statement);
    const response = String(statement).includes("inner join")
      ? await confirm(wallet, intent.id)
      : await refund(merchant, paid.id);
    expect(response).toMatchObject({ status: 503, body: { code: "database_unavailable" } });
    repair();
    expect((await confirm(wallet, intent.id)).status).toBe(200);
    expect((await refund(merchant, paid.id)).status).toBe(200);
  });
});

describe("a suspended merchant's till", () => {
  it("is ended, and not opened again when the merchant is reinstated", async ({ merchant, counter }) => {
    const readAs = async (till: { secret: string }) => (await callAs(till.secret, "GET", INTENTS)).status;
    const open = () => openTill(merchant.id, counter.id);
    const till = await open();
    await suspend(merchant);
    // It stands for one that was being paired when the suspension began.
    const late = await open();
    expect([await readAs(till), await readAs(late)]).toEqual([401, 401]);
    await reinstate(merchant);
    expect([await readAs(till), await readAs(late), await readAs(await open())]).toEqual([401, 401, 200]);
  });
});

describe("a suspended merchant's tokens", () => {
  it("are not given to its counters, until it is reinstated", async ({ merchant }) => {
    const till = await makeCounter(merchant);
    await suspend(merchant);
    const refused = await requestToken(till.clientId, till.clientSecret);
    expect(refused).toEqual({ status: 401, body: INVALID_CLIENT });
    await reinstate(merchant);
    const token = await fetchToken(till.clientId, till.clientSecret);
    expect((await postIntent({ token }, { amount: 1 })).status).toBe(201);
  });

  it("are not given for new credentials, which work once it is reinstated", async ({ merchant }) => {
    await suspend(merchant);
    const { status, body } = await pull(merchant.id, "rotate-credentials");
    expect(status).toBe(200);
    expect((await requestToken(body.client_id, body.client_secret)).status).toBe(401);
    await reinstate(merchant);
    expect((await requestToken(body.client_id, body.client_secret)).status).toBe(200);
  });

  it("are not available by a new setup link", async ({ merchant }) => {
    await suspend(merchant);
    expectFailure(await pull(merchant.id, "setup-link"), 403, "merchant_suspended", "Merchant is suspended");
    await reinstate(merchant);
    expect((await pull(merchant.id, "setup-link")).status).toBe(200);
  });
});

describe("what is under way when a merchant is suspended", () => {
  it("finishes: a payment that has begun, its webhook, and a refund that was accepted", async () => {
    muteLog();
    const deliveries = startDeliveries();
    const webhook = { url: "https://shop.test/hook", events: ["payment.completed", "refund.completed"] };
    const [merchant, wallet] = [await makeMerchantWithWebhook(webhook), await makeWallet()];
    const [intent, paid] = [await makeIntent(merchant), await makePaidIntent(merchant, { wallet })];
    expect((await refund(merchant, paid.id)).status).toBe(200);
    await published(paid.id);
    deliveries.queued.splice(0);
    const ledger = holdDatabase(POSTING);
    const confirmed = confirm(wallet, intent.id);
    await until(() => ledger.waiting > 0);

    await suspend(merchant);
    ledger.release();

    expect((await confirmed).body.payment_intent).toMatchObject({ status: "completed" });
    await settleRefund(paid.id);
    for (const { id } of [intent, paid]) await published(id);
    const received = (await deliveries.deliverAll()).map(({ body }) => JSON.parse(body).type);
    expect(received.sort()).toEqual(["payment.completed", "refund.completed"]);
    expect((await readIntent(merchant, paid.id)).body.payment_intent.refund_status).toBe("completed");
  });

  it("expires at its deadline", async () => {
    const { merchant, intent } = await setUp();
    await suspend(merchant);
    await rowsOf(intent.id).run("UPDATE payment_intents SET expires_at = 1 WHERE id = ?", intent.id);
    await fireAlarm(intent.id);
    expect(await statusOf(merchant, intent.id)).toBe("expired");
  });
});

it("an administrator who belongs to a suspended merchant can log in and reinstate it", async ({
  merchant,
}) => {
  const clientId = `operator-${merchant.id}`;
  const client = { clientId, claims: { merchant_id: merchant.id }, roles: ["admin"] };
  const secret = await deps.identityProvider.createClient(client);
  await suspend(merchant);
  const token = await fetchToken(clientId, secret);
  expectFailure(
    await postIntent({ token }, { amount: 1 }),
    403,
    "merchant_suspended",
    "Merchant is suspended",
  );
  const reinstated = await call("POST", `${MERCHANT_API}/merchants/${merchant.id}/reinstate`, { token });
  expect(reinstated.status).toBe(200);
  expect((await postIntent({ token }, { amount: 1 })).status).toBe(201);
});
