import { env } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { sendingFault } from "#core/webhooks/sendable.ts";
import { readConfig } from "#main/read-config.ts";
import { MINUTE, moveClock, useStoppedClock } from "../../support/clock.ts";
import { COUNTERS } from "../../support/counters.ts";
import { it } from "../../support/it.ts";
import type { TestMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import { bearer, startService } from "../../support/rate-limits.ts";
import { useReceiver } from "../../support/receiver.ts";

const RESOLVED = { WEBHOOK_ALLOW_PRIVATE: "false", DOH_URL: "https://resolver.test/dns-query" };
const answer = (data: string) => () => Response.json({ Status: 0, Answer: [{ type: 1, data }] });

const resolver = useReceiver(answer("93.184.216.34"));
useStoppedClock();

function senderFor(merchant: TestMerchant) {
  const send = startService(RESOLVED);
  const headers = { ...bearer(merchant), "Content-Type": "application/json" };
  return async (path: string, json: object): Promise<[status: number, lookUps: number]> => {
    const { status } = await send(path, { method: "POST", headers, body: JSON.stringify(json) });
    return [status, resolver.requests.splice(0).length];
  };
}

const PAYABLE = { amount: 1, currency: "USD" };
const CALLBACK = { callback_url: "https://hooks.shop.com/paid" };

describe("the names of webhook addresses", () => {
  it("are looked up once a minute when they are saved, whatever their paths", async ({ merchant }) => {
    const post = senderFor(merchant);
    expect(await post(INTENTS, { ...PAYABLE, ...CALLBACK })).toEqual([201, 2]);
    expect(await post(INTENTS, { ...PAYABLE, callback_url: "https://hooks.shop.com/2" })).toEqual([201, 0]);
    expect(await post(COUNTERS, { name: "Till", webhook_url: "https://hooks.shop.com/3" })).toEqual([201, 0]);
    expect(await post(INTENTS, { ...PAYABLE, callback_url: "https://other.shop.com" })).toEqual([201, 2]);
    moveClock(MINUTE);
    resolver.response = answer("10.0.0.1");
    expect(await post(INTENTS, { ...PAYABLE, ...CALLBACK })).toEqual([400, 2]);
    expect(await post(INTENTS, { ...PAYABLE, ...CALLBACK })).toEqual([400, 0]);
  });

  it("are not looked up for a body that is refused anyway, nor for a return_url", async ({ merchant }) => {
    const post = senderFor(merchant);
    for (const wrong of [
      { amount: -1 },
      { callback_url: "http://hooks.shop.com" },
      { metadata: { a: "x".repeat(17_000) } },
    ])
      expect(await post(INTENTS, { ...PAYABLE, ...CALLBACK, ...wrong })).toEqual([400, 0]);
    expect(await post(INTENTS, { ...PAYABLE, return_url: "https://shop.com/thanks" })).toEqual([201, 0]);
    expect(await post(INTENTS, { ...PAYABLE, return_url: "https://10.0.0.1/" })).toEqual([400, 0]);
  });

  it("are looked up before every attempt", async () => {
    const { webhooks } = readConfig({ ...env, ...RESOLVED });
    for (const asked of [2, 4]) {
      expect(await sendingFault("https://hooks.shop.com/paid", webhooks)).toBeNull();
      expect(resolver.requests).toHaveLength(asked);
    }
  });
});
