// A registration that is killed leaves nothing behind, and those of one email end with one merchant.

import { describe, expect, it } from "vitest";
import { DependencyError } from "../../../src/domain/dependency-error.ts";
import { IN_FLIGHT_MS } from "../../../src/domain/provider-task.ts";
import { err } from "../../../src/domain/result.ts";
import { createSetupLink } from "../../../src/services/merchants/merchants.ts";
import { call } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { useMutedLog } from "../../support/faults.ts";
import { expectNothingLeftOver, sweepAfter, sweepUntilSettled } from "../../support/half-made.ts";
import { expectRegistered, merchantOf, register } from "../../support/half-made-operations.ts";
import { readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { failingAt, healthy, killAt, killAtEachCall } from "../../support/provider-faults.ts";
import { okValue } from "../../support/result.ts";
import { CAUSE } from "../../support/seeds.ts";

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
    Array.from({ length: 10 }, () => createSetupLink(healthy, CAUSE, merchantId)),
  );
  expect(links.every(({ ok }) => ok)).toBe(true);
  await expectRegistered(registered, email);
});
