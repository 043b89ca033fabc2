import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { PROBE_INTERVAL_MS } from "../../../src/domain/delivery.ts";
import { verifySignature } from "../../../src/sdk/signature.ts";
import { retryAfterMs } from "../../../src/sdk/transport/retry-after.ts";
import { QUEUE_DELAY_MS_MAX, retryDelayMs } from "../../../src/webhooks/schedule.ts";
import { newWebhookSecret, signWebhook } from "../../../src/webhooks/sign.ts";

// The example of the Standard Webhooks specification.
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const SENT_AT = 1_614_265_330_000;
const BODY = '{"test": 2432232314}';
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

function headersWith(change: Record<string, string | null> = {}): Headers {
  const headers = {
    "webhook-id": ID,
    "webhook-timestamp": "1614265330",
    "webhook-signature": SIGNATURE,
    ...change,
  };
  return new Headers(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null));
}

async function isSigned(
  change: Record<string, string | null> = {},
  { body = BODY, now = SENT_AT, secret = SECRET }: { body?: string; now?: number; secret?: string } = {},
): Promise<boolean> {
  const bytes = new TextEncoder().encode(body);
  return (await verifySignature(bytes, headersWith(change), [secret], { now })).ok;
}

describe("newWebhookSecret", () => {
  it("is whsec_ and 32 random bytes", () => {
    const secret = newWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newWebhookSecret()).not.toBe(secret);
  });
});

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

describe("verifySignature", () => {
  it("accepts what the library signs", async () => {
    expect(await isSigned()).toBe(true);
  });

  it.each([-300, 300])("accepts a timestamp %i seconds away and no further", async (seconds) => {
    expect(await isSigned({}, { now: SENT_AT + seconds * 1000 })).toBe(true);
    expect(await isSigned({}, { now: SENT_AT + (seconds + Math.sign(seconds)) * 1000 })).toBe(false);
  });

  it("accepts when one of several signatures matches", async () => {
    const other = "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    expect(await isSigned({ "webhook-signature": `${other} v2,xyz ${SIGNATURE}` })).toBe(true);
    expect(await isSigned({ "webhook-signature": `${other} ${other}` })).toBe(false);
  });

  it.each([
    ["another body", {}, { body: `${BODY} ` }],
    ["another id", { "webhook-id": "msg_other" }, {}],
    ["another timestamp", { "webhook-timestamp": "1614265331" }, {}],
    ["no id", { "webhook-id": null }, {}],
    ["no timestamp", { "webhook-timestamp": null }, {}],
    ["no signature", { "webhook-signature": null }, {}],
    ["an empty signature", { "webhook-signature": "" }, {}],
    ["a version alone", { "webhook-signature": "v1" }, {}],
    ["an empty v1", { "webhook-signature": "v1," }, {}],
    ["broken base64", { "webhook-signature": "v1,%%%" }, {}],
    ["another version", { "webhook-signature": SIGNATURE.replace("v1,", "v1a,") }, {}],
    ["text after the signature", { "webhook-signature": `${SIGNATURE},v1` }, {}],
    ["a truncated signature", { "webhook-signature": "v1,g0hM9SsE" }, {}],
    ["a timestamp that is not a number", { "webhook-timestamp": "now" }, {}],
    ["a timestamp with a sign", { "webhook-timestamp": "+1614265330" }, {}],
    ["a timestamp in milliseconds", { "webhook-timestamp": "1614265330000" }, {}],
    ["a timestamp with a fraction", { "webhook-timestamp": "1614265330.0" }, {}],
  ])("refuses %s", async (_, change, options) => {
    expect(await isSigned(change, options)).toBe(false);
  });

  it("refuses another secret", async () => {
    expect(await isSigned({}, { secret: newWebhookSecret() })).toBe(false);
  });

  it("checks ten signatures at most", async () => {
    const many = Array(10).fill("v1,AAAA").join(" ");
    expect(await isSigned({ "webhook-signature": `${many} ${SIGNATURE}` })).toBe(false);
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
