// A merchant that has left its mark everywhere, and the erasure of it.

import { expect } from "vitest";
import { adminToken, call } from "./api.ts";
import { readWalletEvents, SCAN } from "./approvals.ts";
import { DAY, HOUR, MINUTE, moveClock } from "./clock.ts";
import { makeCounter } from "./counters.ts";
import { cancel, makeIntent, makePaidIntent, refund } from "./intents.ts";
import { makeLogo, putLogo } from "./logos.ts";
import { ownerOf } from "./merchant-users.ts";
import { collect, published, until } from "./objects.ts";
import { ageAll } from "./old-payments.ts";
import { makeMerchant, makeWallet, renewMerchant, type TestMerchant } from "./parties.ts";
import { MERCHANT_API } from "./paths.ts";
import { runSweep } from "./queues.ts";
import { startDeliveries } from "./receiver.ts";
import { rowsOf } from "./rows.ts";
import { openTill, openUser } from "./sessions.ts";
import { settleRefund } from "./settlement.ts";
import { actionPath, pull } from "./stops.ts";
import { newMark } from "./stored-texts.ts";

const fieldsWith = (mark: string) => ({
  description: `Tea for ${mark}`,
  reference: `order-${mark}`,
  metadata: { customer: `${mark}@customer.test` },
  callback_url: `https://callback.test/${mark}`,
  return_url: `https://return.test/${mark}`,
});

export interface MarkedMerchant extends TestMerchant {
  /** It is in whatever it has written, or others about it. */
  mark: string;
  counterId: string;
}

export async function registerMarked(): Promise<MarkedMerchant> {
  const mark = newMark();
  const email = `${crypto.randomUUID()}-${mark}@shop.test`;
  const merchant = await makeMerchant({ email, business_name: `Shop ${mark}` });
  const counter = await makeCounter(merchant, { name: `Till ${mark}`, location: `Hall ${mark}` });
  return { ...merchant, mark, counterId: counter.id };
}

/** Settings, users, sessions and entries in the audit trail. */
export async function markAccount(merchant: MarkedMerchant): Promise<void> {
  const { id, email, counterId, mark } = merchant;
  const { token } = await ownerOf(merchant);
  const manage = async (method: string, path: string, json: object, status = 200) =>
    expect((await call(method, `${MERCHANT_API}${path}`, { token, json })).status).toBe(status);
  await manage("PUT", "/webhook", { url: `https://shop.test/${mark}` });
  await manage("PUT", `/counters/${counterId}`, { webhook_url: `https://till.test/${mark}` });
  await manage(
    "POST",
    "/users",
    { email: `staff-${crypto.randomUUID()}-${mark}@shop.test`, role: "staff" },
    201,
  );
  await openUser(id);
  await openTill(id, counterId, `Till of ${mark}`);
  const texts = { address: `1 ${mark} Street`, vat_id: "DE 1", receipt_footer: `Thanks, ${mark}` };
  await manage("PUT", "/settings", texts);
  expect((await putLogo(token, makeLogo(9))).status).toBe(200);
  await manage("PUT", "/settings/return-schemes", { return_schemes: [`com.example.${mark}`] });
  const reason = `Because of ${mark}`;
  await pull(id, "stop-refunds", { reason });
  await pull(id, "allow-refunds");
  await pull(id, "disable-user", { email, reason });
  await call("POST", actionPath("counters/:counterID/revoke", id, counterId), {
    token: await adminToken(),
    json: { reason },
  });
}

/** Paid and told, refunded, cancelled, expired, asked of a customer, and one that is a month old. Returns their ids. */
export async function markPayments(merchant: MarkedMerchant): Promise<string[]> {
  const { deliverAll, receiver } = startDeliveries();
  const fields = fieldsWith(merchant.mark);
  receiver.response = () => new Response(`Thank you, ${merchant.mark}`);
  const old = await makePaidIntent(merchant, { fields });
  await published(old.id);
  await deliverAll();
  await ageAll(merchant, [old.id]);
  const now = await renewMerchant(merchant);
  const paid = await makePaidIntent(now, { fields });
  await published(paid.id);
  await deliverAll();
  const refunded = await makePaidIntent(now, { fields });
  const { description: reason, reference } = fields;
  expect((await refund(now, refunded.id, { json: { reason, reference } })).status).toBe(200);
  await settleRefund(refunded.id);
  const cancelled = await makeIntent(now, fields);
  expect((await cancel(now, cancelled.id)).status).toBe(200);
  const wallet = await makeWallet();
  const asked = { amount: 3, scan_token: wallet.id, counter_id: merchant.counterId, ...fields };
  const scanned = await call("POST", SCAN, { token: now.token, json: asked });
  expect(scanned.status).toBe(201);
  await until(async () => (await readWalletEvents(wallet)).length > 0);
  const expired = await makeIntent(now, fields);
  const ids = [old, paid, refunded, cancelled, scanned.body.payment_intent, expired].map(({ id }) => id);
  moveClock(HOUR);
  await runSweep();
  for (const id of ids) await published(id);
  return ids;
}

/** Closes the merchant and lets the objects delete their copies. */
export async function closeAndWait(
  merchant: Pick<MarkedMerchant, "id" | "mark">,
  ids: readonly string[] = [],
): Promise<void> {
  expect(
    (await pull(merchant.id, "close", { reason: `No more business with ${merchant.mark}` })).status,
  ).toBe(200);
  for (const id of ids) await collect(id);
  moveClock(3 * DAY);
}

const erasePath = (merchantId: string) => `${MERCHANT_API}/admin/merchants/${merchantId}/erase`;

export async function erase(merchantId: string, json: unknown = { confirm: merchantId }) {
  return await call("POST", erasePath(merchantId), { token: await adminToken(), json });
}

/** Runs the sweep once a minute until the erasure is done; returns how many runs it took. */
export async function sweepUntilErased(merchantId: string, runsMax = 60): Promise<number> {
  moveClock(21 * MINUTE);
  for (let runs = 1; runs <= runsMax; runs++) {
    await runSweep();
    const erasedAt = await rowsOf(merchantId).value(
      "SELECT erased_at FROM merchants WHERE id = ?",
      merchantId,
    );
    if (erasedAt !== null) return runs;
    moveClock(MINUTE);
  }
  throw new Error("the erasure was not done");
}
