import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { PROBE_INTERVAL_MS } from "#core/domain/webhooks/delivery.ts";
import { QUEUE_DELAY_MS_MAX, retryDelayMs } from "#core/webhooks/schedule.ts";
import { newWebhookSecret, signWebhook } from "#core/webhooks/sign.ts";
import { retryAfterMs } from "#sdk/transport/retry-after.ts";

// The example of the Standard Webhooks specification.
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const SENT_AT = 1_614_265_330_000;
const BODY = '{"test": 2432232314}';
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

describe("signWebhook", () => {
  it("reproduces the specification's own example", async () => {
    expect(await signWebhook([SECRET], ID, SENT_AT, BODY)).toEqual({
      "webhook-id": ID,
      "webhook-timestamp": "1614265330",
      "webhook-signature": SIGNATURE,
    });
  });

  it.each([
    ["nothing", ""],
    ["text beyond ASCII", '{"name":"Café ☕ 東京 \u{1f600}"}'],
    ["large numbers", '{"n":12345678901234567890}'],
  ])("signs %s as the receivers' library does", async (_, body) => {
    const secret = newWebhookSecret();
    const signed = await signWebhook([secret], "evt-1", SENT_AT + 999, body);
    expect(signed["webhook-timestamp"]).toBe("1614265330");
    expect(signed["webhook-signature"]).toBe(new Webhook(secret).sign("evt-1", new Date(SENT_AT), body));
  });

  it("signs once for every secret, so that either receiver accepts it", async () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const now = Date.now();
    const headers = { ...(await signWebhook(secrets, "evt-1", now, "{}")) };
    expect(headers["webhook-signature"].split(" ")).toHaveLength(2);
    for (const secret of secrets) expect(new Webhook(secret).verify("{}", headers)).toEqual({});
    expect(() => new Webhook(newWebhookSecret()).verify("{}", headers)).toThrow();
  });
});

const HOUR = 3_600_000;

const MINUTE = 60_000;

describe("retryDelayMs", () => {
  it("knows eleven delays, and null after them and before the first attempt", () => {
    const delays = Array.from({ length: 13 }, (_, attempts) => retryDelayMs(attempts, 0, null));
    const seconds = [5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(delays).toEqual([null, ...seconds.map((delay) => delay * 1000), null]);
  });

  it("adds up to a tenth and takes nothing away", () => {
    for (let attempts = 1; attempts <= 11; attempts++) {
      const least = retryDelayMs(attempts, 0, null) ?? 0;
      const most = retryDelayMs(attempts, 0.999999999, null) ?? 0;
      expect(most).toBeGreaterThan(least);
      expect(most).toBeLessThanOrEqual(least * 1.1);
    }
  });

  it("waits as long as the receiver asks, up to a day, and never less than the schedule", () => {
    expect(retryDelayMs(1, 0, 60_000)).toBe(60_000);
    expect(retryDelayMs(1, 0, 1)).toBe(5000);
    expect(retryDelayMs(1, 0, 240 * HOUR)).toBe(24 * HOUR);
    expect(retryDelayMs(12, 0, 60_000)).toBeNull();
  });
});

it("leaves to the sweep what a queue cannot delay for so long", () => {
  // https://developers.cloudflare.com/queues/platform/limits/
  expect(QUEUE_DELAY_MS_MAX).toBe(12 * HOUR);
});

it("probes a degraded address every ten minutes", () => {
  expect(PROBE_INTERVAL_MS).toBe(10 * MINUTE);
});

describe("retryAfterMs", () => {
  const now = Date.UTC(2026, 10, 21, 12);

  it.each([
    ["120", 120_000],
    [" 7 ", 7000],
    ["0", 0],
    ["Sat, 21 Nov 2026 12:01:00 GMT", 60_000],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
    ["soon", null],
    ["", null],
    [null, null],
  ])("reads %j as %s", (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });

  it.each(["-1", "1.5", "99999999999"])("takes %j for no wait at all", (header) => {
    expect(retryAfterMs(header, now) ?? 0).toBe(0);
  });
});
