// With an external identity provider the service cannot refuse tokens itself, so it disables those who would get them.
import { afterEach, describe, expect, it } from "vitest";
import { DependencyError, type IdentityProvider } from "../../src/domain/ports.ts";
import { reinstateMerchant, suspendMerchant } from "../../src/services/merchant-stops.ts";
import { disableDashboardUser, enableDashboardUser } from "../../src/services/user-access.ts";
import { expectFailure } from "../support/error-responses.ts";
import { postIntent } from "../support/factories.ts";
import { muteLog, repair } from "../support/faults.ts";
import { CAUSE, deps, seedCounter, seedMerchant } from "../support/objects.ts";
import { merchantToken } from "../support/tokens.ts";

afterEach(repair);

const reason = "Fraud";

/** A Keycloak with two users of the merchant, and who may log in there. */
function external({ id: merchantId }: { id: string }) {
  const users = [crypto.randomUUID(), crypto.randomUUID()];
  const enabled: Record<string, boolean> = {};
  const set = async (id: string, isEnabled: boolean) => {
    enabled[id] = isEnabled;
  };
  const identityProvider: IdentityProvider = {
    ...deps.identityProvider,
    setClientEnabled: set,
    setUserEnabled: set,
    listUsers: async () =>
      users.map((id) => ({
        id,
        merchantIds: [merchantId],
        email: `${id}@shop.test`,
        isEnabled: enabled[id] ?? true,
        createdAt: null,
      })),
    findUser: async () => ({ id: users[0] ?? "", merchantIds: [merchantId], isEnabled: true }),
  };
  const config = { ...deps.config, identityProvider: { ...deps.config.identityProvider, isEmbedded: false } };
  return { enabled, users, deps: { ...deps, config, identityProvider } };
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
    await suspendMerchant(provider.deps, CAUSE, merchant.id, reason);
    expect(provider.enabled).toEqual(all([...clients, ...provider.users], false));
    await reinstateMerchant(provider.deps, CAUSE, merchant.id);
    expect(provider.enabled).toEqual(all([...clients, ...provider.users], true));
  });

  it("takes effect even if the provider fails, and completes when repeated", async () => {
    const { merchant, clients } = await setUp();
    const provider = external(merchant);
    const setClientEnabled = () =>
      Promise.reject(new DependencyError("identity_provider", "did not respond"));
    const failing = { ...provider.deps.identityProvider, setClientEnabled };
    const suspension = suspendMerchant(
      { ...provider.deps, identityProvider: failing },
      CAUSE,
      merchant.id,
      reason,
    );
    await expect(suspension).rejects.toThrow(DependencyError);
    const refused = await postIntent({ token: await merchantToken(merchant.id) }, { amount: 1 });
    expectFailure(refused, 403, "merchant_suspended", "Merchant is suspended");
    await suspendMerchant(provider.deps, CAUSE, merchant.id, reason);
    expect(provider.enabled).toEqual(all([...clients, ...provider.users], false));
  });
});

describe("a disabled user", () => {
  it("stays disabled when the merchant is reinstated", async () => {
    const { merchant, clients } = await setUp();
    const provider = external(merchant);
    const [user = "", other = ""] = provider.users;
    await disableDashboardUser(provider.deps, CAUSE, {
      merchantId: merchant.id,
      email: "a@shop.test",
      reason,
    });
    await suspendMerchant(provider.deps, CAUSE, merchant.id, reason);
    await reinstateMerchant(provider.deps, CAUSE, merchant.id);
    expect(provider.enabled).toEqual({ ...all([...clients, other], true), [user]: false });
  });

  it("who is enabled while the merchant is suspended can log in only when it is reinstated", async () => {
    const { merchant } = await setUp();
    const provider = external(merchant);
    const [user = ""] = provider.users;
    const change = { merchantId: merchant.id, email: "a@shop.test" };
    await disableDashboardUser(provider.deps, CAUSE, { ...change, reason });
    await suspendMerchant(provider.deps, CAUSE, merchant.id, reason);
    await enableDashboardUser(provider.deps, CAUSE, change);
    expect(provider.enabled[user]).toBe(false);
    await reinstateMerchant(provider.deps, CAUSE, merchant.id);
    expect(provider.enabled[user]).toBe(true);
  });
});
