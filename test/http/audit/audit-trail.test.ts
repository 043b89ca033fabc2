// The audit trail as merchants and administrators read it.

import { exports } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { adminToken, BASE_URL, call, ISO_TIME, UUID } from "../../support/api.ts";
import { AUDIT_TRAIL, allEntries, PLATFORM_AUDIT_TRAIL, storedEntries } from "../../support/audit-trail.ts";
import { MINUTE, moveClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { useMutedLog } from "../../support/faults.ts";
import { startProvider } from "../../support/identity-provider.ts";
import { addUser, readMerchantRole } from "../../support/identity-provider-users.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, renewMerchant, type TestMerchant } from "../../support/parties.ts";
import { MERCHANT_API, UNKNOWN_ID, USERS_PATH } from "../../support/paths.ts";

useMutedLog();

const headers = { "CF-Connecting-IP": "2001:db8:1:2:3:4:5:6" };

async function rotateSecret({ token }: TestMerchant): Promise<void> {
  expect((await call("POST", `${MERCHANT_API}/webhook/rotate-secret`, { token, headers })).status).toBe(200);
}

async function own({ token }: TestMerchant, query = "") {
  const { status, body } = await call("GET", AUDIT_TRAIL + query, { token });
  expect(status).toBe(200);
  return body;
}

async function platform(query: string) {
  const { status, body } = await call("GET", PLATFORM_AUDIT_TRAIL + query, { token: await adminToken() });
  expect(status).toBe(200);
  return body;
}

const actionsOf = ({ entries }: { entries: { action: string }[] }) => entries.map(({ action }) => action);

describe("GET /merchant/api/v1/audit-trail", () => {
  it("returns the merchant's entries, newest first", async ({ merchant }) => {
    await rotateSecret(merchant);
    const body = await own(merchant);

    expect(actionsOf(body)).toEqual(["webhook_secret.rotated", "merchant.registered"]);
    expect(body).toMatchObject({ limit: 20, next_cursor: null });
    expect(body.entries[0]).toEqual({
      id: expect.stringMatching(UUID),
      action: "webhook_secret.rotated",
      merchant_id: merchant.id,
      target_id: null,
      actor: {
        kind: "merchant",
        client_id: merchant.clientId,
        subject: expect.stringMatching(UUID),
        address: "2001:db8:1:2::/64",
      },
      details: null,
      request_id: expect.stringMatching(UUID),
      occurrences: 1,
      created_at: expect.stringMatching(ISO_TIME),
      erased: [],
      sequence: null,
      hash: null,
    });
  });

  it("does not show which administrator acted, from where, or for which reason", async ({ merchant }) => {
    const json = { reason: "the bank suspects fraud" };
    const token = await adminToken();
    const suspend = `${MERCHANT_API}/merchants/${merchant.id}/suspend`;
    expect((await call("POST", suspend, { token, json })).status).toBe(200);
    const [entry] = (await own(merchant)).entries;
    expect(entry).toMatchObject({ action: "merchant.suspended", details: null });
    expect(entry.actor).toEqual({ kind: "administrator", client_id: null, subject: null, address: null });
    const [full] = (await platform(`?merchant_id=${merchant.id}`)).entries;
    expect(full).toMatchObject({
      id: entry.id,
      actor: { client_id: "platform-admin" },
      details: json.reason,
    });
  });

  it("filters by action and time, and pages without gaps or repeats", async ({ merchant }) => {
    moveClock(MINUTE);
    const renewed = await renewMerchant(merchant);
    const between = new Date(Date.now() - 1).toISOString();
    for (let count = 0; count < 3; count++) await rotateSecret(renewed);

    expect(actionsOf(await own(renewed, "?action=merchant.registered"))).toEqual(["merchant.registered"]);
    expect(actionsOf(await own(renewed, `?created_to=${between}`))).toEqual(["merchant.registered"]);
    expect((await own(renewed, `?created_from=${between}`)).entries).toHaveLength(3);
    const all = await own(renewed);
    const paged = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { entries: unknown[]; next_cursor: string | null } = await own(
        renewed,
        `?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      paged.push(...page.entries);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all.entries);
  });

  it.each([
    ["?action=coffee.spilt", "action"],
    ["?created_from=yesterday", "created_from"],
    ["?actor=me", "actor"],
  ])("refuses %s", async (query, field) => {
    const { token } = await makeMerchant();
    expectInvalid(await call("GET", AUDIT_TRAIL + query, { token }), field);
  });
});

describe("GET /merchant/api/v1/admin/audit-trail", () => {
  it("returns the entries of one merchant, or of all and those of none", async ({ merchant, other }) => {
    expect(actionsOf(await platform(`?merchant_id=${merchant.id}`))).toEqual(["merchant.registered"]);
    const { entries } = await platform("?limit=100");
    const merchants = entries.map(({ merchant_id: id }: { merchant_id: string | null }) => id);
    expect(merchants).toEqual(expect.arrayContaining([merchant.id, other.id, null]));
  });
});

describe("POST /merchant/api/v1/admin/audit-trail/{entryID}/erase", () => {
  async function erase(id: string, fields: unknown) {
    const token = await adminToken();
    return call("POST", `${PLATFORM_AUDIT_TRAIL}/${id}/erase`, { token, json: { fields } });
  }

  it("deletes the fields with their salts, and leaves everything else and an entry", async ({ merchant }) => {
    await rotateSecret(merchant);
    const [before] = await storedEntries(merchant.id, "webhook_secret.rotated");
    const { status, body } = await erase(before?.id ?? "", ["address", "details"]);

    expect(status).toBe(200);
    const subject = before?.erasable.subject;
    expect(body.entry).toMatchObject({
      actor: { subject: subject?.value, address: null },
      erased: ["address"],
    });
    expect(await storedEntries(merchant.id, "webhook_secret.rotated")).toEqual([
      { ...before, erasable: { subject } },
    ]);
    expect(await storedEntries(merchant.id, "audit_entry.erased")).toMatchObject([
      { targetId: before?.id, actorKind: "administrator", erasable: { details: { value: "address" } } },
    ]);
    const [shown] = (await own(merchant, "?action=webhook_secret.rotated")).entries;
    expect(shown.erased).toEqual(["address"]);
  });

  it("changes nothing the second time", async () => {
    const { id } = await makeMerchant();
    const [entry] = await storedEntries(id);
    for (let time = 0; time < 2; time++) expect((await erase(entry?.id ?? "", ["address"])).status).toBe(200);
    expect(await storedEntries(id, "audit_entry.erased")).toHaveLength(1);
  });

  it("refuses an unknown entry and unknown fields", async () => {
    const response = await erase(UNKNOWN_ID, ["address"]);
    expectFailure(response, 404, "audit_entry_not_found", "Audit entry not found");
    expectInvalid(await erase(UNKNOWN_ID, ["actor"]), "fields.0");
    expectInvalid(await erase(UNKNOWN_ID, []), "fields");
  });
});

// What administrators change at the embedded identity provider itself, past the service.

async function changes() {
  const entries = await allEntries();
  return entries.filter(({ action }) => action === "identity_provider.changed");
}

async function send(method: string, path: string, body?: object): Promise<number> {
  const headers = {
    Authorization: `Bearer ${await adminToken()}`,
    "CF-Connecting-IP": "192.0.2.1",
    ...(body && { "Content-Type": "application/json" }),
  };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await exports.default.fetch(BASE_URL + path, init);
  await response.arrayBuffer();
  return response.status;
}

it("leaves an entry with the administrator, the address and the operation", async () => {
  const provider = startProvider();
  const { id } = await addUser(provider);
  const role = await readMerchantRole(provider);
  const mappings = `${USERS_PATH}/${id}/role-mappings/realm`;
  expect(await send("POST", mappings, [role])).toBe(204);
  expect(await send("DELETE", `${USERS_PATH}/${id}`)).toBe(204);
  const entry = (details: string) => ({
    merchantId: null,
    actor: "platform-admin",
    actorKind: "administrator",
    requestId: expect.any(String),
    erasable: {
      subject: { value: expect.any(String) },
      address: { value: "192.0.2.1" },
      details: { value: details },
    },
  });
  expect(await changes()).toMatchObject([entry(`POST ${mappings}`), entry(`DELETE ${USERS_PATH}/${id}`)]);
});

it("leaves none for what is read or refused, nor for the service's own requests", async () => {
  const before = await changes();
  expect(await send("GET", "/admin/realms/payment-platform/roles/merchant")).toBe(200);
  expect(await send("DELETE", `${USERS_PATH}/${crypto.randomUUID()}`)).toBe(404);
  await makeCounter(await makeMerchant());
  expect(await changes()).toEqual(before);
});
