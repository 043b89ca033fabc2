// With an external identity provider the service cannot refuse tokens itself, so it disables those who would get them when a
// merchant is suspended or closed.
import { describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { IdentityProvider } from "#core/domain/ports/identity-provider.ts";
import { sweepProviderTasks } from "#core/services/identity-provider/provider-tasks.ts";
import { closeMerchant } from "#core/services/merchants/merchant-stops.ts";
import { setUserAccess } from "#core/services/merchants/user-access.ts";
import { LIMITS } from "#core/services/operations/sweep-limits.ts";
import { MINUTE, moveClock } from "../../support/clock.ts";
import { muteLog } from "../../support/faults.ts";
import { reinstateMerchant, suspendMerchant } from "../../support/merchant-stops.ts";
import { sharedRows } from "../../support/rows.ts";
import { ACTOR, deps, seedCounter, seedMerchant } from "../../support/seeds.ts";

const reason = "Fraud";

/** A Keycloak with two users of the merchant, who may log in there, and which clients were deleted. */
function external({ id: merchantId }: { id: string }, users = [crypto.randomUUID(), crypto.randomUUID()]) {
  const enabled: Record<string, boolean> = {};
  const counts = { calls: 0 };
  const deleted: string[] = [];
  const set = async (id: string, isEnabled: boolean) => {
    counts.calls += 1;
    enabled[id] = isEnabled;
  };
  const identityProvider: IdentityProvider = {
    ...deps.identityProvider,
    asksForEachToken: false,
    setClientEnabled: set,
    setUserEnabled: set,
    deleteClient: async (id) => deleted.push(id) > 0,
    listUsers: async () => {
      counts.calls += 1;
      return users.map((id) => ({
        id,
        merchantIds: [merchantId],
        email: `${id}@shop.test`,
        isEnabled: enabled[id] ?? true,
        createdAt: null,
        invitedUntil: null,
        mustSetPassword: false,
        isEmailVerified: true,
        hasWallet: false,
      }));
    },
    findUser: async () => ({
      id: users[0] ?? "",
      merchantIds: [merchantId],
      isEnabled: true,
      isEmailVerified: true,
      hasWallet: false,
    }),
  };
  return { enabled, users, counts, deleted, deps: { ...deps, identityProvider } };
}

const outage = () => Promise.reject(new DependencyError("identity_provider", "did not respond"));

async function sweepAfterMinutes(minutes: number, dependencies: typeof deps): Promise<void> {
  moveClock(minutes * MINUTE);
  await sweepProviderTasks(dependencies);
}

function openTasks(merchantId: string): Promise<number | null> {
  return sharedRows.value("SELECT count(*) FROM provider_tasks WHERE merchant_id = ?", merchantId);
}

async function setUp() {
  muteLog();
  const merchant = await seedMerchant();
  const tills = await Promise.all(Array.from({ length: 8 }, () => seedCounter(merchant.id)));
  await seedCounter(merchant.id, { status: "inactive", idpClientId: "inactive" });
  const clients = [merchant.idpClientId, ...tills.map(({ id }) => `counter-${id}`)];
  return { merchant, clients };
}

const all = (ids: string[], isEnabled: boolean) => Object.fromEntries(ids.map((id) => [id, isEnabled]));

describe("suspending a merchant", () => {
  it("disables its client, its users and its active counters, until it is reinstated", async () => {
    const { merchant, clients } = await setUp();
    const provider = external(merchant);
    await suspendMerchant(provider.deps, merchant.id, reason);
    expect(provider.enabled).toEqual(all([...clients, ...provider.users], false));
    await reinstateMerchant(provider.deps, merchant.id);
    expect(provider.enabled).toEqual(all([...clients, ...provider.users], true));
  });
});

describe("a merchant with more counters than one attempt may change", () => {
  const most = LIMITS.countersOfMerchant;

  async function setUpMany() {
    muteLog();
    const merchant = await seedMerchant();
    const tills = await Promise.all(Array.from({ length: 2 * most + 3 }, () => seedCounter(merchant.id)));
    const clients = tills.map(({ id }) => `counter-${id}`);
    const provider = external(merchant);
    const counters = (isEnabled: boolean) => clients.filter((id) => provider.enabled[id] === isEnabled);
    return { merchant, provider, counters };
  }

  it("is suspended and reinstated there one part in the request and one in each sweep", async () => {
    const { merchant, provider, counters } = await setUpMany();
    for (const [change, isEnabled] of [
      [() => suspendMerchant(provider.deps, merchant.id, reason), false],
      [() => reinstateMerchant(provider.deps, merchant.id), true],
    ] as const) {
      await change();
      const changed = [counters(isEnabled).length];
      for (let minute = 0; minute < 2; minute++) {
        await sweepAfterMinutes(1, provider.deps);
        changed.push(counters(isEnabled).length);
      }
      expect(changed).toEqual([most, 2 * most, 2 * most + 3]);
      expect(counters(!isEnabled)).toEqual([]);
    }
    expect(await openTasks(merchant.id)).toBe(0);
  });

  it("makes no other call for a counter than the one that it needs", async () => {
    const { merchant, provider } = await setUpMany();
    await suspendMerchant(provider.deps, merchant.id, reason);
    for (let minute = 0; minute < 4; minute++) await sweepAfterMinutes(1, provider.deps);
    expect(provider.counts.calls).toBe(1 + 1 + provider.users.length + 2 * most + 3);
  });

  it("is told from the first one again, after a failure, once nothing that was sent can be late", async () => {
    const { merchant, provider, counters } = await setUpMany();
    await suspendMerchant(provider.deps, merchant.id, reason);
    const failing = { ...provider.deps.identityProvider, setClientEnabled: outage };
    await sweepAfterMinutes(1, { ...provider.deps, identityProvider: failing });
    for (const minutes of [2, 2]) await sweepAfterMinutes(minutes, provider.deps);
    expect(counters(false)).toHaveLength(2 * most + 3);
    for (const id of counters(false)) provider.enabled[id] = true;
    for (const minutes of [9, 1, 1, 1]) await sweepAfterMinutes(minutes, provider.deps);
    expect(counters(true)).toEqual([]);
    expect(await openTasks(merchant.id)).toBe(0);
  });
});

it("an attempt that was overtaken by another one, which failed, leaves the task open", async () => {
  const { merchant, clients } = await setUp();
  const provider = external(merchant);
  const { setClientEnabled } = provider.deps.identityProvider;
  let hasWaited = false;
  const slowly: typeof setClientEnabled = async (...given) => {
    if (!hasWaited) {
      hasWaited = true;
      const down = { ...provider.deps.identityProvider, setClientEnabled: outage };
      await sweepAfterMinutes(1, { ...provider.deps, identityProvider: down });
    }
    await setClientEnabled(...given);
  };
  const slow = { ...provider.deps.identityProvider, setClientEnabled: slowly };
  await suspendMerchant({ ...provider.deps, identityProvider: slow }, merchant.id, reason);
  expect(await openTasks(merchant.id)).toBe(1);
  for (const minutes of [2, 10]) await sweepAfterMinutes(minutes, provider.deps);
  expect(provider.enabled).toEqual(all([...clients, ...provider.users], false));
  expect(await openTasks(merchant.id)).toBe(0);
});

it("only so many users are changed in the request, and in each sweep, and then the counters", async () => {
  const { merchant, clients } = await setUp();
  const most = LIMITS.usersOfMerchant;
  const users = Array.from({ length: 2 * most + 3 }, (_, index) => `user-${index}`);
  const provider = external(merchant, users);
  const disabled = () => users.filter((id) => provider.enabled[id] === false).length;
  await suspendMerchant(provider.deps, merchant.id, reason);
  const changed = [disabled()];
  for (let minute = 0; minute < 2; minute++) {
    await sweepAfterMinutes(1, provider.deps);
    changed.push(disabled());
  }
  expect(changed).toEqual([most, 2 * most, 2 * most + 3]);
  expect(provider.enabled).toEqual(all([...clients, ...users], false));
});

describe("a disabled user", () => {
  it("stays disabled when the merchant is reinstated", async () => {
    const { merchant, clients } = await setUp();
    const provider = external(merchant);
    const [user = "", other = ""] = provider.users;
    await setUserAccess(provider.deps, ACTOR, {
      merchantId: merchant.id,
      email: "a@shop.test",
      reason,
    });
    await suspendMerchant(provider.deps, merchant.id, reason);
    await reinstateMerchant(provider.deps, merchant.id);
    expect(provider.enabled).toEqual({ ...all([...clients, other], true), [user]: false });
  });

  it("who is enabled while the merchant is suspended can log in only when it is reinstated", async () => {
    const { merchant } = await setUp();
    const provider = external(merchant);
    const [user = ""] = provider.users;
    const change = { merchantId: merchant.id, email: "a@shop.test" };
    await setUserAccess(provider.deps, ACTOR, { ...change, reason });
    await suspendMerchant(provider.deps, merchant.id, reason);
    await setUserAccess(provider.deps, ACTOR, { ...change, reason: null });
    expect(provider.enabled[user]).toBe(false);
    await reinstateMerchant(provider.deps, merchant.id);
    expect(provider.enabled[user]).toBe(true);
  });
});

describe("closing a merchant", () => {
  async function close(tills: number, change: Partial<IdentityProvider> = {}) {
    muteLog();
    const merchant = await seedMerchant();
    await Promise.all(Array.from({ length: tills }, () => seedCounter(merchant.id)));
    const provider = external(merchant);
    const identityProvider = { ...provider.deps.identityProvider, ...change };
    await closeMerchant({ ...provider.deps, identityProvider }, ACTOR, merchant.id, reason);
    return { merchant, ...provider };
  }

  it("deletes only so many clients in the request, and in each sweep", async () => {
    const most = LIMITS.clientRemovals;
    const { deleted, deps } = await close(2 * most + 3);
    const counts = [deleted.length];
    for (const minutes of [2, 1]) {
      await sweepAfterMinutes(minutes, deps);
      counts.push(deleted.length);
    }
    expect(counts).toEqual([most, 2 * most, 2 * most + 3]);
    expect(new Set(deleted).size).toBe(2 * most + 3);
  });

  it("stops calling a provider that is down after the first failures, and does not lose the rest", async () => {
    let calls = 0;
    const deleteClient = () => {
      calls += 1;
      return outage();
    };
    const { deleted, deps } = await close(LIMITS.clientRemovals, { deleteClient });
    expect(calls).toBeLessThanOrEqual(6);
    for (const minutes of [2, 2]) await sweepAfterMinutes(minutes, deps);
    expect(deleted).toHaveLength(LIMITS.clientRemovals);
  });

  it("that is reversed before the provider responds leaves all enabled", async () => {
    const { merchant, enabled, deps } = await close(0, { setUserEnabled: outage });
    await reinstateMerchant(deps, merchant.id);
    for (const minutes of [2, 4, 8]) await sweepAfterMinutes(minutes, deps);
    expect(enabled).toEqual(all([merchant.idpClientId], true));
  });
});
