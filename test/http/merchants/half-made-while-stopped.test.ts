// What is made of a merchant while it is suspended or closed: nothing of it stays, however close together the two are.

import { describe, expect, it } from "vitest";
import { err } from "../../../src/domain/result.ts";
import { createCounter } from "../../../src/services/counters/counters.ts";
import type { Dependencies } from "../../../src/services/dependencies.ts";
import { closeMerchant } from "../../../src/services/merchants/merchant-stops.ts";
import { inviteUser } from "../../../src/services/merchants/merchant-users.ts";
import { registerMerchant } from "../../../src/services/merchants/merchants.ts";
import { useMutedLog } from "../../support/faults.ts";
import {
  expectNothingLeftOver,
  isClientEnabled,
  makeSignedInMerchant,
  sweepUntilSettled,
} from "../../support/half-made.ts";
import { readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { reinstateMerchant, suspendMerchant } from "../../support/merchant-stops.ts";
import { external, failingAt, healthy } from "../../support/provider-faults.ts";
import { rowsOf, sharedRows } from "../../support/rows.ts";
import { CAUSE } from "../../support/seeds.ts";

useMutedLog();

const STOPS = {
  suspended: suspendMerchant,
  closed: (deps: Dependencies, merchantId: string, reason: string) =>
    closeMerchant(deps, CAUSE, merchantId, reason),
};

const INVITATION = () => ({ email: uniqueEmail(), role: "staff" }) as const;
const COUNTER = { name: "Till", location: "", webhookUrl: null, webhookEvents: null };

const create = (deps: Dependencies, merchantId: string) => createCounter(deps, CAUSE, merchantId, COUNTER);

/** A service in which `stop` follows as soon as the provider has made the client or user. */
function stoppedAfter(method: "createClient" | "createUser", stop: () => Promise<unknown>): Dependencies {
  const { identityProvider } = healthy;
  const make = identityProvider[method] as (...given: unknown[]) => Promise<unknown>;
  const makeAndStop = async (...given: unknown[]) => {
    const made = await make(...given);
    await stop();
    return made;
  };
  return { ...healthy, identityProvider: { ...identityProvider, [method]: makeAndStop } };
}

async function countOf(table: "counters" | "merchant_users", merchantId: string): Promise<number | null> {
  return await rowsOf(merchantId).value(`SELECT count(*) FROM ${table} WHERE merchant_id = ?`, merchantId);
}

async function expectStopped({
  id: merchantId,
  clientId,
  email,
}: Awaited<ReturnType<typeof makeSignedInMerchant>>) {
  expect(await isClientEnabled(clientId)).toBe(false);
  expect(await readStoredUser(email)).toMatchObject({ enabled: 0 });
  expect([await countOf("counters", merchantId), await countOf("merchant_users", merchantId)]).toEqual([
    0, 1,
  ]);
  await expectNothingLeftOver();
}

describe.each(Object.entries(STOPS))("while a merchant is %s", (_, pull) => {
  const stop = (merchantId: string) => pull(external(healthy), merchantId, "Fraud");

  it("a counter that is being made is undone", async () => {
    const merchant = await makeSignedInMerchant();
    const slow = stoppedAfter("createClient", () => stop(merchant.id));
    await expect(create(slow, merchant.id)).rejects.toThrow("took too long");
    await sweepUntilSettled(external(healthy));
    await expectStopped(merchant);
  });

  it("an invitation that is under way is undone", async () => {
    const [merchant, invitation] = [await makeSignedInMerchant(), INVITATION()];
    const slow = stoppedAfter("createUser", () => stop(merchant.id));
    await expect(inviteUser(slow, CAUSE, merchant.id, invitation)).rejects.toThrow("took too long");
    await sweepUntilSettled(external(healthy));
    expect(await readStoredUser(invitation.email)).toEqual({});
    await expectStopped(merchant);
  });

  it.each(["createClient", "createUser"] as const)(
    "a registration is undone that has just called %s",
    async (method) => {
      const email = uniqueEmail();
      const merchantId = () => sharedRows.value("SELECT id FROM merchants WHERE email = ?", email);
      const slow = stoppedAfter(method, async () => stop(String(await merchantId())));
      const registration = registerMerchant(slow, CAUSE, { email, businessName: "Bean & Leaf" });
      await expect(registration).rejects.toThrow("took too long");
      await sweepUntilSettled(external(healthy));
      expect(await merchantId()).toBeNull();
      expect(await readStoredUser(email)).toEqual({});
      await expectNothingLeftOver();
    },
  );

  it("a counter or invitation whose request was let through just before is not begun", async () => {
    const [merchant, invitation] = [await makeSignedInMerchant(), INVITATION()];
    const { id: merchantId } = merchant;
    await stop(merchantId);
    const { deps, calls } = failingAt(0, "refused connection");
    expect(await create(deps, merchantId)).toEqual(err("merchant_suspended"));
    expect(calls).toEqual([]);
    expect(await inviteUser(deps, CAUSE, merchantId, invitation)).toEqual(err("merchant_suspended"));
    expect(await readStoredUser(invitation.email)).toEqual({});
    await expectStopped(merchant);
    await reinstateMerchant(external(healthy), merchantId);
    expect(await create(healthy, merchantId)).toMatchObject({ ok: true });
    expect(await inviteUser(healthy, CAUSE, merchantId, invitation)).toMatchObject({ ok: true });
  });
});
