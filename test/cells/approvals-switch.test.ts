// Requests for approval from before and after cells begin. CELLS is 1 here.
import { eq } from "drizzle-orm";
import { v7 as newId } from "uuid";
import { describe, expect, it, vi } from "vitest";
import { lastScanTokens } from "#core/db/schema/wallet.ts";
import { blockMerchant } from "#core/services/wallet/blocked-merchants.ts";
import { scanCustomerCode, scanPayment } from "#core/services/wallet/scan-payment.ts";
import { actOnIntent, listOpenApprovals } from "#core/services/wallet/wallet.ts";
import { createShards } from "#core/shards/shards.ts";
import { findDesk } from "#parts/desk/db/desks.ts";
import { payOut } from "#parts/desk/services/desk-movements.ts";
import { DAY, SECOND } from "../support/clock.ts";
import { makeDesk } from "../support/desks.ts";
import { newKey } from "../support/idempotency.ts";
import { mintScanToken } from "../support/scan-tokens.ts";
import { ACTOR, db, deps, seedCounter, seedIntent, seedMerchant, seedWallet } from "../support/seeds.ts";

describe("when cells begin", () => {
  /** Makes them begin then. */
  function switchedAt(since: number) {
    const cells = [{ text: "1", digits: 1, since }];
    return { ...deps, config: { ...deps.config, cells }, shards: createShards(db, cells, deps.shards.named) };
  }
  const setUp = async () => {
    const [{ id: merchantId }, walletId] = [await seedMerchant(), await seedWallet()];
    const counter = await seedCounter(merchantId);
    const caller = { merchantId, counterId: null, actor: ACTOR, defer() {} };
    const input = {
      ...{ amountMinor: 100, currency: "USD", description: "", reference: null, metadataJson: null },
      ...{ callbackUrl: null, returnUrl: null, expiresInSeconds: 300, counterId: counter.id, walletId },
    };
    const asked = { status: "pending_approval", targetWalletId: walletId } as const;
    const seedAsked = async (count: number) => {
      for (let n = 0; n < count; n++) await seedIntent(merchantId, asked);
    };
    const customer = { walletId, actor: ACTOR, defer() {} };
    return { merchantId, walletId, input, caller, customer, seedAsked };
  };

  it("requests from before can be approved and rejected, and count", async () => {
    const { merchantId, walletId, input, caller, customer, seedAsked } = await setUp();
    const after = switchedAt(Date.now() - SECOND);
    const scan = () => scanPayment(after, caller, input, newKey());
    await seedAsked(4);
    expect(await scan()).toMatchObject({ ok: true });
    expect(await scan()).toMatchObject({ error: "too_many_approvals" });
    const open = () => listOpenApprovals(after, walletId);
    expect(await open()).toHaveLength(5);
    const before = (await open()).filter(({ fingerprint }) => fingerprint === null);
    for (const { id } of before.slice(1))
      expect(await actOnIntent(after, customer, id, "reject")).toMatchObject({ ok: true });
    await vi.waitFor(async () => expect(await open()).toHaveLength(2));
    expect(await scan()).toMatchObject({ error: "too_many_rejections" });
    expect(await blockMerchant(after, customer, merchantId)).toMatchObject({ ok: true });
    await vi.waitFor(async () => expect(await open()).toEqual([]));
    expect(await scan()).toMatchObject({ error: "unknown_scan_token" });
    const { shards } = switchedAt(Date.now() - 32 * DAY);
    expect(await listOpenApprovals({ ...after, shards }, walletId)).toEqual([]);
  });

  it("a request that is checked before and stored after counts those from before", async () => {
    const { input, caller, seedAsked } = await setUp();
    await seedAsked(5);
    const since = Date.now() - SECOND;
    const times = [since - 1, since - 1];
    const spanning = { ...switchedAt(since), clock: () => times.pop() ?? Date.now() };
    expect(await scanPayment(spanning, caller, input, newKey())).toMatchObject({
      error: "too_many_approvals",
    });
  });

  it.for([
    [-1, "merchant"],
    [-1, "desk"],
    [0, "merchant"],
    [0, "desk"],
  ] as const)("a token that was made %i ms after that is used by one %s alone", async ([afterMs, user]) => {
    const [one, other, { id }] = [await setUp(), await setUp(), await makeDesk()];
    const desk = await findDesk(db, id);
    if (desk === null) throw new Error("no desk");
    const since = Date.now() - SECOND;
    const after = switchedAt(since);
    const scanToken = await mintScanToken(one.walletId, {
      claims: { jti: newId({ msecs: since + afterMs }) },
    });
    const scan = ({ caller, input }: typeof one) =>
      scanCustomerCode(after, caller, { ...input, scanCode: scanToken }, null);
    const ask = (idempotencyKey: string) =>
      payOut(after, { ...one.customer, desk }, { amountMinor: 5, scanToken, idempotencyKey });
    const uses = [() => scan(one), () => scan(other), () => ask("key-1"), () => ask("key-2")];
    const use = uses.splice(user === "desk" ? 2 : 0, 1)[0];
    expect(await use?.()).toMatchObject({ ok: true });
    for (const each of uses) expect(await each()).toMatchObject({ error: "scan_token_used" });
    expect(await use?.()).toMatchObject({ ok: true });
    const isOfWallet = eq(lastScanTokens.walletId, one.walletId);
    expect(await db.$count(lastScanTokens, isOfWallet)).toBe(afterMs < 0 ? 1 : 0);
  });
});
