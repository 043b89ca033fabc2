// The sweep stores the roles of users from before there were roles.

import { describe, expect, it } from "vitest";
import { findMerchant } from "../../src/db/merchants/merchants.ts";
import { DependencyError } from "../../src/domain/dependency-error.ts";
import type { MerchantUser } from "../../src/domain/merchant-user.ts";
import { inviteUser, listMerchantUsers, sweepOwners } from "../../src/services/merchants/merchant-users.ts";
import { beginSweep } from "../../src/services/operations/resume-sweep.ts";
import { LIMITS } from "../../src/services/operations/sweep-limits.ts";
import { MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { uniqueEmail } from "../support/identity-provider-users.ts";
import { pull, reinstate, suspend } from "../support/levers.ts";
import { makeMerchantWithoutRoles } from "../support/merchant-users.ts";
import { renewMerchant } from "../support/parties.ts";
import { useNoJitter, useQueues } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";
import { CAUSE, deps, seedMerchant } from "../support/seeds.ts";
import { advanceClock, makeMerchantWithInbox, seedPaid, setFaults } from "../support/stage.ts";

useMutedLog();

const sweep = (from = deps) => sweepOwners(beginSweep(from));

async function isComplete(merchantId: string): Promise<boolean> {
  return (await findMerchant(deps.db, merchantId))?.ownersCompleteAt !== null;
}

/** As an operator does at the provider. */
async function makeAccount(merchantId: string): Promise<string> {
  const email = uniqueEmail();
  const user = { email, attributes: { merchant_id: merchantId }, roles: ["merchant"] };
  await deps.identityProvider.createUser(user, async () => "keep");
  return email;
}

async function rolesOf(merchantId: string): Promise<Record<string, MerchantUser["role"]>> {
  const users = await listMerchantUsers(deps, merchantId);
  return Object.fromEntries(users.map(({ email, role }) => [email, role]));
}

describe("the sweep of owners", () => {
  it("stores those who are enabled, and from then on nobody else is an owner", async () => {
    const { id, email: first } = await makeMerchantWithoutRoles();
    const [second, disabled, staff] = [await makeAccount(id), await makeAccount(id), uniqueEmail()];
    await inviteUser(deps, CAUSE, id, { email: staff, role: "staff" });
    await pull(id, "disable-user", { email: disabled, reason: "lost" });
    expect(await rolesOf(id)).toMatchObject({ [second]: "owner", [disabled]: "owner" });
    await sweep();
    const later = await makeAccount(id);
    expect(await rolesOf(id)).toEqual({
      [first]: "owner",
      [second]: "owner",
      [disabled]: "staff",
      [staff]: "staff",
      [later]: "staff",
    });
  });

  it("waits while the merchant is suspended, because its users may be disabled at the provider", async () => {
    const merchant = await makeMerchantWithoutRoles();
    await suspend(merchant);
    await sweep();
    expect(await isComplete(merchant.id)).toBe(false);
    await reinstate(merchant);
    await sweep();
    expect(await isComplete(merchant.id)).toBe(true);
  });

  it("is not held up by a merchant whose users cannot be read, and comes back to it", async () => {
    const [broken, ...others] = await Promise.all(
      Array.from({ length: LIMITS.merchantsLackingOwners + 1 }, () =>
        seedMerchant({ ownersCompleteAt: null }),
      ),
    ).then((merchants) => merchants.map(({ id }) => id).sort());
    const listUsers: typeof deps.identityProvider.listUsers = async (merchantId) => {
      if (merchantId === broken) throw new DependencyError("identity_provider", "did not respond");
      return await deps.identityProvider.listUsers(merchantId);
    };
    const failing = { ...deps, identityProvider: { ...deps.identityProvider, listUsers } };
    for (let run = 0; run < 2; run++) await sweep(failing);
    const isLacking = async () => Promise.all([broken ?? "", ...others].map(isComplete));
    expect(await isLacking()).toEqual([false, ...others.map(() => true)]);
    await sweep();
    expect(await isLacking()).not.toContain(false);
  });
});

// The sandbox's clock and webhooks that wait for their next attempt.

const queues = useQueues();

useNoJitter();

useStoppedClock();

describe("POST /sandbox/v1/clock", () => {
  it("brings a retry nearer, and queues it for its new time", async () => {
    const merchant = await makeMerchantWithInbox();
    const { attempt, event } = await seedPaid(merchant, queues.webhooks);
    await setFaults(merchant, ["endpoint_down"]);
    for (const delay of [5, 30, 120]) {
      await attempt();
      moveClock(delay * SECOND);
    }
    const renewed = await renewMerchant(merchant);
    await attempt();
    queues.webhooks.splice(0);
    const dueAt = Date.now() + 10 * MINUTE;
    expect(await event()).toMatchObject({ next_attempt_at: dueAt });

    expect((await advanceClock(renewed, 4)).body).toEqual({ success: true, payment_intents: 0, retries: 1 });
    expect(await event()).toMatchObject({ next_attempt_at: dueAt - 4 * MINUTE });
    expect(queues.webhooks).toMatchObject([{ delaySeconds: 6 * 60 }]);
    expect((await advanceClock(renewed, 60)).body.retries).toBe(1);
    expect(await event()).toMatchObject({ next_attempt_at: Date.now() });
    expect(queues.webhooks).toMatchObject([{ delaySeconds: 360 }, { delaySeconds: 0 }]);

    await setFaults(renewed, []);
    await attempt();
    expect(await event()).toMatchObject({ delivery_status: "delivered", attempts: 5 });
  });

  it("leaves an attempt that is being made, and what another merchant waits for", async () => {
    const merchant = await makeMerchantWithInbox();
    const other = await makeMerchantWithInbox();
    const { attempt, event } = await seedPaid(other, queues.webhooks);
    await setFaults(other, ["endpoint_down"]);
    await attempt();
    const before = await event();
    expect((await advanceClock(merchant, 1)).body.retries).toBe(0);
    expect(await event()).toEqual(before);

    const leasedUntil = Date.now() + MINUTE;
    await rowsOf(other.id).run("UPDATE events SET next_attempt_at = ? WHERE id = ?", leasedUntil, before?.id);
    expect((await advanceClock(other, 1)).body.retries).toBe(0);
    expect(await event()).toMatchObject({ next_attempt_at: leasedUntil });
  });

  it("brings the probe of a degraded host nearer", async () => {
    const merchant = await makeMerchantWithInbox();
    const nextProbeAt = Date.now() + 10 * MINUTE;
    await rowsOf(merchant.id).run(
      "INSERT INTO webhook_endpoints VALUES (?1, 'http://payments.test', 20, ?2, ?2, ?3)",
      merchant.id,
      Date.now(),
      nextProbeAt,
    );
    await advanceClock(merchant, 4);
    const read = () =>
      rowsOf(merchant.id).value(
        "SELECT next_probe_at FROM webhook_endpoints WHERE merchant_id = ?",
        merchant.id,
      );
    expect(await read()).toBe(nextProbeAt - 4 * MINUTE);
    await advanceClock(merchant, 100);
    expect(await read()).toBe(Date.now());
  });
});
