// Whoever was only invited can still be registered: the invitation ends, whatever fails meanwhile.

import { describe, expect, it } from "vitest";
import { keepCustomerWallet } from "#core/db/wallet/customer-wallets.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { err } from "#core/domain/result.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { inviteUser, listMerchantUsers } from "#core/services/merchants/merchant-users.ts";
import { registerMerchant } from "#core/services/merchants/merchants.ts";
import { call } from "../../support/api.ts";
import { DAY, moveClock } from "../../support/clock.ts";
import { useMutedLog } from "../../support/faults.ts";
import { expectNothingLeftOver, sweepAfter, sweepUntilSettled } from "../../support/half-made.ts";
import { atService } from "../../support/identity-provider.ts";
import { addUser, makeLink, readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { PASSWORD, submitPassword } from "../../support/logins.ts";
import { ownerOf } from "../../support/merchant-users.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { FAULT_NAMES, failingAt, healthy, killAtEachCall, numbered } from "../../support/provider-faults.ts";
import { okValue } from "../../support/result.ts";
import { sharedRows } from "../../support/rows.ts";
import { ACTOR, deps } from "../../support/seeds.ts";
import { openUser } from "../../support/sessions.ts";
import { pull } from "../../support/stops.ts";
import { merchantToken, withRoles } from "../../support/tokens.ts";

useMutedLog();

const USERS = `${MERCHANT_API}/users`;
const PROVIDERS: [string, Dependencies][] = [
  ["the embedded provider", deps],
  ["Keycloak's API", healthy],
];

function register(through: Dependencies, email: string) {
  return registerMerchant(through, ACTOR, { email, businessName: "Own Shop" });
}

/** A merchant that has invited the email. */
async function makeInviter(through: Dependencies, email = uniqueEmail()) {
  const inviter = await ownerOf(await makeMerchant());
  const { user, setupUrl } = okValue(await inviteUser(through, ACTOR, inviter.id, { email, role: "owner" }));
  return { inviter, email, user, setupUrl };
}

async function merchantOf(email: string): Promise<string | undefined> {
  const { attributes } = await readStoredUser(email);
  return attributes === undefined ? undefined : JSON.parse(String(attributes)).merchant_id[0];
}

describe.each(PROVIDERS)("at %s", (_, through) => {
  it("an invited user is listed as invited until there is a password", async () => {
    const { inviter, email, user } = await makeInviter(through);
    const find = async () => (await listMerchantUsers(through, inviter.id)).find(({ id }) => id === user.id);
    const [{ invitedUntil = null } = {}, hours72] = [await find(), 72 * 3_600_000];
    expect(Math.abs((invitedUntil ?? 0) - Date.now() - hours72)).toBeLessThan(60_000);
    const link = await makeLink(atService, user.id);
    expect((await submitPassword(atService, link, PASSWORD)).status).toBe(200);
    expect(await find()).toMatchObject({ email, invitedUntil: null, endedAt: null });
  });

  it.each(["open", "expired"])("a registration ends an invitation whose link is %s", async (state) => {
    const { inviter, email, user, setupUrl } = await makeInviter(through);
    const claims = { sub: user.id, ...withRoles("merchant") };
    if (state === "expired") moveClock(4 * DAY);
    const { merchantId } = okValue(await register(through, email.toUpperCase()));

    expect(await merchantOf(email)).toBe(merchantId);
    if (setupUrl !== null) expect((await submitPassword(atService, setupUrl, PASSWORD)).status).toBe(410);
    const token = await merchantToken(inviter.id, claims);
    expect((await call("GET", INTENTS, { token })).status).toBe(401);

    const { token: owner } = await ownerOf(inviter);
    const { users } = (await call("GET", USERS, { token: owner })).body;
    expect(users).toEqual([
      expect.objectContaining({ email: inviter.email, invitation_ended_at: null }),
      {
        id: user.id,
        email,
        role: "owner",
        is_enabled: false,
        created_at: expect.any(String),
        invited_until: null,
        invitation_ended_at: expect.any(String),
      },
    ]);
    const { entries } = (await call("GET", `${MERCHANT_API}/audit-trail`, { token: owner })).body;
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "user.invitation_ended", target_id: user.id, details: null }),
    );
    const ofUser = `${USERS}/${user.id}`;
    expect((await call("PATCH", ofUser, { token: owner, json: { role: "staff" } })).status).toBe(404);
    await sweepUntilSettled();
    await expectNothingLeftOver();
    expect(await merchantOf(email)).toBe(merchantId);
    const { token: later } = await ownerOf(inviter);
    expect((await call("DELETE", ofUser, { token: later })).status).toBe(200);
    expect((await call("GET", USERS, { token: later })).body.users).toHaveLength(1);
  });

  it("an ended invitation is no owner who could stand in for the last one", async () => {
    const { inviter, email } = await makeInviter(through);
    okValue(await register(through, email));
    const last = await call("DELETE", `${USERS}/${inviter.subject}`, { token: inviter.token });
    expect(last.body.code).toBe("last_owner");
  });

  it("a user who has a password stays, and so does one who has signed in without one", async () => {
    const withPassword = await makeInviter(through);
    const link = await makeLink(atService, withPassword.user.id);
    await submitPassword(atService, link, PASSWORD);
    const brokered = await makeInviter(through);
    await openUser(brokered.inviter.id, brokered.user.id);
    for (const { inviter, email, user } of [withPassword, brokered]) {
      expect(await register(through, email)).toEqual(err("email_taken"));
      expect(await readStoredUser(email)).toMatchObject({ id: user.id });
      expect(await merchantOf(email)).toBe(inviter.id);
    }
  });

  it("a user whom an administrator has disabled stays disabled", async () => {
    const { inviter, email, user } = await makeInviter(through);
    await pull(inviter.id, "disable-user", { email, reason: "lost" });
    expect(await register(through, email)).toEqual(err("email_taken"));
    expect(await readStoredUser(email)).toMatchObject({ id: user.id });
  });
});

it("an invitation that is still under way ends as well", async () => {
  const [inviter, email] = [await ownerOf(await makeMerchant()), uniqueEmail()];
  const registered: string[] = [];
  const { identityProvider } = healthy;
  const createSetupLink: typeof identityProvider.createSetupLink = async (id) => {
    registered.push(okValue(await register(healthy, email)).merchantId);
    return await identityProvider.createSetupLink(id).catch(() => null);
  };
  const slow = { ...healthy, identityProvider: { ...identityProvider, createSetupLink } };
  const invitation = inviteUser(slow, ACTOR, inviter.id, { email, role: "staff" });
  await expect(invitation).rejects.toThrow(DependencyError);
  await sweepUntilSettled();
  expect(await merchantOf(email)).toBe(registered[0]);
  await expectNothingLeftOver();
});

const CALLS = [
  "the token",
  "the client",
  "the user, who exists",
  "the search",
  "the credentials",
  "the removal",
  "the user",
  "the read-back",
  "the role",
  "the role mapping",
  "the setup link",
  "the mail",
];
/** From here on, only the link can be missing. */
const LINK_CALL = 11;

it("such a registration makes as many calls as are named here", async () => {
  const { email } = await makeInviter(healthy);
  const { deps: counted, calls } = failingAt(0, "refused connection");
  okValue(await register(counted, email));
  expect(calls).toHaveLength(CALLS.length);
});

describe.each(FAULT_NAMES)("such a registration with a fault: %s", (fault) => {
  it.each(numbered(CALLS.slice(0, LINK_CALL - 1), fault))(
    "at %s can be repeated at once",
    async (_, number) => {
      const { email } = await makeInviter(healthy);
      const failing = failingAt(number, fault);
      await expect(register(failing.deps, email)).rejects.toThrow(DependencyError);
      const { merchantId } = okValue(await register(healthy, email));
      await sweepAfter(2);
      await failing.arrive();
      await sweepUntilSettled();
      expect(await merchantOf(email)).toBe(merchantId);
      await expectNothingLeftOver();
    },
  );
});

it("such a registration that is killed before any of its calls leaves one user or none", async () => {
  const calls = await killAtEachCall(async (kill) => {
    const { inviter, email, user } = await makeInviter(healthy);
    await kill((through) => register(through, email));
    await sweepUntilSettled();
    const { id } = await readStoredUser(email);
    const ended = await sharedRows.value("SELECT ended_at FROM merchant_users WHERE subject = ?", user.id);
    const merchantId = await merchantOf(email);
    if (ended === null) expect({ id, merchantId }).toEqual({ id: user.id, merchantId: inviter.id });
    else expect(merchantId).not.toBe(inviter.id);
    await expectNothingLeftOver();
  });
  expect(calls).toBeGreaterThan(CALLS.length);
});

// Whoever registers at the provider with an email that is not theirs gets no merchant by it, and is in nobody's way.

/** Their provider has verified nobody's email. */
const unverified: Dependencies = {
  ...deps,
  identityProvider: {
    ...deps.identityProvider,
    createUser: (user, decide) =>
      deps.identityProvider.createUser(user, (existing) => decide({ ...existing, isEmailVerified: false })),
  },
};

const addCustomer = () => addUser(atService, {}, ["customer"]);

const idOf = async (email: string) => (await readStoredUser(email)).id;

async function invite(through: Dependencies, email: string) {
  return await inviteUser(through, ACTOR, (await makeMerchant()).id, { email, role: "staff" });
}

describe.each([
  ["a registration", register],
  ["an invitation", invite],
])("%s", (_, begin) => {
  it("replaces an account whose email is not verified", async () => {
    const { id, email } = await addCustomer();
    expect(await begin(unverified, email)).toMatchObject({ ok: true });
    expect(await idOf(email)).not.toBe(id);
    expect(await readStoredUser(email)).toMatchObject({ password_hash: null, roles: '["merchant"]' });
  });

  it("is refused by one that holds a wallet", async () => {
    const { id, email } = await addCustomer();
    const wallet = { walletId: crypto.randomUUID(), createdAt: 0 };
    await keepCustomerWallet(deps.db, { issuer: deps.tokens.issuer, subject: id, ...wallet });
    expect(await begin(unverified, email)).toMatchObject({ ok: false });
    expect(await readStoredUser(email)).toMatchObject({ id, roles: '["customer"]' });
  });
});

it("a customer whose email is verified can become a merchant's first user, but cannot be invited", async () => {
  const { id, email } = await addCustomer();
  expect(await invite(deps, email)).toEqual(err("cannot_be_invited"));
  expect(await register(deps, email)).toMatchObject({ ok: true });
  expect(await readStoredUser(email)).toMatchObject({ id, roles: '["customer","merchant"]' });
});
