import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from "#sdk/index.ts";

const SECRET = secretOf("the merchant's webhook secret");
const OTHER_SECRET = secretOf("some other webhook secret");
const NOW = Date.UTC(2026, 10, 21, 12);
const BODY = JSON.stringify({
  type: "payment.completed",
  timestamp: "2026-11-21T12:00:00.000Z",
  data: { payment_intent: { id: "intent-1" }, reference: "Zürich", metadata: { table: 7 }, sequence: 1 },
});

type Signed = {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

/** Signed by another implementation. */
function sign(options: { secret?: string; body?: string; sentAt?: number; id?: string } = {}): Signed {
  const { secret = SECRET, body = BODY, sentAt = NOW, id = "event-1" } = options;
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAt / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, new Date(sentAt), body),
  };
}

function secretOf(text: string): string {
  return `whsec_${btoa(text)}`;
}

function verify(
  headers: WebhookHeaders,
  options: { body?: string | Uint8Array; secret?: string | string[] } = {},
) {
  return verifyWebhook(options.body ?? BODY, headers, options.secret ?? SECRET, { now: NOW });
}

async function faultOf(headers: WebhookHeaders, options: Parameters<typeof verify>[1] = {}): Promise<string> {
  const error = await verify(headers, options).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  expect(error.message).not.toContain(SECRET.slice(6));
  expect(error.message).not.toContain(sign()["webhook-signature"].slice(3));
  return error.reason;
}

describe("verifyWebhook", () => {
  it("returns the event with its id", async () => {
    expect(await verify(sign())).toEqual({ id: "event-1", ...JSON.parse(BODY) });
  });

  it.each<[string, WebhookHeaders]>([
    ["Headers", new Headers({ ...sign() })],
    ["Node's headers", { host: "shop.test", ...sign(), "set-cookie": ["a", "b"], via: undefined }],
    ["names in another case", upperCase(sign())],
    ["lists of values", Object.fromEntries(Object.entries(sign()).map(([name, value]) => [name, [value]]))],
  ])("accepts %s", async (_, headers) => {
    expect((await verify(headers)).type).toBe("payment.completed");
  });

  it("accepts the body as bytes", async () => {
    const bytes = new TextEncoder().encode(BODY);
    expect(await verify(sign(), { body: bytes })).toMatchObject({ data: { reference: "Zürich" } });
    const part = new TextEncoder().encode(`--${BODY}--`).subarray(2, -2);
    expect(await verify(sign(), { body: part })).toMatchObject({ data: { reference: "Zürich" } });
  });

  it("accepts any of several signatures, as during a rotation", async () => {
    const signatures = [sign({ secret: OTHER_SECRET }), sign()].map((signed) => signed["webhook-signature"]);
    const headers = { ...sign(), "webhook-signature": `v1a,AAAA ${signatures.join(" ")}` };
    expect((await verify(headers)).id).toBe("event-1");
  });

  it("accepts any of several secrets", async () => {
    expect((await verify(sign(), { secret: [OTHER_SECRET, SECRET] })).id).toBe("event-1");
    expect((await verify(sign({ secret: OTHER_SECRET }), { secret: [OTHER_SECRET, SECRET] })).id).toBe(
      "event-1",
    );
  });

  it("accepts a secret without its prefix", async () => {
    expect((await verify(sign(), { secret: SECRET.slice("whsec_".length) })).id).toBe("event-1");
  });
});

describe("verifyWebhook refuses", () => {
  it.each<[string, Partial<Signed>]>([
    ["another id", { "webhook-id": "event-2" }],
    ["another time", { "webhook-timestamp": String(NOW / 1000 + 1) }],
    [
      "another secret's signature",
      { "webhook-signature": sign({ secret: OTHER_SECRET })["webhook-signature"] },
    ],
    ["another version", { "webhook-signature": sign()["webhook-signature"].replace("v1,", "v2,") }],
    ["no version", { "webhook-signature": sign()["webhook-signature"].slice("v1,".length) }],
    ["half a signature", { "webhook-signature": sign()["webhook-signature"].slice(0, 24) }],
    ["an empty signature", { "webhook-signature": "v1," }],
    ["a version alone", { "webhook-signature": "v1" }],
    ["text after the signature", { "webhook-signature": `${sign()["webhook-signature"]},v1` }],
    ["what is no base64", { "webhook-signature": "v1,***" }],
    [
      "a time moved to the id",
      { "webhook-id": `event-1.${NOW / 1000}`, "webhook-timestamp": String(NOW / 1000) },
    ],
  ])("%s", async (_, tampered) => {
    expect(await faultOf({ ...sign(), ...tampered })).toBe("no_matching_signature");
  });

  it.each([
    ["one character", BODY.replace("Zürich", "Zurich")],
    ["the same JSON written otherwise", JSON.stringify(JSON.parse(BODY), null, 1)],
    ["a space at the end", `${BODY} `],
    ["nothing", ""],
  ])("another body: %s", async (_, body) => {
    expect(await faultOf(sign(), { body })).toBe("no_matching_signature");
  });

  it("every single bit changed in the signature", async () => {
    const mac = Uint8Array.from(atob(sign()["webhook-signature"].slice(3)), (char) => char.charCodeAt(0));
    for (let i = 0; i < mac.length; i++) {
      const forged = mac.with(i, (mac[i] ?? 0) ^ 1);
      const signature = `v1,${btoa(String.fromCharCode(...forged))}`;
      expect(await faultOf({ ...sign(), "webhook-signature": signature })).toBe("no_matching_signature");
    }
  });

  it("more signatures than a rotation can need", async () => {
    const flood = "v1,AAAA ".repeat(10) + sign()["webhook-signature"];
    expect(await faultOf({ ...sign(), "webhook-signature": flood })).toBe("no_matching_signature");
  });

  it.each(["webhook-id", "webhook-timestamp", "webhook-signature"])("a missing %s", async (name) => {
    const { [name as keyof Signed]: _, ...rest } = sign();
    expect(await faultOf(rest)).toBe("missing_header");
    expect(await faultOf({ ...sign(), [name]: "" })).toBe("missing_header");
    expect(await faultOf(new Headers(rest))).toBe("missing_header");
  });

  it.each(["soon", "-1", "+1767225600", "1e9", "1.5", " 1", "1767225600000000"])(
    "a timestamp of %j",
    async (timestamp) => {
      expect(await faultOf({ ...sign(), "webhook-timestamp": timestamp })).toBe("malformed_timestamp");
    },
  );

  it("a timestamp more than five minutes in the past or future", async () => {
    expect((await verify(sign({ sentAt: NOW - 300_000 }))).id).toBe("event-1");
    expect(await faultOf(sign({ sentAt: NOW - 301_000 }))).toBe("timestamp_too_old");
    expect((await verify(sign({ sentAt: NOW + 300_000 }))).id).toBe("event-1");
    expect(await faultOf(sign({ sentAt: NOW + 301_000 }))).toBe("timestamp_too_new");
  });

  it("a timestamp outside the given tolerance", async () => {
    const headers = sign({ sentAt: NOW - 11_000 });
    const verifying = verifyWebhook(BODY, headers, SECRET, { now: NOW, toleranceSeconds: 10 });
    await expect(verifying).rejects.toMatchObject({ reason: "timestamp_too_old" });
  });

  it.each(["no JSON", "null", "[]", '"text"', '{"type":1,"data":{}}', '{"type":"payment.completed"}'])(
    "a signed body that is not an event: %s",
    async (body) => {
      expect(await faultOf(sign({ body }), { body })).toBe("malformed_body");
    },
  );

  it("an unverified body, without parsing it", async () => {
    expect(await faultOf(sign(), { body: "no JSON" })).toBe("no_matching_signature");
  });

  it.each([["", SECRET], "whsec_", "whsec_***", "", []])(
    "an invalid secret, as the caller's mistake: %j",
    async (secret) => {
      const error = await verify(sign(), { secret }).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(TypeError);
    },
  );
});

function upperCase(headers: Signed): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
}
