// Idempotency keys never expire: requests under keys that an earlier release has seen are still recognized. The fixture
// holds the ids, fingerprints and refund keys as they were stored.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import fixture from "../fixtures/idempotent-requests.json" with { type: "json" };
import { expectFailure } from "../support/error-responses.ts";
import { muteLog, repair } from "../support/faults.ts";
import { createWithKey, isReplayed, REUSED, refundWithKey, scanWithKey } from "../support/idempotency.ts";
import { evict, seedIntent, seedMerchant } from "../support/objects.ts";
import { merchantToken } from "../support/tokens.ts";

const { merchantId, walletId, counterId, creates, scan, refund } = fixture;

beforeEach(async () => {
  muteLog();
  await env.DB.batch([
    env.DB.prepare("DELETE FROM payment_intents"),
    env.DB.prepare("DELETE FROM merchants"),
  ]);
  // An object keeps what it has read.
  for (const { id } of [...creates, scan]) await evict(id).catch(() => {});
  await seedMerchant({ id: merchantId });
});
afterEach(repair);

const caller = async () => ({ token: await merchantToken(merchantId) });

describe("a request that an earlier release has served", () => {
  it.each(creates)("is a replay: create with $json", async ({ key, json, id, fingerprint }) => {
    await seedIntent(merchantId, { id, fingerprint });

    const response = await createWithKey(key, await caller(), json);

    expect(response).toMatchObject({ status: 201, body: { payment_intent: { id } } });
    expect(isReplayed(response)).toBe(true);
    expectFailure(await createWithKey(key, await caller(), { ...json, amount: 13 }), ...REUSED);
  });

  it("is a replay: scan", async () => {
    const { key, json, id, fingerprint } = scan;
    const change = { status: "pending_approval", targetWalletId: walletId, counterId } as const;
    await seedIntent(merchantId, { id, fingerprint, ...change });

    const response = await scanWithKey(key, await caller(), json);

    expect(response).toMatchObject({ status: 201, body: { payment_intent: { id } } });
    expect(isReplayed(response)).toBe(true);
    expectFailure(await scanWithKey(key, await caller(), { ...json, amount: 13 }), ...REUSED);
  });

  it("is a replay: refund", async () => {
    const { key, id, refundKey } = refund;
    const paid = { status: "completed", completedBy: walletId, completedAt: Date.now() } as const;
    await seedIntent(merchantId, { id, ...paid, refundStatus: "completed", refundKey });

    expect((await refundWithKey(key, await caller(), id)).status).toBe(200);
    expect((await refundWithKey("another-key", await caller(), id)).status).toBe(409);
  });
});

describe("a fingerprint that a later release has stored", () => {
  it("is neither a replay nor a reuse: 503, to be retried", async () => {
    const [create] = creates;
    await seedIntent(merchantId, { id: create?.id ?? "", fingerprint: `2:${create?.fingerprint}` });

    const response = await createWithKey(create?.key ?? "", await caller(), create?.json);

    expect(response).toMatchObject({ status: 503, body: { code: "payment_intent_unavailable" } });
  });
});
