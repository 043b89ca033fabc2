// What leaves an entry in the audit trail, and what happens when the entry cannot be stored.
import { describe, expect } from "vitest";
import { adminToken, call, UUID } from "../../support/api.ts";
import { storedEntries } from "../../support/audit-trail.ts";
import { failDatabase, loseDatabaseReplies, muteLog, repair } from "../../support/faults.ts";
import { postIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { MERCHANT_API, UNKNOWN_ID } from "../../support/paths.ts";

const AUDIT = /insert into "audit_entries"/;

async function administrate(merchantId: string, operation: string) {
  const path = `${MERCHANT_API}/merchants/${merchantId}/${operation}`;
  const headers = { "CF-Connecting-IP": "203.0.113.7" };
  return call("POST", path, { token: await adminToken(), headers });
}

function auditLines(lines: readonly string[], wanted: string) {
  return lines
    .map((line) => JSON.parse(line))
    .filter(({ event, action }) => event === "audit" && action === wanted);
}

describe("an operation at the identity provider", () => {
  it("leaves an entry that says who did it, from where and in which request", async ({ merchant }) => {
    const { headers } = await administrate(merchant.id, "rotate-credentials");

    const [entry] = await storedEntries(merchant.id, "credentials.rotated");
    expect(entry).toMatchObject({
      action: "credentials.rotated",
      merchantId: merchant.id,
      targetId: merchant.clientId,
      actor: "platform-admin",
      actorKind: "administrator",
      requestId: headers.get("X-Request-Id"),
      occurrences: 1,
      sequence: null,
      hash: null,
    });
    expect(entry?.erasable).toEqual({
      subject: { value: expect.stringMatching(UUID), salt: expect.stringMatching(/^[0-9a-f]{32}$/) },
      address: { value: "203.0.113.7", salt: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    expect(entry?.erasable.address?.salt).not.toBe(entry?.erasable.subject?.salt);
  });

  it("is a line in the log, in which the address is hashed under a key", async ({ merchant }) => {
    const lines = muteLog();
    const { headers } = await administrate(merchant.id, "rotate-credentials");
    await administrate(merchant.id, "rotate-credentials");

    const [first, second] = auditLines(lines, "credentials.rotated");
    expect(first).toEqual({
      level: "info",
      event: "audit",
      action: "credentials.rotated",
      entry_id: expect.stringMatching(UUID),
      merchant_id: merchant.id,
      target_id: merchant.clientId,
      client_id: "platform-admin",
      subject: expect.stringMatching(UUID),
      address_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      request_id: headers.get("X-Request-Id"),
    });
    expect(second.address_hash).toBe(first.address_hash);
    expect(lines.join()).not.toContain("203.0.113.7");
  });

  it("succeeds when its entry cannot be stored; the log then has the event and an error", async ({
    merchant,
  }) => {
    const lines = muteLog();
    failDatabase(AUDIT);
    const { status } = await administrate(merchant.id, "rotate-credentials");

    expect(status).toBe(200);
    const [line] = auditLines(lines, "credentials.rotated");
    expect(line).toMatchObject({ merchant_id: merchant.id });
    const failure = lines
      .map((text) => JSON.parse(text))
      .find(({ entry_id: id, event }) => id === line.entry_id && event !== "audit");
    expect(failure).toMatchObject({ level: "error", event: "audit_entry_failed" });
  });

  it("leaves one entry when D1's reply is lost", async ({ merchant }) => {
    muteLog();
    loseDatabaseReplies(AUDIT);
    expect((await administrate(merchant.id, "rotate-credentials")).status).toBe(200);
    expect(await storedEntries(merchant.id, "credentials.rotated")).toHaveLength(1);
  });
});

describe("a change in D1", () => {
  it("is not made when D1 fails at the entry", async ({ merchant }) => {
    const lines = muteLog();
    failDatabase(AUDIT);
    expect((await administrate(merchant.id, "deactivate")).status).toBe(500);
    repair();
    expect(auditLines(lines, "merchant.deactivated")).toEqual([]);
    expect((await postIntent(merchant, { amount: 1 })).status).toBe(201);
  });

  it("leaves none, neither stored nor logged, when there is nothing to change", async () => {
    const lines = muteLog();
    expect((await administrate(UNKNOWN_ID, "deactivate")).status).toBe(404);
    expect(await storedEntries(UNKNOWN_ID)).toEqual([]);
    expect(auditLines(lines, "merchant.deactivated")).toEqual([]);
  });
});

describe("the merchant's own operations", () => {
  it("each leave an entry with the caller, what was acted on and where", async ({ merchant, counter }) => {
    const own = (method: string, path: string, json?: object) =>
      call(method, MERCHANT_API + path, { token: merchant.token, ...(json && { json }) });
    await own("PUT", "/webhook", { url: "https://shop.test/hook?token=secret" });
    await own("PUT", "/webhook", { events: ["payment.completed"] });
    await own("PUT", "/webhook", { url: null });
    await own("POST", "/webhook/rotate-secret");
    await own("PUT", `/counters/${counter.id}`, { webhook_url: "https://till.test/hook" });
    await own("PUT", `/counters/${counter.id}`, { name: "Till 2" });
    await own("PUT", `/counters/${counter.id}`, { can_refund: true });
    const both = { can_refund: false, reads_own_only: true, webhook_url: null };
    await own("PUT", `/counters/${counter.id}`, both);
    await own("POST", `/counters/${counter.id}/rotate-secret`);
    await own("DELETE", `/counters/${counter.id}`);
    await own("DELETE", `/counters/${UNKNOWN_ID}`);

    const entries = (await storedEntries(merchant.id)).filter(({ actorKind }) => actorKind === "merchant");
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set([merchant.clientId]));
    const said = entries.map(({ action, targetId, erasable }) => [action, targetId, erasable.details?.value]);
    expect(said).toEqual([
      ["counter.created", counter.id, undefined],
      ["webhook_address.changed", null, "https://shop.test/hook"],
      ["webhook_address.changed", null, "removed"],
      ["webhook_secret.rotated", null, undefined],
      ["webhook_address.changed", counter.id, "https://till.test/hook"],
      ["counter.rights_changed", counter.id, "can_refund on"],
      ["webhook_address.changed", counter.id, "removed"],
      ["counter.rights_changed", counter.id, "can_refund off, reads_own_only on"],
      ["webhook_secret.rotated", counter.id, undefined],
      ["counter.deactivated", counter.id, undefined],
    ]);
  });
});

describe("the platform's operations", () => {
  it("each leave an entry", async ({ merchant }) => {
    for (const operation of ["deactivate", "activate", "rotate-credentials", "setup-link"]) {
      expect((await administrate(merchant.id, operation)).status).toBe(200);
    }
    const entries = await storedEntries(merchant.id);
    expect(entries.map(({ action, actorKind }) => [action, actorKind])).toEqual(
      [
        "merchant.registered",
        "merchant.deactivated",
        "merchant.activated",
        "credentials.rotated",
        "setup_link.created",
      ].map((action) => [action, "administrator"]),
    );
  });
});
