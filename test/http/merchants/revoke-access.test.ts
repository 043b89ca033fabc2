// What a thief has made with a client secret or an owner's account: an administrator sees it, and ends what is chosen.

import { describe, expect } from "vitest";
import { call, ISO_TIME } from "../../support/api.ts";
import { storedEntries } from "../../support/audit-trail.ts";
import { makeCounter, readCounter, updateCounter } from "../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { muteLog } from "../../support/faults.ts";
import { createWithKey, expectNew } from "../../support/idempotency.ts";
import { uniqueEmail } from "../../support/identity-provider-users.ts";
import { postIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { ownerOf } from "../../support/merchant-users.ts";
import { until } from "../../support/objects.ts";
import { createPairing, makeTill, pair } from "../../support/pairings.ts";
import type { TestMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API, UNKNOWN_ID } from "../../support/paths.ts";
import { callAs } from "../../support/sessions.ts";
import { pull } from "../../support/stops.ts";
import { merchantToken, requestToken, withRoles } from "../../support/tokens.ts";

const reason = "Client secret leaked";

const NOTHING = {
  users: [],
  counters: [],
  tills: [],
  webhook_addresses: [],
  payment_intents: [],
  idempotency_keys: 0,
};

const setUrl = ({ token }: { token: string }, url: string) =>
  call("PUT", `${MERCHANT_API}/webhook`, { token, json: { url } });
const urlOf = async ({ token }: { token: string }) =>
  (await call("GET", `${MERCHANT_API}/webhook`, { token })).body.webhook.url;
const statusOf = async (merchant: TestMerchant, id: string) =>
  (await readCounter(merchant, id)).body.counter.status;

/** An owner makes them, later than anything before. */
async function makeSome(merchant: TestMerchant, name: string) {
  const owner = await ownerOf(merchant);
  const begun = Date.now();
  await until(() => Date.now() > begun);
  const since = new Date().toISOString();
  const json = { email: uniqueEmail(), role: "owner" };
  const { body } = await call("POST", `${MERCHANT_API}/users`, { token: owner.token, json });
  const counter = await makeCounter(owner, { name, webhook_url: `https://${name}.test/hook?key=1` });
  const till = await makeTill(owner, counter.id);
  await setUrl(owner, `https://${name}.test/all?key=1`);
  return { since, user: body.user as { id: string; email: string }, counter, till };
}

describe("POST …/merchants/{merchantID}/revoke-access", () => {
  it("lists with dry_run what was made since then and has not ended, and ends nothing", async ({
    merchant,
  }) => {
    const old = await makeSome(merchant, "old");
    const { since, user, counter, till } = await makeSome(merchant, "new");
    const owner = await ownerOf(merchant);
    await updateCounter(owner, old.counter.id, { webhook_url: "https://new.test/old" });
    const made = (await postIntent(merchant, { amount: 1 })).body.payment_intent.id;
    const keyed = expectNew(await createWithKey("order-1001", old.counter));
    await postIntent(owner, { amount: 1 });
    const ended = await makeCounter(owner);
    await pull(merchant.id, "counters/:counterID/revoke".replace(":counterID", ended.id), { reason });

    const listed = await pull(merchant.id, "revoke-access", { since, dry_run: true });

    const created_at = expect.stringMatching(ISO_TIME);
    expect(listed.body).toEqual({
      success: true,
      made_since: {
        users: [{ id: user.id, email: user.email, role: "owner", created_at }],
        counters: [{ id: counter.id, name: "new", created_at }],
        tills: [expect.objectContaining({ id: till.id, counter_id: counter.id, name: "iPad" })],
        webhook_addresses: expect.arrayContaining([
          { id: merchant.id, url: "https://new.test/all" },
          { id: counter.id, url: "https://new.test/hook" },
          { id: old.counter.id, url: "https://new.test/old" },
        ]),
        payment_intents: [
          { id: keyed, counter_id: old.counter.id, created_at },
          { id: made, counter_id: null, created_at },
        ],
        idempotency_keys: 1,
      },
      not_found: [],
    });
    expect(listed.body.made_since.webhook_addresses).toHaveLength(3);
    expect(await statusOf(merchant, counter.id)).toBe("active");
    expect((await callAs(till.secret, "GET", INTENTS)).status).toBe(200);
    const later = await pull(merchant.id, "revoke-access", {
      since: new Date(Date.now() + 1),
      dry_run: true,
    });
    expect(later.body).toEqual({ success: true, made_since: NOTHING, not_found: [] });
  });

  it("ends exactly what it is given, with an entry for each, and can be repeated", async ({ merchant }) => {
    const kept = await makeSome(merchant, "kept");
    const { since, user, counter, till } = await makeSome(merchant, "new");
    const chosen = {
      reason,
      users: [user.id.toUpperCase()],
      counters: [counter.id],
      tills: [till.id],
      webhook_addresses: [merchant.id, counter.id],
    };
    const entriesOf = async (action: "user.disabled" | "counter.revoked" | "till.revoked") =>
      (await storedEntries(merchant.id, action)).map(({ targetId, erasable }) => [
        targetId,
        erasable.details?.value,
      ]);
    const removed = async () => {
      const entries = await storedEntries(merchant.id, "webhook_address.changed");
      return entries.filter(({ erasable }) => erasable.details?.value === "removed").length;
    };
    for (const not_found of [[], [till.id]]) {
      const { body } = await pull(merchant.id, "revoke-access", chosen);
      expect(body).toEqual({ success: true, made_since: null, not_found });
      expect(await entriesOf("user.disabled")).toEqual([[user.id, reason]]);
      expect(await entriesOf("counter.revoked")).toEqual([[counter.id, reason]]);
      expect(await entriesOf("till.revoked")).toEqual([[till.id, reason]]);
      expect(await removed()).toBe(2);
    }
    expect(await statusOf(merchant, counter.id)).toBe("inactive");
    expect((await requestToken(counter.clientId, counter.clientSecret)).status).toBe(401);
    expect((await callAs(till.secret, "GET", INTENTS)).status).toBe(401);
    expect(await urlOf(merchant)).toBeNull();
    const token = await merchantToken(merchant.id, { sub: user.id, ...withRoles("merchant") });
    expect((await call("GET", INTENTS, { token })).status).toBe(401);
    const left = await pull(merchant.id, "revoke-access", { since, dry_run: true });
    expect(left.body.made_since).toEqual(NOTHING);

    expect(await statusOf(merchant, kept.counter.id)).toBe("active");
    expect((await callAs(kept.till.secret, "GET", INTENTS)).status).toBe(200);
    const colleague = await merchantToken(merchant.id, { sub: kept.user.id, ...withRoles("merchant") });
    expect((await call("GET", INTENTS, { token: colleague })).status).toBe(200);
  });

  it("does not find what another merchant has, and leaves it", async ({ merchant, other }) => {
    const { user, counter, till } = await makeSome(other, "theirs");
    const ids = [user.id, counter.id, till.id, other.id, UNKNOWN_ID];
    const chosen = { reason, users: ids, counters: ids, tills: ids, webhook_addresses: ids };
    const { body } = await pull(merchant.id, "revoke-access", chosen);
    expect(body.not_found).toEqual([...ids, ...ids, ...ids, ...ids]);
    expect(await statusOf(other, counter.id)).toBe("active");
    expect((await callAs(till.secret, "GET", INTENTS)).status).toBe(200);
    expect(await urlOf(other)).toBe("https://theirs.test/all?key=1");
  });

  it("wants a time for a list, and a reason to end something", async ({ merchant }) => {
    expectInvalid(await pull(merchant.id, "revoke-access", { dry_run: true }), "since");
    expectInvalid(await pull(merchant.id, "revoke-access", { counters: [UNKNOWN_ID] }), "reason");
    expectInvalid(await pull(merchant.id, "revoke-access", { reason, users: ["nobody"] }), "users.0");
    const unknown = await pull(UNKNOWN_ID, "revoke-access", { since: new Date(0), dry_run: true });
    expectFailure(unknown, 404, "merchant_not_found", "Merchant not found");
  });

  it("leaves nothing to a thief once the merchant is reinstated", async ({ merchant }) => {
    muteLog();
    const { since, user, counter, till } = await makeSome(merchant, "stolen");
    const { code } = await createPairing(merchant, counter.id);
    await pull(merchant.id, "suspend", { reason });
    const rotated = await pull(merchant.id, "rotate-credentials");
    const { made_since: made } = (await pull(merchant.id, "revoke-access", { since, dry_run: true })).body;
    const idsOf = (kind: string) => made[kind].map(({ id }: { id: string }) => id);
    const chosen = { users: idsOf("users"), counters: idsOf("counters"), tills: idsOf("tills") };
    const all = { ...chosen, webhook_addresses: idsOf("webhook_addresses"), reason };
    expect((await pull(merchant.id, "revoke-access", all)).body.not_found).toEqual([]);
    await pull(merchant.id, "reinstate");

    expect((await callAs(till.secret, "GET", INTENTS)).status).toBe(401);
    expect((await pair(code)).status).toBe(400);
    for (const { clientId, clientSecret } of [merchant, counter])
      expect((await requestToken(clientId, clientSecret)).status).toBe(401);
    const token = await merchantToken(merchant.id, { sub: user.id, ...withRoles("merchant") });
    expect((await call("GET", INTENTS, { token })).status).toBe(401);
    expect((await requestToken(merchant.clientId, rotated.body.client_secret)).status).toBe(200);
  });
});
