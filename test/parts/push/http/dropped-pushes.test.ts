import { env } from "cloudflare:workers";
import { describe, expect } from "vitest";
import type { PushMessage } from "#core/domain/ports/wallet.ts";
import { preparePush, sendPushes } from "#parts/push/services/push.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { MINUTE, moveClock, useStoppedClock } from "../../../support/clock.ts";
import { muteLog } from "../../../support/faults.ts";
import { it } from "../../../support/it.ts";
import { samples } from "../../../support/metrics.ts";
import { setUpPush, subscribe, subscriptionsOf, take } from "../../../support/push.ts";
import { consume } from "../../../support/queues.ts";
import { limiterOf } from "../../../support/rate-limits.ts";
import { useReceiver } from "../../../support/receiver.ts";

const receiver = useReceiver(() => new Response(null, { status: 201 }));
useStoppedClock();

const hosts = () => receiver.requests.map(({ url }) => url);

/** Metrics of pushes that were not sent. */
async function droppedBy(reason: string): Promise<number | undefined> {
  return (await samples()).get(`payments_pushes_dropped_total{reason="${reason}"}`);
}

describe("a push that is dropped", () => {
  /** A service of its own, whose circuits nobody else has opened. */
  const depsWith = (change: Partial<Env>) => sandboxDependenciesFor({ ...env, ...change } as Env);
  async function setUpQueued(times: number) {
    const { sent, pushes, ...others } = await setUpPush();
    await consume("wallet-events", take(sent));
    const [body] = take(pushes) as unknown as PushMessage[];
    if (body === undefined) throw new Error("nothing is pushed");
    return { ...others, pushes, bodies: Array<PushMessage>(times).fill(body) };
  }
  const send = async (deps: ReturnType<typeof depsWith>, bodies: readonly PushMessage[]) => {
    for (const body of bodies) await sendPushes(deps, [preparePush(deps, body)]);
  };

  it("is the 61st of a merchant to a wallet within a minute", async () => {
    const { bodies, merchant, wallet } = await setUpQueued(63);
    const limiter = limiterOf(60);
    const before = (await droppedBy("limit")) ?? 0;
    await send(depsWith({ RATE_LIMITS: "on", LIMIT_PUSHES: limiter }), bodies);
    expect(hosts()).toHaveLength(60);
    expect([...limiter.counts.keys()]).toEqual([`${merchant.id} ${wallet.id}`]);
    expect(await droppedBy("limit")).toBe(before + 3);
  });

  it("leads to no known service any more; the subscription is kept", async () => {
    const { bodies, wallet } = await setUpQueued(1);
    const before = (await droppedBy("unknown_service")) ?? 0;
    await send(depsWith({ WEBHOOK_ALLOW_PRIVATE: "false" }), bodies);
    expect(hosts()).toEqual([]);
    expect(await droppedBy("unknown_service")).toBe(before + 1);
    expect(await subscriptionsOf(wallet)).toBe(1);
  });

  it.each([
    ["a 5xx", () => new Response(null, { status: 500 })],
    [
      "a time-out",
      () => {
        throw new DOMException("timed out", "TimeoutError");
      },
    ],
  ])(
    "leads to a service that has failed five times in a row with %s, but for one a minute",
    async (_, failed) => {
      muteLog();
      const { bodies } = await setUpQueued(8);
      const before = (await droppedBy("circuit_open")) ?? 0;
      receiver.response = failed;
      const deps = depsWith({});
      await send(deps, bodies);
      expect([hosts().length, await droppedBy("circuit_open")]).toEqual([5, before + 3]);
      moveClock(MINUTE);
      receiver.response = () => new Response(null, { status: 201 });
      await send(deps, bodies);
      expect(hosts()).toHaveLength(5 + 8);
    },
  );

  it.each([404, 410, 413, 429])("does not lead to a service that has refused it with %i", async (status) => {
    muteLog();
    const { bodies, wallet, browser } = await setUpQueued(1);
    receiver.response = () => new Response(null, { status });
    const deps = depsWith({});
    for (let sent = 0; sent < 7; sent++) {
      await subscribe(wallet, browser);
      await send(deps, bodies);
    }
    expect(hosts()).toHaveLength(7);
  });
});
