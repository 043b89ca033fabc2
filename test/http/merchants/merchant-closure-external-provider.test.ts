// With an external identity provider the service cannot refuse tokens itself, so closing disables those who would get them.
import { expect, it } from "vitest";
import { DependencyError } from "../../../src/domain/dependency-error.ts";
import type { Merchant } from "../../../src/domain/merchant.ts";
import type { IdentityProvider } from "../../../src/domain/ports/identity-provider.ts";
import { sweepProviderTasks } from "../../../src/services/identity-provider/provider-tasks.ts";
import { closeMerchant } from "../../../src/services/merchants/merchant-stops.ts";
import { LIMITS } from "../../../src/services/operations/sweep-limits.ts";
import { MINUTE, moveClock } from "../../support/clock.ts";
import { useMutedLog } from "../../support/faults.ts";
import { reinstateMerchant } from "../../support/merchant-stops.ts";
import { CAUSE, deps, seedCounter, seedMerchant } from "../../support/seeds.ts";

useMutedLog();

const reason = "The contract has ended";
const outage = () => Promise.reject(new DependencyError("identity_provider", "did not respond"));

/** A Keycloak with these users of the merchant: which clients it has deleted, and who of the merchant may not log in. */
function external(merchant: Merchant, users: string[], change: Partial<IdentityProvider> = {}) {
  const deleted: string[] = [];
  const enabled = new Map<string, boolean>();
  const set = async (id: string, isEnabled: boolean) => void enabled.set(id, isEnabled);
  const identityProvider: IdentityProvider = {
    ...deps.identityProvider,
    asksForEachToken: false,
    setClientEnabled: set,
    setUserEnabled: set,
    deleteClient: async (id) => deleted.push(id) > 0,
    listUsers: async (merchantId) =>
      (merchantId === merchant.id ? users : []).map((id) => ({
        id,
        merchantIds: [merchantId],
        email: id,
        isEnabled: enabled.get(id) ?? true,
        createdAt: null,
        invitedUntil: null,
        mustSetPassword: false,
        isEmailVerified: true,
        hasWallet: false,
      })),
  };
  const healthy = { ...deps, identityProvider };
  const broken = { ...healthy, identityProvider: { ...identityProvider, ...change } };
  const disabled = () => [merchant.idpClientId, ...users].filter((id) => enabled.get(id) === false);
  return { healthy, broken, deleted, disabled };
}

async function sweepAfterMinutes(minutes: number, dependencies: typeof deps): Promise<void> {
  moveClock(minutes * MINUTE);
  await sweepProviderTasks(dependencies);
}

it("deletes only so many clients in the request, and in each sweep", async () => {
  const merchant = await seedMerchant();
  const most = LIMITS.clientRemovals;
  await Promise.all(Array.from({ length: 2 * most + 3 }, () => seedCounter(merchant.id)));
  const provider = external(merchant, []);
  await closeMerchant(provider.healthy, CAUSE, merchant.id, reason);
  const deleted = [provider.deleted.length];
  for (const minutes of [2, 1]) {
    await sweepAfterMinutes(minutes, provider.healthy);
    deleted.push(provider.deleted.length);
  }
  expect(deleted).toEqual([most, 2 * most, 2 * most + 3]);
  expect(new Set(provider.deleted).size).toBe(2 * most + 3);
});

it("disables only so many users in the request, and in each sweep", async () => {
  const merchant = await seedMerchant();
  const most = LIMITS.usersOfMerchant;
  const users = Array.from({ length: most + 3 }, (_, index) => `user-${index}`);
  const provider = external(merchant, users);
  await closeMerchant(provider.healthy, CAUSE, merchant.id, reason);
  expect(provider.disabled()).toHaveLength(1 + most);
  await sweepAfterMinutes(1, provider.healthy);
  expect(provider.disabled()).toEqual([merchant.idpClientId, ...users]);
});

it("stops calling a provider that is down after the first failures, and does not lose the rest", async () => {
  const merchant = await seedMerchant();
  await Promise.all(Array.from({ length: LIMITS.clientRemovals }, () => seedCounter(merchant.id)));
  let calls = 0;
  const deleteClient = () => {
    calls += 1;
    return outage();
  };
  const provider = external(merchant, [], { deleteClient });
  await closeMerchant(provider.broken, CAUSE, merchant.id, reason);
  expect(calls).toBeLessThanOrEqual(6);
  for (const minutes of [2, 2]) await sweepAfterMinutes(minutes, provider.healthy);
  expect(provider.deleted).toHaveLength(LIMITS.clientRemovals);
});

it("that is reversed before the provider responds leaves the users enabled", async () => {
  const merchant = await seedMerchant();
  const provider = external(merchant, ["user-1"], { setUserEnabled: outage });
  await closeMerchant(provider.broken, CAUSE, merchant.id, reason);
  await reinstateMerchant(provider.healthy, merchant.id);
  for (const minutes of [2, 4, 8]) await sweepAfterMinutes(minutes, provider.healthy);
  expect(provider.disabled()).toEqual([]);
});
