// What needs several calls to the identity provider, with a fault or a kill at any of them, takes effect whole or not at all.
import { describe, expect, it } from "vitest";
import { listCounters } from "#core/db/counters/counters.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { createCounter, deactivateCounter, revokeMerchantCounter } from "#core/services/counters/counters.ts";
import { closeMerchant } from "#core/services/merchants/merchant-stops.ts";
import { setUserAccess } from "#core/services/merchants/user-access.ts";
import { useMutedLog } from "../../support/faults.ts";
import {
  expectNothingLeftOver,
  isClientEnabled,
  isSuspended,
  makeSignedInMerchant,
} from "../../support/half-made.ts";
import {
  beginInvitation,
  beginStop,
  CALLS_OF_STOPS,
  disable,
  expectAllEnabled,
  expectDisabled,
  expectInvited,
  expectNotInvited,
  expectRegistered,
  invite,
  makeMerchantWithCounters,
  merchantOf,
  register,
  STOPS,
  statusOfRead,
} from "../../support/half-made-operations.ts";
import { finished, sweepAround, undone } from "../../support/half-made-stories.ts";
import { readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { external, failingAt, healthy, numbered } from "../../support/provider-faults.ts";
import { okValue } from "../../support/result.ts";
import { rowsOf } from "../../support/rows.ts";
import { ACTOR, seedMerchant } from "../../support/seeds.ts";
import { storedSession } from "../../support/sessions.ts";
import { requestToken } from "../../support/tokens.ts";

useMutedLog();

const titlesOf = (
  operation: string,
  end: "finished by the sweep, once it is stored" | "undone by the sweep",
) => ({
  count: `${operation} makes as many calls as are named here`,
  fault: `${operation} with a fault: %s`,
  kill: `${operation} that is killed before any of its calls is ${end}`,
});
const FINISHED = "finished by the sweep, once it is stored";

const TILL = { name: "Till 1", location: "", webhookUrl: null, webhookEvents: null };
const listOf = ({ merchantId }: { merchantId: string }) => listCounters(healthy.db, merchantId);

/** From here on, only the link of a registration can be missing. */
const LINK_CALL = 7;
const REGISTRATION_CALLS = [
  "POST /realms/payment-platform/protocol/openid-connect/token",
  "POST /admin/realms/payment-platform/clients",
  "POST /admin/realms/payment-platform/users",
  "GET /admin/realms/payment-platform/users/{id}",
  "GET /admin/realms/payment-platform/roles/merchant",
  "POST /admin/realms/payment-platform/users/{id}/role-mappings/realm",
  "POST /admin/realms/payment-platform/users/{id}/setup-link",
  "PUT /admin/realms/payment-platform/users/{id}/execute-actions-email",
];

const DISABLING_CALLS = ["the token", "the look-up", "the user", "the disabling", "the logout"];

const STORIES = [
  undone({
    titles: { fault: "a registration with a fault: %s" },
    calls: REGISTRATION_CALLS,
    finalCall: LINK_CALL,
    begin: async () => uniqueEmail(),
    act: register,
    expectDone: async (email, response) => {
      if (response !== undefined) await expectRegistered(response, email);
    },
    async expectUndone(email) {
      expect(await merchantOf(email)).toBeNull();
      expect(await readStoredUser(email)).toEqual({});
    },
    more(fault) {
      it("that is not repeated leaves nothing", async () => {
        for (let number = 1; number < LINK_CALL; number++) {
          const email = uniqueEmail();
          const { deps, arrive } = failingAt(number, fault);
          await expect(register(deps, email)).rejects.toThrow(DependencyError);
          await sweepAround(arrive, {});
          expect(await readStoredUser(email)).toEqual({});
          await expectNothingLeftOver();
        }
      });
    },
  }),
  undone({
    titles: titlesOf("an invitation", "undone by the sweep"),
    calls: [
      "the token",
      "the list of users",
      "the new user",
      "the read-back",
      "the role",
      "the role mapping",
      "the user to enable",
      "the enabling",
      "the setup link",
      "the mail",
    ],
    isLateAtOnce: true,
    begin: beginInvitation,
    act: invite,
    expectDone: expectInvited,
    expectUndone: expectNotInvited,
  }),
  undone({
    titles: {
      fault: "a fault: %s",
      at: "creating a counter, at %s",
      kill: "a creation that is killed before any of its calls is undone by the sweep",
    },
    calls: ["the token", "the new client"],
    begin: async () => ({ merchantId: (await seedMerchant()).id }),
    act: (deps, { merchantId }) => createCounter(deps, ACTOR, merchantId, TILL),
    expectDone: async (scene) => expect(await listOf(scene)).toHaveLength(1),
    expectUndone: async (scene) => expect(await listOf(scene)).toEqual([]),
  }),
  finished({
    titles: {
      fault: "a fault: %s",
      at: "deactivating a counter, at %s",
      kill: `a deactivation that is killed before any of its calls is ${FINISHED}`,
    },
    calls: ["the token", "the look-up", "the deletion"],
    isLateAtOnce: true,
    plays: 2,
    async begin(play) {
      const { id: merchantId } = await seedMerchant();
      const { counter, clientSecret } = okValue(await createCounter(healthy, ACTOR, merchantId, TILL));
      const end = play === 0 ? deactivateCounter : revokeMerchantCounter;
      return { merchantId, counter, clientSecret, end };
    },
    act: (deps, { merchantId, counter, end }) => end(deps, ACTOR, merchantId, counter.id, "Stolen"),
    isDone: async (scene) => (await listOf(scene))[0]?.status === "inactive",
    async expectDone({ counter, clientSecret }, isDone) {
      expect((await requestToken(counter.idpClientId, clientSecret)).status).toBe(isDone ? 401 : 200);
    },
  }),
  finished({
    titles: titlesOf("a disabling", FINISHED),
    calls: DISABLING_CALLS,
    begin: makeSignedInMerchant,
    act: disable,
    isDone: async (merchant) => (await statusOfRead(merchant)) === 401,
    expectDone: expectDisabled,
    more(fault) {
      it.each(numbered(DISABLING_CALLS, fault))(
        "at %s, before the user is enabled again",
        async (_, number) => {
          const merchant = await makeSignedInMerchant();
          const { id: merchantId, email } = merchant;
          const { deps, arrive } = failingAt(number, fault);
          await disable(deps, merchant);
          await setUserAccess(healthy, ACTOR, { merchantId, email, reason: null });
          await sweepAround(arrive, {});
          expect(await readStoredUser(email)).toMatchObject({ enabled: 1 });
          await expectNothingLeftOver();
        },
      );
    },
  }),
  finished({
    titles: titlesOf("closing", FINISHED),
    calls: [
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
    ],
    sweeper: external(healthy),
    begin: makeMerchantWithCounters,
    act: (deps, { id }) => closeMerchant(external(deps), ACTOR, id, "The contract has ended"),
    isDone: (merchant) => isSuspended(merchant),
    async expectDone({ id, clientId, email, counters, sessionId }, isClosed) {
      expect(await isClientEnabled(clientId)).toBe(!isClosed);
      expect(await readStoredUser(email)).toMatchObject({ enabled: isClosed ? 0 : 1 });
      for (const counter of counters) {
        const { status } = await requestToken(counter.clientId, counter.clientSecret);
        expect(status).toBe(isClosed ? 401 : 200);
      }
      expect((await storedSession(sessionId)) === null).toBe(isClosed);
      const active = "SELECT count(*) FROM counters WHERE merchant_id = ? AND status = 'active'";
      expect(await rowsOf(id).value(active, id)).toBe(isClosed ? 0 : counters.length);
    },
  }),
];

for (const tellStory of STORIES) tellStory();

it("a registration makes no other calls than these", async () => {
  const { deps, calls } = failingAt(0, "refused connection");
  await register(deps, uniqueEmail());
  expect(calls).toEqual(REGISTRATION_CALLS);
});

describe.each(["suspending", "reinstating"] as const)("%s", (stop) => {
  const isSuspending = stop === "suspending";
  finished({
    titles: {
      count: "makes as many calls as are named here",
      fault: "with a fault: %s",
      kill: `that is killed before any of its calls is ${FINISHED}`,
    },
    calls: CALLS_OF_STOPS[stop],
    sweeper: external(healthy),
    begin: () => beginStop(stop),
    act: STOPS[stop],
    isDone: async (merchant) => (await isSuspended(merchant)) === isSuspending,
    expectDone: (merchant, isDone) => expectAllEnabled(merchant, isDone !== isSuspending),
  })();
});
