import { describe, expect, it, vi } from "vitest";
import { type DeliveryMessage, queueDeliveries } from "#core/webhooks/message.ts";
import { issueWebhookSecret, openSecrets, rotateSecret } from "#core/webhooks/secret.ts";
import { sendingFault } from "#core/webhooks/sendable.ts";

describe("queueDeliveries", () => {
  it.each([
    [0, []],
    [1, [1]],
    [100, [100]],
    [101, [100, 1]],
    [250, [100, 100, 50]],
  ])("sends %i messages in batches of %j", async (count, sizes) => {
    const messages = Array.from({ length: count }, (_, n) => ({
      merchantId: "merchant-1",
      eventId: `event-${n}`,
    }));
    const batches: DeliveryMessage[][] = [];
    const queue = {
      sendBatch: async (batch: Iterable<MessageSendRequest<DeliveryMessage>>) => {
        batches.push(Array.from(batch, ({ body }) => body));
      },
    } as unknown as Queue<DeliveryMessage>;
    await queueDeliveries(queue, messages);
    expect(batches.map((batch) => batch.length)).toEqual(sizes);
    expect(batches.flat()).toEqual(messages);
  });
});

const LIVE = { allowPrivate: false, ownHosts: [], inboxUrl: null, dohUrl: "https://resolver.test/dns-query" };

function resolveTo(respond: () => Response) {
  const fetch = vi.fn(async (_url: string) => respond());
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

describe("sendingFault", () => {
  it("is null for the sandbox's own inbox, and looks nothing up", async () => {
    const fetch = resolveTo(() => Response.json({ Status: 0 }));
    const sandbox = { ...LIVE, inboxUrl: "http://localhost:8787/sandbox/v1/inbox" };
    expect(await sendingFault(sandbox.inboxUrl, sandbox)).toBeNull();
    expect(fetch).not.toHaveBeenCalled();
  });

  it("is null for a name that resolves to a public address", async () => {
    const fetch = resolveTo(() => Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] }));
    expect(await sendingFault("https://Shop.com:8443/hooks", LIVE)).toBeNull();
    const names = fetch.mock.calls.map(([url]) => new URL(url).searchParams.get("name"));
    expect(names).toEqual(["shop.com", "shop.com"]);
  });

  it("counts against an address that may not be used, and looks nothing up", async () => {
    const fetch = resolveTo(() => Response.json({ Status: 0 }));
    expect(await sendingFault("https://localhost", LIVE)).toEqual({
      text: "address must have a public host name",
      countsAgainstEndpoint: true,
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  it("counts against an address that resolves to a private one", async () => {
    resolveTo(() => Response.json({ Status: 0, Answer: [{ type: 1, data: "10.0.0.1" }] }));
    expect(await sendingFault("https://shop.com", LIVE)).toEqual({
      text: "address must resolve to a public address",
      countsAgainstEndpoint: true,
    });
  });

  it("does not count against an address that cannot be looked up", async () => {
    resolveTo(() => new Response("down", { status: 503 }));
    expect(await sendingFault("https://shop.com", LIVE)).toEqual({
      text: "the address could not be resolved",
      countsAgainstEndpoint: false,
    });
  });
});

const MASTER_KEYS = [btoa("test-master-key-of-32-bytes-long")];

const NOW = Date.UTC(2026, 10, 21, 12);

const OWNER = "merchant-1";

async function anOwnersSecrets() {
  const { secret, sealed } = await issueWebhookSecret(OWNER, MASTER_KEYS);
  const secrets = { webhookSecret: sealed, previousWebhookSecret: null, previousSecretExpiresAt: null };
  return { secret, secrets };
}

describe("issueWebhookSecret", () => {
  it("seals the secret for its owner alone", async () => {
    const { secret, secrets } = await anOwnersSecrets();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await openSecrets(OWNER, secrets, NOW, MASTER_KEYS)).toEqual([secret]);
    await expect(openSecrets("merchant-2", secrets, NOW, MASTER_KEYS)).rejects.toThrow();
  });
});

describe("rotateSecret", () => {
  it("lets the previous secret sign as well until its grace period is over", async () => {
    const before = await anOwnersSecrets();
    const options = { gracePeriodSeconds: 60, now: NOW, masterKeys: MASTER_KEYS };
    const { secret, change } = await rotateSecret(OWNER, before.secrets, options);
    expect(change.previousSecretExpiresAt).toBe(NOW + 60_000);
    expect(await openSecrets(OWNER, change, NOW + 59_999, MASTER_KEYS)).toEqual([secret, before.secret]);
    expect(await openSecrets(OWNER, change, NOW + 60_000, MASTER_KEYS)).toEqual([secret]);
  });

  it("forgets the previous secret at once without a grace period", async () => {
    const before = await anOwnersSecrets();
    const options = { gracePeriodSeconds: 0, now: NOW, masterKeys: MASTER_KEYS };
    const { secret, change } = await rotateSecret(OWNER, before.secrets, options);
    expect(secret).not.toBe(before.secret);
    expect(change).toEqual({
      webhookSecret: expect.any(String),
      previousWebhookSecret: null,
      previousSecretExpiresAt: null,
    });
    expect(await openSecrets(OWNER, change, NOW, MASTER_KEYS)).toEqual([secret]);
  });
});
