// Registrations and invitations that fail or are killed while others of the same email are under way.

import { describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { IN_FLIGHT_MS } from "#core/domain/identity-provider/provider-task.ts";
import { err } from "#core/domain/result.ts";
import { changeMerchant } from "#core/services/merchants/merchant-changes.ts";
import { removeUser } from "#core/services/merchants/merchant-users.ts";
import { createSetupLink, registerMerchant } from "#core/services/merchants/merchants.ts";
import { call } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { useMutedLog } from "../../support/faults.ts";
import { expectNothingLeftOver, sweepAfter, sweepUntilSettled } from "../../support/half-made.ts";
import {
  beginInvitation,
  expectInvited,
  expectRegistered,
  invite,
  merchantOf,
  register,
} from "../../support/half-made-operations.ts";
import { readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { FAULT_NAMES, failingAt, healthy, killAt, killAtEachCall } from "../../support/provider-faults.ts";
import { okValue } from "../../support/result.ts";
import { ACTOR } from "../../support/seeds.ts";

useMutedLog();

describe("a registration that is killed", () => {
  it("before any of its calls is undone by the sweep, unless only the link was missing", async () => {
    const calls = await killAtEachCall(async (kill) => {
      const email = uniqueEmail();
      await kill((deps) => register(deps, email));
      const { body } = await call("GET", `${MERCHANT_API}/public/merchants?limit=100`);
      const listed = JSON.stringify(body);
      await sweepUntilSettled();
      const merchant = await merchantOf(email);
      expect(listed.includes(merchant?.id ?? "none")).toBe(merchant !== null);
      expect(merchant?.status ?? "active").toBe("active");
      await expectNothingLeftOver();
    });
    expect(calls).toBeGreaterThan(8);
  });

  it("gives way to another of the same email, once nothing of it can be under way", async () => {
    const email = uniqueEmail();
    await killAt(6, (deps) => register(deps, email));
    expect(await merchantOf(email)).toMatchObject({ status: "inactive" });
    expect(await register(healthy, email)).toEqual(err("registration_in_progress"));
    moveClock(IN_FLIGHT_MS + 1);
    await expectRegistered(await register(healthy, email), email);
    await sweepUntilSettled();
    await expectNothingLeftOver();
  });

  it("cannot be settled once it is being undone", async () => {
    const email = uniqueEmail();
    const { deps } = failingAt(0, "refused connection");
    const createUser: typeof deps.identityProvider.createUser = async (...given) => {
      const created = await deps.identityProvider.createUser(...given);
      await sweepAfter(3);
      return created;
    };
    const slow = { ...deps, identityProvider: { ...deps.identityProvider, createUser } };
    await expect(register(slow, email)).rejects.toThrow("took too long");
    await sweepUntilSettled();
    expect(await merchantOf(email)).toBeNull();
    await expectNothingLeftOver();
  });
});

describe("parallel registrations", () => {
  it("of one email end with one merchant and one user", async () => {
    const email = uniqueEmail();
    const results = await Promise.all(Array.from({ length: 10 }, () => register(healthy, email)));
    const [registered, ...others] = results.filter(({ ok }) => ok);
    expect(others).toEqual([]);
    for (const result of results) {
      if (!result.ok) expect(["registration_in_progress", "email_taken"]).toContain(result.error);
    }
    if (registered === undefined) throw new Error("none succeeded");
    await expectRegistered(registered, email);
    await expectNothingLeftOver();
  });

  it("of an email whose registration failed end with one merchant and one user", async () => {
    const email = uniqueEmail();
    const { deps } = failingAt(3, "response lost, and down from then on");
    await expect(register(deps, email)).rejects.toThrow(DependencyError);
    const results = await Promise.all(Array.from({ length: 10 }, () => register(healthy, email)));
    const registered = results.filter(({ ok }) => ok);
    expect(registered).toHaveLength(1);
    await sweepUntilSettled();
    for (const each of registered) await expectRegistered(each, email);
    await expectNothingLeftOver();
  });
});

describe("a user whom a registration has taken over", () => {
  it("stays when the registration is undone", async () => {
    const email = uniqueEmail();
    const stranger = { email, attributes: {}, roles: [] };
    const made = await healthy.identityProvider.createUser(stranger, async () => "keep");
    const { deps } = failingAt(8, "refused connection");
    await expect(register(deps, email)).rejects.toThrow(DependencyError);
    await sweepUntilSettled();
    expect(made).toEqual({ ok: true, value: (await readStoredUser(email)).id });
    await expectRegistered(await register(healthy, email), email);
  });

  it("is not taken over while it is disabled", async () => {
    const email = uniqueEmail();
    const stranger = { email, attributes: {}, roles: [], isEnabled: false };
    await healthy.identityProvider.createUser(stranger, async () => "keep");
    expect(await register(healthy, email)).toEqual(err("user_not_enabled"));
    await sweepUntilSettled();
    await expectNothingLeftOver();
  });
});

it("ten setup links at once end with one user, if the merchant had none", async () => {
  const email = uniqueEmail();
  const registered = await register(healthy, email);
  const { merchantId } = okValue(registered);
  await healthy.identityProvider.removeUser(String((await readStoredUser(email)).id));
  const links = await Promise.all(
    Array.from({ length: 10 }, () => createSetupLink(healthy, ACTOR, merchantId)),
  );
  expect(links.every(({ ok }) => ok)).toBe(true);
  await expectRegistered(registered, email);
});

it("the undoing of an invitation spares the merchant's own user, who has got its email meanwhile", async () => {
  const invitation = await beginInvitation();
  const { merchantId, email } = invitation;
  const { deps } = failingAt(3, "5xx before acting");
  await expect(invite(deps, invitation)).rejects.toThrow(DependencyError);
  const change = { email, businessName: undefined };
  expect(await changeMerchant(healthy, ACTOR, merchantId, change)).toMatchObject({ ok: true });
  await sweepUntilSettled();
  expect(await readStoredUser(email)).toMatchObject({ enabled: 1 });
});

it("parallel invitations of one email end with one user", async () => {
  const invitation = await beginInvitation();
  const results = await Promise.all(Array.from({ length: 10 }, () => invite(healthy, invitation)));
  const refused = results.flatMap((result) => (result.ok ? [] : [result.error])).sort();
  expect(refused).toEqual([
    ...Array.from({ length: 2 }, () => "cannot_be_invited"),
    ...Array.from({ length: 7 }, () => "too_many_invitations"),
  ]);
  await sweepUntilSettled();
  await expectInvited(invitation);
  await expectNothingLeftOver();
});

it("the undoing of an invitation spares the user of another that is under way", async () => {
  const invitation = await beginInvitation();
  const { deps } = failingAt(3, "response lost, and down from then on");
  await expect(invite(deps, invitation)).rejects.toThrow(DependencyError);
  const { identityProvider } = healthy;
  const createUser: typeof identityProvider.createUser = async (...given) => {
    const created = await identityProvider.createUser(...given);
    await sweepAfter(1);
    return created;
  };
  const slow = { ...healthy, identityProvider: { ...identityProvider, createUser } };
  expect(await invite(slow, invitation)).toMatchObject({ ok: true });
  await sweepUntilSettled();
  await expectInvited(invitation);
  await expectNothingLeftOver();
});

it("an invitation of the merchant's own owner, whose replies are lost, leaves the owner alone", async () => {
  const { merchantId, owner } = await beginInvitation();
  for (const number of [1, 2, 3]) {
    const { deps } = failingAt(number, "response lost after acting");
    await invite(deps, { merchantId, email: owner }).catch(() => {});
  }
  await sweepUntilSettled();
  expect(await readStoredUser(owner)).toMatchObject({ enabled: 1 });
});

describe("the email of an invitation that failed", () => {
  it("can be registered by another merchant at once", async () => {
    const invitation = await beginInvitation();
    const { email } = invitation;
    const { deps } = failingAt(3, "response lost, and down from then on");
    await expect(invite(deps, invitation)).rejects.toThrow(DependencyError);
    const other = okValue(await registerMerchant(healthy, ACTOR, { email, businessName: "Other" }));
    await sweepUntilSettled();
    const { attributes } = await readStoredUser(email);
    expect(JSON.parse(String(attributes)).merchant_id).toEqual([other.merchantId]);
    await expectNothingLeftOver();
  });
});

describe.each(FAULT_NAMES)("a removal with a fault: %s", (fault) => {
  it("is finished by the sweep", async () => {
    const invitation = await beginInvitation();
    const { merchantId, email } = invitation;
    const { user } = okValue(await invite(healthy, invitation));
    const { deps, arrive } = failingAt(3, fault);
    expect(await removeUser(deps, ACTOR, merchantId, user.id)).toMatchObject({ ok: true });
    await arrive();
    await sweepUntilSettled();
    expect(await readStoredUser(email)).toEqual({});
    await expectNothingLeftOver();
  });
});
