import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { intentQueue } from "#core/durable/intent-queue.ts";
import { handleBatch } from "#main/queues.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";

const WEBHOOKS_2 = {} as Queue;
const WEBHOOKS_3 = {} as Queue;
const idOf = (bucket: string) => `01900000-0000-7000-8000-000${bucket}000000`;

it("is the only one that there is, whatever the id", () => {
  for (const id of [idOf("fff"), "", "none"]) expect(intentQueue(env, "WEBHOOKS", id)).toBe(env.WEBHOOKS);
});

it("is one of several by the intent's random digits, and no other binding that is named alike", () => {
  const several = { ...env, WEBHOOKS_2, WEBHOOKS_3, WEBHOOKS_SECRET: "" } as Env;
  const queues = ["000", "001", "002", "003", ""].map((each) => intentQueue(several, "WEBHOOKS", idOf(each)));
  expect(queues).toEqual([env.WEBHOOKS, WEBHOOKS_2, WEBHOOKS_3, env.WEBHOOKS, env.WEBHOOKS]);
  expect(intentQueue(several, "WALLET_EVENTS", idOf("001"))).toBe(env.WALLET_EVENTS);
});

it.each(["webhooks", "webhooks-live", "webhooks-2", "webhooks-12-live"])(
  "has a consumer as %s",
  async (queue) => {
    const consumer = vi.fn(() => []);
    const batch = { queue, messages: [] } as unknown as MessageBatch;
    await handleBatch(batch, sandboxDependenciesFor(env), env, createExecutionContext(), {
      webhooks: consumer,
    });
    expect(consumer).toHaveBeenCalledOnce();
  },
);
