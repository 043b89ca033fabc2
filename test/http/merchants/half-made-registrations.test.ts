// A registration that fails or is killed at any of its calls leaves nothing behind, and the email can be registered again.

import { describe, expect, it } from "vitest";
import { DependencyError } from "../../../src/domain/dependency-error.ts";
import { IN_FLIGHT_MS } from "../../../src/domain/provider-task.ts";
import { err } from "../../../src/domain/result.ts";
import type { Dependencies } from "../../../src/services/dependencies.ts";
import { createSetupLink, registerMerchant } from "../../../src/services/merchants/merchants.ts";
import { call } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { useMutedLog } from "../../support/faults.ts";
import { expectNothingLeftOver, sweepAfter, sweepUntilSettled } from "../../support/half-made.ts";
import { readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import {
  FAULT_NAMES,
  failingAt,
  healthy,
  killAt,
  killAtEachCall,
  numbered,
} from "../../support/provider-faults.ts";
import { okValue } from "../../support/result.ts";
import { sharedRows } from "../../support/rows.ts";
import { CAUSE } from "../../support/seeds.ts";
import { requestToken } from "../../support/tokens.ts";

useMutedLog();

function register(deps: Dependencies, email: string) {
  return registerMerchant(deps, CAUSE, { email, businessName: "Bean & Leaf" });
}

function merchantOf(email: string): Promise<{ id: string; status: string; idp_client_id: string } | null> {
  return sharedRows.first("SELECT * FROM merchants WHERE email = ?", email);
}

/** Active, with its user, who has the role, and a client that gets tokens. */
async function expectWhole(registered: Awaited<ReturnType<typeof register>>, email: string): Promise<void> {
  const { merchantId, clientId, clientSecret } = okValue(registered);
  expect(await merchantOf(email)).toMatchObject({
    id: merchantId,
    status: "active",
    idp_client_id: clientId,
  });
  expect((await requestToken(clientId, clientSecret)).status).toBe(200);
  const user = await readStoredUser(email);
  expect(user).toMatchObject({ enabled: 1, roles: '["merchant"]' });
  expect(JSON.parse(String(user.attributes))).toMatchObject({ merchant_id: [merchantId] });
}

const CALLS = [
  "POST /realms/payment-platform/protocol/openid-connect/token",
  "POST /admin/realms/payment-platform/clients",
  "POST /admin/realms/payment-platform/users",
  "GET /admin/realms/payment-platform/users/{id}",
  "GET /admin/realms/payment-platform/roles/merchant",
  "POST /admin/realms/payment-platform/users/{id}/role-mappings/realm",
  "POST /admin/realms/payment-platform/users/{id}/setup-link",
  "PUT /admin/realms/payment-platform/users/{id}/execute-actions-email",
];
/** From here on, only the link can be missing. */
const LINK_CALL = 7;

it("a registration makes no other calls than these", async () => {
  const { deps, calls } = failingAt(0, "refused connection");
  await register(deps, uniqueEmail());
  expect(calls).toEqual(CALLS);
});

describe.each(FAULT_NAMES)("a registration with a fault: %s", (fault) => {
  it.each(numbered(CALLS, fault))("at %s", async (_, number) => {
    const email = uniqueEmail();
    const { deps, arrive } = failingAt(number, fault);
    const registration = register(deps, email);
    if (number >= LINK_CALL) {
      await expectWhole(await registration, email);
      return await expectNothingLeftOver();
    }
    await expect(registration).rejects.toThrow(DependencyError);
    expect(await merchantOf(email)).toBeNull();
    const again = await register(healthy, email);
    await sweepAfter(2);
    await arrive();
    await sweepUntilSettled();
    await expectWhole(again, email);
    await expectNothingLeftOver();
  });

  it("that is not repeated leaves nothing", async () => {
    for (let number = 1; number < LINK_CALL; number++) {
      const email = uniqueEmail();
      const { deps, arrive } = failingAt(number, fault);
      await expect(register(deps, email)).rejects.toThrow(DependencyError);
      await sweepAfter(2);
      await arrive();
      await sweepUntilSettled();
      expect(await readStoredUser(email)).toEqual({});
      await expectNothingLeftOver();
    }
  });
});

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
    expect(calls).toBeGreaterThan(CALLS.length);
  });

  it("gives way to another of the same email, once nothing of it can be under way", async () => {
    const email = uniqueEmail();
    await killAt(6, (deps) => register(deps, email));
    expect(await merchantOf(email)).toMatchObject({ status: "inactive" });
    expect(await register(healthy, email)).toEqual(err("registration_in_progress"));
    moveClock(IN_FLIGHT_MS + 1);
    await expectWhole(await register(healthy, email), email);
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
    await expectWhole(registered, email);
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
    for (const each of registered) await expectWhole(each, email);
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
    await expectWhole(await register(healthy, email), email);
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
  await expectWhole(registered, email);
});
