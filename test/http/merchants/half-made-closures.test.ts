// Closing a merchant, with a fault or a kill at any of its calls, takes effect whole or not at all.

import { describe, expect, it } from "vitest";
import type { Dependencies } from "../../../src/services/dependencies.ts";
import { closeMerchant } from "../../../src/services/merchants/merchant-stops.ts";
import { makeCounter } from "../../support/counters.ts";
import { useMutedLog } from "../../support/faults.ts";
import {
  expectNothingLeftOver,
  isClientEnabled,
  isSuspended,
  makeSignedInMerchant,
  sweepAroundLateCall,
} from "../../support/half-made.ts";
import { readStoredUser } from "../../support/identity-provider-users.ts";
import { external, FAULT_NAMES, failingAt, killAtEachCall, numbered } from "../../support/provider-faults.ts";
import { rowsOf } from "../../support/rows.ts";
import { CAUSE } from "../../support/seeds.ts";
import { storedSession } from "../../support/sessions.ts";
import { requestToken } from "../../support/tokens.ts";

useMutedLog();

async function makeMerchant() {
  const merchant = await makeSignedInMerchant();
  return { ...merchant, counters: [await makeCounter(merchant), await makeCounter(merchant)] };
}

type TestMerchant = Awaited<ReturnType<typeof makeMerchant>>;

function close(deps: Dependencies, { id }: TestMerchant) {
  return closeMerchant(external(deps), CAUSE, id, "The contract has ended");
}

async function expectClosed(merchant: TestMerchant, isClosed = true): Promise<void> {
  const { id, clientId, email, counters, sessionId } = merchant;
  expect(await isClientEnabled(clientId)).toBe(!isClosed);
  expect(await readStoredUser(email)).toMatchObject({ enabled: isClosed ? 0 : 1 });
  for (const counter of counters) {
    expect((await requestToken(counter.clientId, counter.clientSecret)).status).toBe(isClosed ? 401 : 200);
  }
  expect((await storedSession(sessionId)) === null).toBe(isClosed);
  const active = "SELECT count(*) FROM counters WHERE merchant_id = ? AND status = 'active'";
  expect(await rowsOf(id).value(active, id)).toBe(isClosed ? 0 : counters.length);
  await expectNothingLeftOver();
}

const CALLS = [
  "the token",
  "the look-up of the client",
  "the client",
  "the list of users",
  "the user",
  "the disabling of the user",
  "the logout",
  "the look-up of a counter's client",
  "the look-up of another",
  "the deletion of a client",
  "the deletion of another",
];

it("closing makes as many calls as are named here", async () => {
  const { deps, calls } = failingAt(0, "refused connection");
  await close(deps, await makeMerchant());
  expect(calls).toHaveLength(CALLS.length);
});

describe.each(FAULT_NAMES)("closing with a fault: %s", (fault) => {
  it.each(numbered(CALLS, fault))("at %s", async (_, number) => {
    const merchant = await makeMerchant();
    const { deps, calls, arrive } = failingAt(number, fault);
    expect(await close(deps, merchant)).toEqual({ ok: true, value: null });
    expect(calls.length).toBeGreaterThanOrEqual(number);
    expect(await isSuspended(merchant)).toBe(true);
    await sweepAroundLateCall(arrive);
    await expectClosed(merchant);
  });
});

it("closing that is killed before any of its calls is finished by the sweep, once it is stored", async () => {
  const calls = await killAtEachCall(async (kill) => {
    const merchant = await makeMerchant();
    const isKilled = await kill((deps) => close(deps, merchant));
    const isClosed = await isSuspended(merchant);
    await sweepAroundLateCall();
    await expectClosed(merchant, isClosed);
    if (!isKilled) expect(isClosed).toBe(true);
  });
  expect(calls).toBeGreaterThan(CALLS.length);
});
