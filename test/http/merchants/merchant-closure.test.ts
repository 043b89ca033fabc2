// Closing a merchant: what stops, what stays, and how it is reopened. Closing suspends: see suspension.test.ts for that.
import { describe, expect } from "vitest";
import { adminToken, call, fetchToken } from "../../support/api.ts";
import { storedEntries } from "../../support/audit-trail.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { listTransactions } from "../../support/intent-reads.ts";
import { confirm, makeIntent, makePaidIntent, postIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeWallet, type TestMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { callAs, openTill, openUser, storedSession } from "../../support/sessions.ts";
import { pull, reinstate, suspend } from "../../support/stops.ts";
import { requestToken } from "../../support/tokens.ts";

const MERCHANTS = `${MERCHANT_API}/merchants`;
const reason = "The contract has ended";
const SUSPENDED = [403, "merchant_suspended", "Merchant is suspended"] as const;
const NOT_ACTIVE = [403, "merchant_not_active", "Merchant is not active"] as const;

async function close({ id }: { id: string }): Promise<void> {
  const { status, body } = await pull(id, "close", { reason });
  expect({ status, body }).toEqual({ status: 200, body: { success: true, message: "Merchant closed" } });
}

async function read({ id }: { id: string }) {
  return (await call("GET", `${MERCHANTS}/${id}`, { token: await adminToken() })).body.merchant;
}

async function countersOf({ token }: TestMerchant) {
  const { body } = await call("GET", `${MERCHANT_API}/counters`, { token });
  return body.counters.map(({ id, status }: { id: string; status: string }) => [id, status]);
}

describe("POST /merchant/api/v1/merchants/{merchantID}/close", () => {
  it("suspends the merchant, and lists it as closed", async ({ merchant }) => {
    const [intent, wallet] = [await makeIntent(merchant), await makeWallet()];
    await close(merchant);
    expect(await read(merchant)).toMatchObject({
      status: "closed",
      suspended_at: expect.any(String),
      suspension_reason: reason,
    });
    expectFailure(await postIntent(merchant, { amount: 1 }), ...SUSPENDED);
    expect((await confirm(wallet, intent.id)).body.code).toBe("not_payable");
    const listed = await call("GET", `${MERCHANTS}?status=closed&limit=100`, { token: await adminToken() });
    expect(listed.body.merchants.map(({ id }: { id: string }) => id)).toContain(merchant.id);
    expect(listed.body.total).toBe(listed.body.merchants.length);
    const { body } = await call("GET", `${MERCHANT_API}/public/merchants?limit=100`);
    expect(body.merchants.map(({ id }: { id: string }) => id)).not.toContain(merchant.id);
  });

  it("ends all sessions, of users and of tills", async ({ merchant, other, counter }) => {
    const [user, till, foreign] = [
      await openUser(merchant.id),
      await openTill(merchant.id, counter.id),
      await openUser(other.id),
    ];
    await close(merchant);
    for (const { session } of [user, till]) expect(await storedSession(session.id)).toBeNull();
    expect((await callAs(user.secret, "GET", INTENTS)).status).toBe(401);
    expect(await storedSession(foreign.session.id)).not.toBeNull();
  });

  it("gives no tokens to its client, and none to its counters ever again", async ({ merchant }) => {
    const [one, two] = [await makeCounter(merchant), await makeCounter(merchant)];
    await close(merchant);
    expect(await countersOf(merchant)).toEqual(
      expect.arrayContaining([
        [one.id, "inactive"],
        [two.id, "inactive"],
      ]),
    );
    await reinstate(merchant);
    await pull(merchant.id, "activate");
    for (const { clientId, clientSecret } of [one, two]) {
      expect((await requestToken(clientId, clientSecret)).status).toBe(401);
    }
  });

  it("leaves one entry in the audit trail, however often it is sent", async ({ merchant }) => {
    for (let attempt = 0; attempt < 3; attempt++) await close(merchant);
    const entries = await storedEntries(merchant.id, "merchant.closed");
    expect(entries).toMatchObject([
      { actor: "platform-admin", actorKind: "administrator", erasable: { details: { value: reason } } },
    ]);
  });

  it("keeps the time of an earlier suspension, whose reason gives way to its own; both are in the audit trail", async ({
    merchant,
  }) => {
    await suspend(merchant);
    const before = await read(merchant);
    await close(merchant);
    expect(await read(merchant)).toEqual({
      ...before,
      status: "closed",
      suspension_reason: reason,
      updated_at: expect.any(String),
    });
    const entries = await Promise.all(
      (["merchant.suspended", "merchant.closed"] as const).map((action) =>
        storedEntries(merchant.id, action),
      ),
    );
    expect(entries.flat().map(({ erasable }) => erasable.details?.value)).toEqual([
      before.suspension_reason,
      reason,
    ]);
  });

  it("keeps its first reason when it is repeated", async ({ merchant }) => {
    await close(merchant);
    await pull(merchant.id, "close", { reason: "Another one" });
    expect(await read(merchant)).toMatchObject({ suspension_reason: reason });
  });

  it("does not touch another merchant", async ({ merchant, other }) => {
    const counter = await makeCounter(other);
    await close(merchant);
    expect((await postIntent(counter, { amount: 1 })).status).toBe(201);
    expect(await countersOf(other)).toEqual([[counter.id, "active"]]);
  });
});

describe("a closed merchant", () => {
  it("that is reinstated reads its history and refunds, and takes no new payment", async ({
    merchant,
    wallet,
  }) => {
    const paid = await makePaidIntent(merchant, { wallet });
    await close(merchant);
    expectFailure(await refund(merchant, paid.id), ...SUSPENDED);
    await reinstate(merchant);
    expect(await read(merchant)).toMatchObject({ status: "closed", suspended_at: null });
    expect((await refund(merchant, paid.id)).status).toBe(200);
    expect(await listTransactions(merchant)).not.toEqual([]);
    expectFailure(await postIntent(merchant, { amount: 1 }), ...NOT_ACTIVE);
    await close(merchant);
    expect(await read(merchant)).toMatchObject({ status: "closed", suspended_at: expect.any(String) });
  });

  it("cannot be deactivated, which would reopen it halfway", async ({ merchant }) => {
    await close(merchant);
    const message = "the merchant is closed: activate it to reopen it";
    expectFailure(await pull(merchant.id, "deactivate"), 409, "merchant_closed", message);
    expect(await read(merchant)).toMatchObject({ status: "closed" });
  });

  it("is reopened by activating and reinstating it, and registers new counters", async ({ merchant }) => {
    await close(merchant);
    expect((await pull(merchant.id, "activate")).status).toBe(200);
    expectFailure(await postIntent(merchant, { amount: 1 }), ...SUSPENDED);
    await reinstate(merchant);
    expect((await postIntent(merchant, { amount: 1 })).status).toBe(201);
    const counter = await makeCounter(merchant);
    const token = await fetchToken(counter.clientId, counter.clientSecret);
    expect((await postIntent({ token }, { amount: 1 })).status).toBe(201);
  });

  it("keeps its email: nobody else can register by it", async ({ merchant }) => {
    const { email } = await read(merchant);
    await close(merchant);
    const json = { email, business_name: "Copy" };
    const again = await call("POST", `${MERCHANT_API}/register`, { token: await adminToken(), json });
    expect(again.body.code).toBe("email_taken");
  });
});
