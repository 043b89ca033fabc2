// What a merchant that has signed up makes and is sent in a minute.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { HANDLERS } from "#main/queues.ts";
import { signUpId } from "#sandbox/domain/sign-ups.ts";
import { limitDeliveries, withSignUpLimits } from "#sandbox/services/sign-up-limits.ts";
import { DAY, HOUR, MINUTE, moveClock } from "../support/clock.ts";
import { makeMerchant } from "../support/parties.ts";
import { INTENTS } from "../support/paths.ts";
import { takeMessages } from "../support/queues.ts";
import { bearer, expectLimited, limiterOf, startService, statusesOf } from "../support/rate-limits.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { rowsOf } from "../support/rows.ts";
import { seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";
import { deps } from "../support/seeds.ts";
import { makeSignedUp } from "../support/sign-ups.ts";

const { queues, receiver } = useScheduledDeliveries();

describe("60 intents a minute", () => {
  it("are what a merchant that has signed up makes, and no other merchant's limit", async () => {
    const send = startService({ LIMIT_WEBHOOKS: limiterOf(60) });
    const post = ({ token }: { token: string }) => {
      const headers = { ...bearer({ token }), "Content-Type": "application/json" };
      return send(INTENTS, { method: "POST", headers, body: '{"amount":1}' });
    };
    const [stranger, merchant] = [await makeSignedUp(), await makeMerchant()];
    const statuses = await statusesOf(70, () => post(stranger));
    expect(statuses.filter((status) => status === 201)).toHaveLength(60);
    await expectLimited(await post(stranger));
    expect(new Set(await statusesOf(61, () => post(merchant)))).toEqual(new Set([201]));
    expect((await post(await makeSignedUp())).status).toBe(201);
  });

  it("have as many wallets beside them", async () => {
    const send = startService({ LIMIT_WEBHOOKS: limiterOf(2) });
    const [stranger, merchant] = [await makeSignedUp(), await makeMerchant()];
    const post = ({ token }: { token: string }) => {
      const headers = { ...bearer({ token }), "Content-Type": "application/json" };
      return send("/sandbox/v1/wallets", { method: "POST", headers, body: '{"balance":1}' });
    };
    expect(await statusesOf(3, () => post(stranger))).toEqual([201, 201, 429]);
    expect(await statusesOf(3, () => post(merchant))).toEqual([201, 201, 201]);
  });

  it("are the same for a merchant that is spread over cells", async () => {
    const { limit } = limiterOf(1);
    const limits = withSignUpLimits({ allow: async (_, key) => (await limit({ key })).success });
    const id = signUpId(crypto.randomUUID());
    expect([await limits.allow("creations", `${id}#1`), await limits.allow("creations", `${id}#2`)]).toEqual([
      true,
      false,
    ]);
  });
});

describe("60 webhooks a minute", () => {
  it("are sent, and the others wait: none is lost, and no attempt counts", async () => {
    const { merchant, intent } = await seedShop({}, signUpId(crypto.randomUUID()));
    const ids = await seedDeliveries(intent, 150);
    const free = await seedShop({});
    const freeIds = await seedDeliveries(free.intent, 70);
    const deliver = limitDeliveries(HANDLERS.webhooks ?? expect.fail());
    const run = async (messages: { merchantId: string; eventId: string }[], limit = limiterOf(60).limit) => {
      const ctx = createExecutionContext();
      const allow = async (_: string, key: string) => (await limit({ key })).success;
      const limited = { ...deps, rateLimits: { allow } };
      const bodies = messages.map((body) => ({ body, attempts: 1 }) as Message);
      await Promise.all(deliver(bodies, limited, env, ctx));
      await waitOnExecutionContext(ctx);
    };
    const messagesOf = (merchantId: string, eventIds: string[]) =>
      eventIds.map((eventId) => ({ merchantId, eventId, dueAt: Date.now() }));

    await run([...messagesOf(merchant.id, ids), ...messagesOf(free.merchant.id, freeIds)]);
    expect(receiver.requests).toHaveLength(130);
    const waiting = await rowsOf(merchant.id).all<{ attempts: number; next_attempt_at: number }>(
      "SELECT attempts, next_attempt_at FROM events WHERE merchant_id = ? AND delivery_status = 'pending'",
      merchant.id,
    );
    expect(waiting).toHaveLength(90);
    for (const { attempts, next_attempt_at: at } of waiting) {
      expect(attempts).toBe(0);
      expect(at - Date.now()).toBeGreaterThanOrEqual(MINUTE);
      expect(at - Date.now()).toBeLessThanOrEqual(1.5 * MINUTE);
    }
    const [again, rest] = [takeMessages(queues.webhooks, merchant.id), () => receiver.requests.length - 130];
    expect(again).toHaveLength(90);
    moveClock(2 * MINUTE);
    await run(again);
    expect(rest()).toBe(60);
    moveClock(DAY);
    const late = takeMessages(queues.webhooks, merchant.id);
    await run(late, async () => ({ success: false }));
    const [dueAt] = await rowsOf(merchant.id).all<{ at: number }>(
      "SELECT min(next_attempt_at) AS at FROM events WHERE merchant_id = ? AND delivery_status = 'pending'",
      merchant.id,
    );
    expect((dueAt?.at ?? 0) - Date.now()).toBeGreaterThanOrEqual(6 * HOUR);
    moveClock(10 * HOUR);
    await run(takeMessages(queues.webhooks, merchant.id));
    expect(rest()).toBe(90);
    const stored = "SELECT count(*) FROM events WHERE merchant_id = ? AND delivery_status = 'delivered'";
    expect(await rowsOf(merchant.id).value(stored, merchant.id)).toBe(150);
  });
});
