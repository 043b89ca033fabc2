// A wallet's stop, where its requests and payments are in several shards. CELLS is 1 here.
import { describe, expect } from "vitest";
import { adminToken, call } from "../support/api.ts";
import { listApprovals, makeApproval, postScan, statusOf } from "../support/approvals.ts";
import { moveClock, SECOND } from "../support/clock.ts";
import { makeCounter } from "../support/counters.ts";
import { expectFailure } from "../support/error-responses.ts";
import { confirm, makeIntent } from "../support/intents.ts";
import { it } from "../support/it.ts";
import { renewWallet } from "../support/parties.ts";
import { MERCHANT_API, WALLET_API } from "../support/paths.ts";
import { useQueues } from "../support/queues.ts";
import { deps } from "../support/seeds.ts";

useQueues();

const stopOwn = ({ token }: { token: string }) => call("POST", `${WALLET_API}/sessions/stop`, { token });

async function stopAsAdmin(walletId: string) {
  const path = `${MERCHANT_API}/admin/wallets/${walletId}/stop`;
  return await call("POST", path, { token: await adminToken(), json: { reason: "Phone stolen" } });
}

describe("with cells, a wallet's stop", () => {
  it("rejects what waits in each shard, and refuses the wallet in all of them", async ({
    merchant,
    other,
    wallet,
  }) => {
    const asked = [await makeApproval(merchant, wallet), await makeApproval(other, wallet)];
    const open = [await makeIntent(merchant), await makeIntent(other)];
    for (const { id } of asked) expect(deps.shards.of(id)).not.toContain(deps.shards.home);

    expect((await stopOwn(wallet)).status).toBe(200);

    const merchants = [merchant, other];
    for (const [at, { id }] of asked.entries())
      expect(await statusOf(merchants[at] ?? merchant, id)).toBe("cancelled");
    for (const { id } of open)
      expectFailure(await confirm(wallet, id), 403, "wallet_stopped", "This wallet is stopped");
    moveClock(SECOND);
    const renewed = await renewWallet(wallet);
    expect(await listApprovals(renewed)).toEqual([]);
    for (const { id } of open) expect((await confirm(renewed, id)).status).toBe(200);
  });

  it("keeps every shop's cell from asking a wallet that is held, and ends what is under way", async ({
    merchant,
    other,
    wallet,
  }) => {
    const { id } = await makeIntent(other);
    expect((await confirm(wallet, id)).status).toBe(200);
    expect((await stopAsAdmin(wallet.id)).status).toBe(200);
    expect(await statusOf(other, id)).toBe("completed");
    for (const shop of [merchant, other]) {
      const scan = { scan_token: wallet.id, counter_id: (await makeCounter(shop)).id, amount: 1 };
      expect((await postScan(shop, scan)).status).toBe(400);
    }
  });
});
