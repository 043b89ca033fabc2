import { describe, expect, it } from "vitest";
import { issueWebhookSecret, openSecrets, rotateSecret } from "../../../src/webhooks/secret.ts";

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
