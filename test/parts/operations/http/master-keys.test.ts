// Retiring a master key: everything is sealed under the new one, then the old one is removed.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { merchants } from "#core/db/schema/merchants.ts";
import { customerSessions } from "#core/db/schema/sessions.ts";
import { sessionTokensPurpose } from "#core/domain/sessions/session.ts";
import { masterKeyId, seal } from "#core/lib/seal.ts";
import { rotateWebhookSecret } from "#core/services/webhooks/webhook-settings.ts";
import { issueWebhookSecret, openSecrets } from "#core/webhooks/secret.ts";
import { resealValues } from "#parts/operations/services/master-keys.ts";
import worker from "#sandbox.ts";
import { adminToken, BASE_URL } from "../../../support/api.ts";
import { makeCounter } from "../../../support/counters.ts";
import { muteLog, repair } from "../../../support/faults.ts";
import { anotherIsolate, startProvider, takeTokenFrom } from "../../../support/identity-provider.ts";
import { expectDocumented } from "../../../support/openapi.ts";
import { makeMerchant } from "../../../support/parties.ts";
import { MERCHANT_API } from "../../../support/paths.ts";
import { rowsOf, sharedRows } from "../../../support/rows.ts";
import { ACTOR, db, deps } from "../../../support/seeds.ts";
import { makeCustomer, signInAsCustomer } from "../../../support/sign-in.ts";

const PATH = `${MERCHANT_API}/admin/master-keys`;
const OLD = env.MASTER_KEY;
const NEW = newKey();
const [oldId, newId] = await Promise.all([masterKeyId(OLD), masterKeyId(NEW)]);
const HOUR_SECONDS = 3_600;

beforeEach(async () => {
  for (const table of ["merchants", "counters"]) await sharedRows.run(`DELETE FROM ${table}`);
});
afterEach(async () => {
  repair();
  await resealValues(withKeys(OLD, NEW), ACTOR);
});

function newKey(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64();
}

/** Sends a request to a service whose MASTER_KEY is `masterKeys`. */
async function send(method: string, path: string, masterKeys: string[]) {
  const headers = { Authorization: `Bearer ${await adminToken()}` };
  const request = new Request(BASE_URL + path, { method, headers });
  const service = { ...env, MASTER_KEY: masterKeys.join(",") };
  const response = await worker.fetch(request, service, createExecutionContext());
  const text = await response.text();
  const { status } = response;
  const received = { status, headers: response.headers, text, body: JSON.parse(text) };
  expectDocumented(method, path, received);
  return received;
}

const withKeys = (...masterKeys: string[]) => ({ ...deps, config: { ...deps.config, masterKeys } });

/** Reads both secrets of a merchant and of its counter, in clear. */
async function readSecrets(merchantId: string, masterKeys: string[]): Promise<string[]> {
  const tables = ["merchants", "counters"];
  const opened = tables.map(async (table) => {
    const column = table === "merchants" ? "id" : "merchant_id";
    const row = await rowsOf(merchantId).first<{ id: string } & Parameters<typeof openSecrets>[1]>(
      `SELECT id, webhook_secret AS webhookSecret, previous_webhook_secret AS previousWebhookSecret,
        previous_secret_expires_at AS previousSecretExpiresAt FROM ${table} WHERE ${column} = ?`,
      merchantId,
    );
    if (row === null) throw new Error(`no row in ${table}`);
    return openSecrets(row.id, row, Date.now(), masterKeys);
  });
  return (await Promise.all(opened)).flat();
}

describe("POST /admin/master-keys/reseal", () => {
  it("moves every sealed value to the new key, so that the old one can be removed", async () => {
    const merchant = await makeMerchant();
    const counter = await makeCounter(merchant);
    const withGrace = { method: "POST", body: JSON.stringify({ grace_period_seconds: HOUR_SECONDS }) };
    for (const path of ["webhook", `counters/${counter.id}`]) {
      const request = new Request(`${BASE_URL}${MERCHANT_API}/${path}/rotate-secret`, {
        ...withGrace,
        headers: { Authorization: `Bearer ${merchant.token}`, "Content-Type": "application/json" },
      });
      expect((await worker.fetch(request, env, createExecutionContext())).status).toBe(200);
    }
    const before = await readSecrets(merchant.id, [OLD]);
    expect(before).toHaveLength(4);
    const rotating = [
      { id: newId, status: "current", values: 0 },
      { id: oldId, status: "old", values: 5 },
    ];
    const listed = await send("GET", PATH, [NEW, OLD]);
    expect(listed).toMatchObject({ status: 200 });
    expect(listed.body).toEqual({
      success: true,
      master_keys: rotating,
      remaining: 5,
      message: "5 values under an old key",
    });

    const { body } = await send("POST", `${PATH}/reseal`, [NEW, OLD]);

    const done = [
      { id: newId, status: "current", values: 5 },
      { id: oldId, status: "old", values: 0 },
    ];
    const expected = { success: true, master_keys: done, remaining: 0, message: "0 values under an old key" };
    expect(body).toEqual({ ...expected, resealed: 5 });
    expect(await readSecrets(merchant.id, [NEW])).toEqual(before);
    await expect(readSecrets(merchant.id, [OLD])).rejects.toThrow("not configured");
    await takeTokenFrom(startProvider({ binding: anotherIsolate(), masterKeys: [NEW] }));
    expect((await send("POST", `${PATH}/reseal`, [NEW, OLD])).body).toEqual({ ...expected, resealed: 0 });
    const results = await sharedRows.all(
      "SELECT target_id FROM audit_entries WHERE action = 'master_key.retired'",
    );
    expect(results).toEqual([{ target_id: oldId }]);
  });

  it("moves 200 sessions whose tokens are long, although a parameter has no room for all of them", async () => {
    const [now, walletId] = [Date.now(), crypto.randomUUID()];
    const rows = Array.from({ length: 200 }, async () => {
      const [id, idHash] = [crypto.randomUUID(), crypto.randomUUID()];
      const tokens = await seal("x".repeat(6_000), sessionTokensPurpose(idHash), [OLD]);
      const times = { createdAt: now, lastUsedAt: now, expiresAt: now + HOUR_SECONDS * 1_000 };
      return { id, idHash, walletId, tokens, label: "", isClaimed: true, ...times };
    });
    for (const row of await Promise.all(rows)) await db.insert(customerSessions).values(row);

    // The signing key is one more.
    for (const resealed of [200, 1, 0])
      expect(await resealValues(withKeys(NEW, OLD), ACTOR)).toMatchObject({ resealed });
    await sharedRows.run("DELETE FROM customer_sessions WHERE wallet_id = ?", walletId);
  });

  it("does a bounded part per request, and the rest in the next", async () => {
    const now = Date.now();
    const rows = Array.from({ length: 203 }, async () => {
      const id = crypto.randomUUID();
      const { sealed } = await issueWebhookSecret(id, [OLD]);
      return db.insert(merchants).values({
        id,
        email: `${id}@shop.test`,
        businessName: "Shop",
        status: "active",
        idpClientId: id,
        webhookEvents: [],
        webhookSecret: sealed,
        createdAt: now,
        updatedAt: now,
      });
    });
    await Promise.all(rows);
    const pages = [];
    // The signing key is one more.
    for (let request = 0; request < 3; request++) pages.push(await resealValues(withKeys(NEW, OLD), ACTOR));
    expect(pages.map(({ resealed }) => resealed)).toEqual([200, 4, 0]);
    expect(pages[0]?.masterKeys[1]).toEqual({ id: oldId, status: "old", values: 4 });
  });

  it("does not overwrite a secret that is rotated meanwhile", async () => {
    const merchant = await makeMerchant();
    const [first, ...others] = deps.sealedValues;
    if (first === undefined) throw new Error("no sealed values");
    let rotated: string | null = null;
    const overtaken: typeof first = {
      ...first,
      async list(...args) {
        const page = await first.list(...args);
        const result = await rotateWebhookSecret(deps, { client: "test", requestId: null }, merchant.id, 0);
        if (result.ok) rotated = result.value;
        return page;
      },
    };
    const tools = { ...withKeys(NEW, OLD), sealedValues: [overtaken, ...others] };
    const { masterKeys } = await resealValues(tools, ACTOR);
    expect(masterKeys[1]).toMatchObject({ id: oldId, values: 1 });
    const [stored] = await deps.db.select().from(merchants);
    if (stored === undefined) throw new Error("no merchant");
    expect(await openSecrets(merchant.id, stored, Date.now(), [OLD])).toEqual([rotated]);
  });

  it("leaves and reports what it cannot read", async () => {
    const log = muteLog();
    const [merchant, damaged] = [await makeMerchant(), await makeMerchant()];
    await rowsOf(damaged.id).run(
      "UPDATE merchants SET webhook_secret = webhook_secret || 'AAAA' WHERE id = ?",
      damaged.id,
    );
    const { resealed, masterKeys } = await resealValues(withKeys(NEW, OLD), ACTOR);
    expect({ resealed, old: masterKeys[1]?.values }).toEqual({ resealed: 2, old: 1 });
    expect(log.join()).toContain(`webhook_secret:${damaged.id}`);
    const unreadable = log.filter((line) => line.includes("sealed_value_unreadable"));
    expect(unreadable.join()).not.toContain(merchant.id);
  });

  it("reports values under a key that is not configured, and does not count them as remaining", async () => {
    await makeMerchant();
    const { body } = await send("POST", `${PATH}/reseal`, [NEW]);
    expect(body).toMatchObject({
      resealed: 0,
      remaining: 0,
      master_keys: [
        { id: newId, status: "current", values: 0 },
        { id: oldId, status: "missing", values: 2 },
      ],
    });
  });
});

describe("the tokens of customers' sessions", () => {
  it("move to the new key as well", async () => {
    const { email } = await makeCustomer();
    await signInAsCustomer(email);
    await resealValues(withKeys(NEW, OLD), ACTOR);
    const sealed = await sharedRows.value<string>(
      "SELECT tokens FROM customer_sessions WHERE label = ?",
      email,
    );
    expect(sealed?.split(".")[1]).toBe(newId);
  });
});
