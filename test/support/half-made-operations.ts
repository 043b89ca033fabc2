// The operations that need several calls to the identity provider, and what shows whether they took effect.
import { expect } from "vitest";
import type { Dependencies } from "#core/services/dependencies.ts";
import { inviteUser } from "#core/services/merchants/merchant-users.ts";
import { registerMerchant } from "#core/services/merchants/merchants.ts";
import { setUserAccess } from "#core/services/merchants/user-access.ts";
import { call } from "./api.ts";
import { makeCounter } from "./counters.ts";
import { expectNothingLeftOver, isClientEnabled, makeSignedInMerchant } from "./half-made.ts";
import { readStoredUser, uniqueEmail } from "./identity-provider-users.ts";
import { reinstateMerchant, suspendMerchant } from "./merchant-stops.ts";
import { INTENTS } from "./paths.ts";
import { external, healthy } from "./provider-faults.ts";
import { okValue } from "./result.ts";
import { rowsOf, sharedRows } from "./rows.ts";
import { ACTOR } from "./seeds.ts";
import { storedSession } from "./sessions.ts";
import { merchantToken, requestToken, withRoles } from "./tokens.ts";

export function register(deps: Dependencies, email: string) {
  return registerMerchant(deps, ACTOR, { email, businessName: "Bean & Leaf" });
}

export function merchantOf(
  email: string,
): Promise<{ id: string; status: string; idp_client_id: string } | null> {
  return sharedRows.first("SELECT * FROM merchants WHERE email = ?", email);
}

/** Active, with its user, who has the role, and a client that gets tokens. */
export async function expectRegistered(
  registered: Awaited<ReturnType<typeof register>>,
  email: string,
): Promise<void> {
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

export interface Invitation {
  merchantId: string;
  owner: string;
  email: string;
}

export async function beginInvitation(): Promise<Invitation> {
  const [owner, email] = [uniqueEmail(), uniqueEmail()];
  const { merchantId } = okValue(await register(healthy, owner));
  return { merchantId, owner, email };
}

export function invite(deps: Dependencies, { merchantId, email }: Omit<Invitation, "owner">) {
  return inviteUser(deps, ACTOR, merchantId, { email, role: "staff" });
}

/** Enabled, and of the staff. */
export async function expectInvited({ merchantId, owner, email }: Invitation): Promise<void> {
  expect(await readStoredUser(email)).toMatchObject({ enabled: 1, roles: '["merchant"]' });
  expect(await rolesOf(merchantId)).toEqual([
    { email: owner, role: "owner" },
    { email, role: "staff" },
  ]);
}

export async function expectNotInvited({ merchantId, owner, email }: Invitation): Promise<void> {
  expect(await readStoredUser(email)).toEqual({});
  expect(await rolesOf(merchantId)).toEqual([{ email: owner, role: "owner" }]);
  expect(await readStoredUser(owner)).toMatchObject({ enabled: 1 });
}

async function rolesOf(merchantId: string): Promise<unknown[]> {
  const select = "SELECT email, role FROM merchant_users WHERE merchant_id = ? ORDER BY role";
  return await rowsOf(merchantId).all(select, merchantId);
}

type SignedInMerchant = Awaited<ReturnType<typeof makeSignedInMerchant>>;

export function disable(deps: Dependencies, { id: merchantId, email }: SignedInMerchant) {
  return setUserAccess(deps, ACTOR, { merchantId, email, reason: "Stolen laptop" });
}

export async function statusOfRead({ id, userId: sub }: SignedInMerchant): Promise<number> {
  const claims = { sub, azp: "merchant-dashboard", ...withRoles("merchant") };
  return (await call("GET", INTENTS, { token: await merchantToken(id, claims) })).status;
}

export async function expectDisabled(merchant: SignedInMerchant, isDisabled = true): Promise<void> {
  expect(await readStoredUser(merchant.email)).toMatchObject({ enabled: isDisabled ? 0 : 1 });
  expect((await storedSession(merchant.sessionId)) === null).toBe(isDisabled);
  await expectNothingLeftOver();
}

export async function makeMerchantWithCounters() {
  const merchant = await makeSignedInMerchant();
  const counters = [await makeCounter(merchant), await makeCounter(merchant)];
  return { ...merchant, counters, clients: [merchant, ...counters].map(({ clientId }) => clientId) };
}

export type MerchantWithCounters = Awaited<ReturnType<typeof makeMerchantWithCounters>>;

export const STOPS = {
  suspending: (deps: Dependencies, { id }: MerchantWithCounters) =>
    suspendMerchant(external(deps), id, "Fraud"),
  reinstating: (deps: Dependencies, { id }: MerchantWithCounters) => reinstateMerchant(external(deps), id),
};

export async function beginStop(stop: keyof typeof STOPS): Promise<MerchantWithCounters> {
  const merchant = await makeMerchantWithCounters();
  if (stop === "reinstating") await STOPS.suspending(healthy, merchant);
  return merchant;
}

/** Asks the provider about the merchant, its user and its counters. */
export async function expectAllEnabled(
  { email, clients }: MerchantWithCounters,
  areEnabled: boolean,
): Promise<void> {
  expect(await readStoredUser(email)).toMatchObject({ enabled: areEnabled ? 1 : 0 });
  expect(await Promise.all(clients.map(isClientEnabled))).toEqual(clients.map(() => areEnabled));
  await expectNothingLeftOver();
}

const STOP_CALLS = [
  "the token",
  "the look-up of the client",
  "the client",
  "the list of users",
  "the user",
  "the change of the user",
  "the look-up of a counter's client",
  "the look-up of another",
  "a counter's client",
  "another",
];
/** Disabling a user also ends the user's sessions. */
export const CALLS_OF_STOPS = {
  suspending: STOP_CALLS.toSpliced(6, 0, "the logout"),
  reinstating: STOP_CALLS,
};
