// Requests for approval from before and after cells begin. CELLS is 1 here.
import { describe, expect, it, vi } from "vitest";
import { blockMerchant } from "#core/services/wallet/blocked-merchants.ts";
import { scanPayment } from "#core/services/wallet/scan-payment.ts";
import { actOnIntent, listOpenApprovals } from "#core/services/wallet/wallet.ts";
import { DAY, SECOND } from "../support/clock.ts";
import { newKey } from "../support/idempotency.ts";
import { setUpScan, switchedAt } from "../support/switched-cells.ts";

describe("when cells begin", () => {
  it("requests from before can be approved and rejected, and count", async () => {
    const { merchantId, walletId, input, caller, customer, seedAsked } = await setUpScan();
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
    const { input, caller, seedAsked } = await setUpScan();
    await seedAsked(5);
    const since = Date.now() - SECOND;
    const times = [since - 1, since - 1];
    const spanning = { ...switchedAt(since), clock: () => times.pop() ?? Date.now() };
    expect(await scanPayment(spanning, caller, input, newKey())).toMatchObject({
      error: "too_many_approvals",
    });
  });
});
