import { expect, it } from "vitest";
import { listApprovals, postScan } from "../../support/approvals.ts";
import { makeCounter } from "../../support/counters.ts";
import { newKey, scanWithKey, tenTimes } from "../../support/idempotency.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";

it("open approvals of one customer at one merchant are five at most under twenty parallel scans", async () => {
  const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
  const counter = await makeCounter(merchant);
  const scan = { scan_token: wallet.id, counter_id: counter.id, amount: 1 };
  const keyed = tenTimes(() => scanWithKey(newKey(), merchant, scan));
  const responses = [...(await tenTimes(() => postScan(merchant, scan))), ...(await keyed)];
  const codes = responses.map(({ body }) => body.code);
  expect(codes.sort()).toEqual([...Array(15).fill("too_many_approvals"), ...Array(5).fill(undefined)]);
  const open = await listApprovals(wallet);
  expect(open).toHaveLength(5);
  for (const { id } of open) expect(await eventsOf(id)).toHaveLength(1);
});
