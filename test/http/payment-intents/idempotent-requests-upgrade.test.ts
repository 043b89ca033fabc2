// Idempotency keys never expire: requests under keys that an earlier release has seen are still recognized. The fixture
// holds the ids, fingerprints and refund keys as they were stored: `idBeforeSecret` is a plain digest, `id` an HMAC.

import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { renewCopies } from "../../../src/db/merchants/account-copies.ts";
import { slottedId } from "../../../src/domain/placed-id.ts";
import fixture from "../../fixtures/idempotent-requests.json" with { type: "json" };
import { expectFailure } from "../../support/error-responses.ts";
import { muteLog } from "../../support/faults.ts";
import {
  countIntents,
  createWithKey,
  expectNew,
  isReplayed,
  newKey,
  REUSED,
  refundWithKey,
  scanWithKey,
  tenTimes,
} from "../../support/idempotency.ts";
import { evict } from "../../support/objects.ts";
import { deactivateMerchant } from "../../support/parties.ts";
import { sharedRows } from "../../support/rows.ts";
import { deps, seedCounter, seedIntent, seedMerchant } from "../../support/seeds.ts";
import { merchantToken } from "../../support/tokens.ts";

const { merchantId, walletId, counterId, creates, scan, refund } = fixture;
const merchant = { id: merchantId };
const keyed = [...creates, scan];
const storedCreates = creates.flatMap((create) => [create, { ...create, id: create.idBeforeSecret }]);
const storedScans = [scan, { ...scan, id: scan.idBeforeSecret }];

beforeEach(async () => {
  muteLog();
  const tables = ["payment_intents", "events", "merchants", "counters"];
  for (const table of tables) await sharedRows.run(`DELETE FROM ${table}`);
  // An object keeps what it has read.
  for (const id of keyed.flatMap((request) => [request.id, request.idBeforeSecret]))
    await evict(id).catch(() => {});
  await seedMerchant({ ...merchant, createdAt: 0 });
});

const caller = async () => ({ token: await merchantToken(merchantId) });

describe("a request that an earlier release has served", () => {
  it.each(storedCreates)("is a replay: create of $id with $json", async ({ key, json, id, fingerprint }) => {
    await seedIntent(merchantId, { id, fingerprint });

    const responses = await tenTimes(async () => createWithKey(key, await caller(), json));

    for (const response of responses) {
      expect(response).toMatchObject({ status: 201, body: { payment_intent: { id } } });
      expect(isReplayed(response)).toBe(true);
    }
    expectFailure(await createWithKey(key, await caller(), { ...json, amount: 13 }), ...REUSED);
    expect(await countIntents(merchant)).toBe(1);
  });

  it.each(storedScans)("is a replay: scan of $id", async ({ key, json, id, fingerprint }) => {
    await seedScanned({ id, fingerprint });
    await openForScans();

    const response = await scanWithKey(key, await caller(), json);

    expect(response).toMatchObject({ status: 201, body: { payment_intent: { id } } });
    expect(isReplayed(response)).toBe(true);
    expectFailure(await scanWithKey(key, await caller(), { ...json, amount: 13 }), ...REUSED);
    expect(await countIntents(merchant)).toBe(1);
  });

  it("is a replay when nothing new could be created", async () => {
    const [create] = storedCreates.filter(({ id }) => id === creates[0]?.idBeforeSecret);
    await seedIntent(merchantId, { id: create?.id ?? "", fingerprint: create?.fingerprint ?? null });
    await seedScanned({ id: scan.idBeforeSecret, fingerprint: scan.fingerprint });
    await deactivateMerchant(merchant);

    const created = await createWithKey(create?.key ?? "", await caller(), create?.json);
    const scanned = await scanWithKey(scan.key, await caller(), scan.json);

    expect(created).toMatchObject({ status: 201, body: { payment_intent: { id: create?.id } } });
    expect(scanned).toMatchObject({ status: 201, body: { payment_intent: { id: scan.idBeforeSecret } } });
    const refused = await createWithKey(newKey(), await caller());
    expectFailure(refused, 403, "merchant_not_active", "Merchant is not active");
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

describe("a request under a key that nobody has seen", () => {
  it("makes an intent whose id is the same in every release from now on", async () => {
    expect(env.IDEMPOTENCY_KEY_SECRET).toBe(fixture.idempotencyKeySecret);
    await openForScans();
    const isSlotted = deps.config.cells.length > 0;
    const expected = (id: string) => (isSlotted ? slottedId(id, merchantId) : id);
    for (const { key, json, id } of creates) {
      expect(expectNew(await createWithKey(key, await caller(), json))).toBe(expected(id));
    }
    expect(expectNew(await scanWithKey(scan.key, await caller(), scan.json))).toBe(expected(scan.id));
  });
});

async function seedScanned(given: { id: string; fingerprint: string }) {
  const change = { status: "pending_approval", targetWalletId: walletId, counterId } as const;
  await seedIntent(merchantId, { ...given, ...change });
}

/** Nothing but an intent under the same key stands in the way of a new one. */
async function openForScans() {
  await seedCounter(merchantId, { id: counterId });
  await renewCopies(deps.places, merchantId);
  await deps.sandboxLedger?.openAccount(walletId, "USD", 100_00);
}
