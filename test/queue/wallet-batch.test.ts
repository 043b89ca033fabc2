import { env } from "cloudflare:workers";
import { describe, expect, vi } from "vitest";
import { setUpApproval } from "../support/approvals.ts";
import { interceptDatabase, useMutedLog } from "../support/faults.ts";
import { it } from "../support/it.ts";
import { changesOf, watchWallet } from "../support/live.ts";
import { until } from "../support/objects.ts";
import { captureQueue, consume } from "../support/queues.ts";

useMutedLog();

describe("a batch of wallet events", () => {
  it("reaches the wallets that anyone looks at, which one statement finds, whatever else is in it", async () => {
    const sent = captureQueue(env.WALLET_EVENTS);
    const [one, other, unwatched] = [await setUpApproval(), await setUpApproval(), await setUpApproval()];
    await until(() => sent.length === 3);
    const devices = [await watchWallet(one.wallet), await watchWallet(other.wallet)];
    let lookUps = 0;
    interceptDatabase(/from "live_wallets"/i, async (run) => {
      lookUps += 1;
      return await run();
    });
    const called = vi.spyOn(env.WALLETS, "getByName");

    const outcome = await consume("wallet-events", [null, ...sent.map(({ body }) => body)]);

    expect(outcome).toMatchObject({ acked: [1, 2, 3], retried: [0] });
    for (const [index, { intent }] of [one, other].entries()) {
      const requested = { type: "approval_requested", payment_intent_id: intent.id };
      expect(await changesOf(devices[index] as (typeof devices)[0], 1)).toEqual([requested]);
    }
    expect(lookUps).toBe(1);
    expect(called).not.toHaveBeenCalledWith(unwatched.wallet.id);
  });
});
