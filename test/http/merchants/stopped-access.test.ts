// The stops on one user, one counter, or the refunds of a merchant.

import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { storedEntries } from "../../support/audit-trail.ts";
import { makeCounter, readCounter } from "../../support/counters.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { atService, INVALID_CLIENT } from "../../support/identity-provider.ts";
import { callRealm } from "../../support/identity-provider-users.ts";
import { readIntent } from "../../support/intent-reads.ts";
import { cancel, confirm, makeIntent, makePaidIntent, postIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import {
  expectInvalidGrant,
  makeMerchantWithUser,
  signIn,
  submitPassword,
  takeUserToken,
} from "../../support/logins.ts";
import { INTENTS, MERCHANT_API, USERS_PATH } from "../../support/paths.ts";
import { sharedRows } from "../../support/rows.ts";
import { pull } from "../../support/stops.ts";
import { merchantToken, requestToken } from "../../support/tokens.ts";

const reason = "Laptop stolen";

const logIn = ({ email }: { email: string }) => signIn(atService, email);

async function makeUser() {
  const { id, email } = await makeMerchantWithUser();
  return { id, email, token: await takeUserToken(email) };
}

describe("a disabled dashboard user", () => {
  it("can neither log in nor read nor write, from the moment it is disabled", async () => {
    const user = await makeUser();
    expect((await postIntent(user, { amount: 1 })).status).toBe(201);
    expect((await pull(user.id, "disable-user", { email: user.email, reason })).status).toBe(200);
    const responses = [
      await call("GET", INTENTS, { token: user.token }),
      await call("GET", `${MERCHANT_API}/transactions`, { token: user.token }),
      await postIntent(user, { amount: 1 }),
      await call("PUT", `${MERCHANT_API}/webhook`, { token: user.token, json: { url: null } }),
      await call("POST", "/sandbox/v1/wallets", { token: user.token, json: { balance: 1 } }),
    ];
    for (const response of responses) {
      expectFailure(response, 401, "unauthorized", "Unauthorized");
      expect(response.headers.get("WWW-Authenticate")).toContain("the user is disabled");
    }
    await expectInvalidGrant(await logIn(user));
  });

  it("leaves the merchant's client and its other users alone", async () => {
    const user = await makeUser();
    const other = { token: await merchantToken(user.id, { realm_access: { roles: ["merchant"] } }) };
    await pull(user.id, "disable-user", { email: user.email.toUpperCase(), reason });
    expect((await postIntent(other, { amount: 1 })).status).toBe(201);
    expect((await postIntent({ token: await merchantToken(user.id) }, { amount: 1 })).status).toBe(201);
  });

  it("is made anew by a setup link, without the old password, once deleted at the provider", async () => {
    const user = await makeUser();
    const [{ id }] = (await call("GET", `${MERCHANT_API}/users`, { token: user.token })).body.users;
    await pull(user.id, "disable-user", { email: user.email, reason });
    expect((await callRealm(atService, "DELETE", `${USERS_PATH}/${id}`)).status).toBe(204);
    const { setup_url } = (await pull(user.id, "setup-link")).body;
    await expectInvalidGrant(await logIn(user));
    expect((await submitPassword(atService, setup_url, "six other quiet words here")).status).toBe(200);
    await expectInvalidGrant(await logIn(user));
    const response = await signIn(atService, user.email, "six other quiet words here");
    const { access_token: token } = await response.json<{ access_token: string }>();
    expect((await call("GET", INTENTS, { token })).status).toBe(200);
    expect((await call("GET", `${MERCHANT_API}/users`, { token })).body.users).toMatchObject([
      { email: user.email, role: "owner", is_enabled: true },
    ]);
  });

  it("is in the audit trail by id, with the reason", async () => {
    const user = await makeUser();
    for (let i = 0; i < 2; i++) await pull(user.id, "disable-user", { email: user.email, reason });
    for (let i = 0; i < 2; i++) await pull(user.id, "enable-user", { email: user.email });
    const targetId = await sharedRows.value("SELECT id FROM idp_users WHERE email = ?", user.email);
    const [disabled, ...more] = await storedEntries(user.id, "user.disabled");
    expect({ disabled, more }).toMatchObject({
      disabled: { targetId, actorKind: "administrator" },
      more: [],
    });
    expect(disabled?.erasable.details?.value).toBe(reason);
    expect(await storedEntries(user.id, "user.enabled")).toMatchObject([{ targetId }]);
  });
});

it("a suspended merchant's user cannot log in, until it is reinstated", async () => {
  const user = await makeUser();
  await pull(user.id, "suspend", { reason });
  await expectInvalidGrant(await logIn(user));
  expect((await call("GET", INTENTS, { token: user.token })).status).toBe(200);
  await pull(user.id, "reinstate");
  expect((await postIntent({ token: await takeUserToken(user.email) }, { amount: 1 })).status).toBe(201);
});

describe("a revoked counter", () => {
  it("gets no token and writes nothing with those it has; its intents stay payable", async ({
    merchant,
    wallet,
  }) => {
    const [counter, other] = [await makeCounter(merchant), await makeCounter(merchant)];
    const { id } = (await postIntent(counter, { amount: 1 })).body.payment_intent;
    const revoke = () => pull(merchant.id, `counters/${counter.id}/revoke`, { reason });
    expect((await revoke()).body).toEqual({ success: true, message: "Counter revoked" });
    for (const response of [await postIntent(counter, { amount: 1 }), await cancel(counter, id)]) {
      expectFailure(response, 403, "counter_not_active", "Counter is not active");
    }
    const refused = await requestToken(counter.clientId, counter.clientSecret);
    expect(refused).toEqual({ status: 401, body: INVALID_CLIENT });
    expect((await readCounter(merchant, counter.id)).body.counter).toMatchObject({ status: "inactive" });
    expect((await readIntent(counter, id)).status).toBe(200);
    expect((await confirm(wallet, id)).status).toBe(200);
    expect((await postIntent(other, { amount: 1 })).status).toBe(201);
    await revoke();
    expect(await storedEntries(merchant.id, "counter.revoked")).toMatchObject([{ targetId: counter.id }]);
  });

  it("is the merchant's own: another's is 404", async ({ merchant, other }) => {
    const counter = await makeCounter(other);
    const response = await pull(merchant.id, `counters/${counter.id}/revoke`, { reason });
    expectFailure(response, 404, "counter_not_found", "Payment intent not found");
    expect((await postIntent(counter, { amount: 1 })).status).toBe(201);
  });
});

describe("a merchant whose refunds are stopped", () => {
  const STOPPED = [403, "refunds_stopped", "Refunds of this merchant are stopped"] as const;

  it("can do everything else, and refund again once they are allowed", async ({ merchant, wallet }) => {
    const paid = await makePaidIntent(merchant, { wallet });
    await pull(merchant.id, "stop-refunds", { reason });
    expectFailure(await refund(merchant, paid.id), ...STOPPED);
    const open = await makeIntent(merchant);
    expect((await confirm(wallet, open.id)).status).toBe(200);
    expectFailure(await refund(merchant, open.id), ...STOPPED);
    expect((await cancel(merchant, (await makeIntent(merchant)).id)).status).toBe(200);
    await pull(merchant.id, "allow-refunds");
    expect((await refund(merchant, paid.id)).status).toBe(200);
  });

  it("gets the refund that was accepted before, under its idempotency key", async ({ merchant, paid }) => {
    const { id } = paid;
    const headers = { "Idempotency-Key": "refund-1" };
    const send = () => call("POST", `${INTENTS}/${id}/refund`, { token: merchant.token, headers });
    expect((await send()).status).toBe(200);
    await pull(merchant.id, "stop-refunds", { reason });
    expect((await send()).status).toBe(200);
    expectFailure(
      await refund(merchant, id),
      409,
      "already_refunded",
      "refund already issued for this payment",
    );
  });
});
