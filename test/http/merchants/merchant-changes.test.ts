// What an administrator corrects about a merchant, at the embedded identity provider.

import { describe, expect } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { changeMerchant } from "#core/services/merchants/merchant-changes.ts";
import { type ApiResponse, adminToken, call } from "../../support/api.ts";
import { storedEntries } from "../../support/audit-trail.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { failDatabase, muteLog, repair } from "../../support/faults.ts";
import { atService } from "../../support/identity-provider.ts";
import { readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { readPublicIntent } from "../../support/intent-reads.ts";
import { makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchantWithUser, signIn } from "../../support/logins.ts";
import { ownerOf } from "../../support/merchant-users.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { sharedRows } from "../../support/rows.ts";
import { ACTOR, deps, seedMerchant } from "../../support/seeds.ts";
import { callAs, openUser, storedSession } from "../../support/sessions.ts";
import { pull } from "../../support/stops.ts";

const MERCHANTS = `${MERCHANT_API}/merchants`;
const TAKEN = [409, "email_taken", "a merchant with this email is already registered"] as const;
const USER_EXISTS = [409, "user_exists", "there is a user with this email already"] as const;

async function read(id: string): Promise<ApiResponse> {
  return await call("GET", `${MERCHANTS}/${id}`, { token: await adminToken() });
}

async function change(id: string, json: object): Promise<ApiResponse> {
  return await call("PATCH", `${MERCHANTS}/${id}`, { token: await adminToken(), json });
}

async function emailOf({ id }: { id: string }): Promise<string> {
  return (await read(id)).body.merchant.email;
}

async function logIn(email: string): Promise<number> {
  return (await signIn(atService, email)).status;
}

describe("PATCH /merchant/api/v1/merchants/{merchantID}", () => {
  it("renames the merchant for new intents; earlier ones keep the name they were shown with", async () => {
    const merchant = await makeMerchant({ business_name: "Old" });
    const before = await makeIntent(merchant);
    const { status, body } = await change(merchant.id, { business_name: " New " });
    expect(status).toBe(200);
    expect(body.merchant).toEqual({
      ...(await read(merchant.id)).body.merchant,
      business_name: "New",
    });
    expect((await makeIntent(merchant)).merchant_name).toBe("New");
    expect((await readPublicIntent(before.id)).body.payment_intent.merchant_name).toBe("Old");
    const [entry, ...others] = await storedEntries(merchant.id, "merchant.renamed");
    expect(entry).toMatchObject({
      actor: "platform-admin",
      actorKind: "administrator",
      erasable: { details: { value: "New" } },
    });
    expect(others).toEqual([]);
  });

  it("changes nothing, and leaves no entry, when everything stays as it is", async () => {
    const merchant = await makeMerchant({ business_name: "Same" });
    const { merchant: before } = (await read(merchant.id)).body;
    for (const json of [{}, { business_name: "Same", email: before.email.toUpperCase() }]) {
      const { status, body } = await change(merchant.id, json);
      expect({ status, merchant: body.merchant }).toEqual({ status: 200, merchant: before });
    }
    const actions = (await storedEntries(merchant.id)).map(({ action }) => action);
    expect(actions).toEqual(["merchant.registered"]);
  });

  it("lets the first user sign in by the new address, with the same account and password", async () => {
    const shop = await makeMerchantWithUser();
    const user = await readStoredUser(shop.email);
    const email = uniqueEmail();
    const { status, body } = await change(shop.id, { email: email.toUpperCase() });
    expect(status).toBe(200);
    expect(body.merchant.email).toBe(email);
    expect(await readStoredUser(email)).toEqual({ ...user, email });
    expect([await logIn(email), await logIn(shop.email)]).toEqual([200, 400]);
    const [entry] = await storedEntries(shop.id, "merchant.email_changed");
    expect(entry).toMatchObject({ actorKind: "administrator", erasable: { details: { value: email } } });
    const link = await pull(shop.id, "setup-link");
    expect(link.status).toBe(200);
    expect(await readStoredUser(email)).toMatchObject({ id: user?.id });
    const json = { email: shop.email, business_name: "Next" };
    const next = await call("POST", `${MERCHANT_API}/register`, { token: await adminToken(), json });
    expect(next.status).toBe(201);
  });

  it("keeps the role of the user, and other users as they are", async ({ merchant, owner: { token } }) => {
    const users = `${MERCHANT_API}/users`;
    const invited = uniqueEmail();
    const json = { email: invited, role: "owner" };
    expect((await call("POST", users, { token, json })).status).toBe(201);
    const list = async () => (await call("GET", users, { token })).body.users;
    const before: { id: string; email: string }[] = await list();
    const first = before.find(({ email }) => email !== invited);
    const staff = { token, json: { role: "staff" } };
    expect((await call("PATCH", `${users}/${first?.id}`, staff)).status).toBe(200);
    const email = uniqueEmail();
    expect((await change(merchant.id, { email })).status).toBe(200);
    expect(await list()).toEqual(
      before.map((user) => (user.id === first?.id ? { ...user, email, role: "staff" } : user)),
    );
  });

  it("shows the new address in the user's sessions, which go on", async ({ merchant }) => {
    const from = await emailOf(merchant);
    const { secret, session } = await openUser(merchant.id);
    await sharedRows.run("UPDATE sessions SET label = ? WHERE id = ?", from, session.id);
    const email = uniqueEmail();
    expect((await change(merchant.id, { email })).status).toBe(200);
    expect(await storedSession(session.id)).toMatchObject({ label: email });
    expect((await callAs(secret, "GET", INTENTS)).status).toBe(200);
  });

  it("refuses the address of another merchant, and of any user, and then changes nothing", async ({
    merchant,
    other,
  }) => {
    const staff = uniqueEmail();
    const json = { email: staff, role: "staff" };
    const { token } = await ownerOf(other);
    expect((await call("POST", `${MERCHANT_API}/users`, { token, json })).status).toBe(201);
    const before = (await read(merchant.id)).body;
    const rename = { business_name: "Renamed" };
    expectFailure(await change(merchant.id, { ...rename, email: await emailOf(other) }), ...TAKEN);
    expectFailure(await change(merchant.id, { ...rename, email: staff }), ...USER_EXISTS);
    expect((await read(merchant.id)).body).toEqual(before);
    const { email } = before.merchant;
    expect(await readStoredUser(email)).toMatchObject({ email });
  });

  it.each([
    ["email", "owner"],
    ["email", null],
    ["business_name", ""],
    ["business_name", "two\nlines"],
    ["business_name", "x".repeat(201)],
  ])("refuses %s %j with 400", async (field, value) => {
    const merchant = await makeMerchant();
    expectInvalid(await change(merchant.id, { [field]: value }), field);
  });
});

describe("a change of email that fails midway", () => {
  it("is finished by repeating the request", async () => {
    muteLog();
    const shop = await makeMerchantWithUser();
    const email = uniqueEmail();
    failDatabase(/update "merchants"/);
    expect((await change(shop.id, { email })).status).toBe(500);
    repair();
    expect(await emailOf(shop)).toBe(shop.email);
    expect((await change(shop.id, { email })).body.merchant.email).toBe(email);
    expect(await logIn(email)).toBe(200);
  });

  it("changes nothing while the provider does not respond", async () => {
    const shop = await makeMerchantWithUser();
    const changeUserEmail = () => Promise.reject(new DependencyError("identity_provider", "did not respond"));
    const failing = { ...deps, identityProvider: { ...deps.identityProvider, changeUserEmail } };
    const changing = changeMerchant(failing, ACTOR, shop.id, {
      email: uniqueEmail(),
      businessName: "Renamed",
    });
    await expect(changing).rejects.toThrow(DependencyError);
    expect((await read(shop.id)).body.merchant).toMatchObject({
      email: shop.email,
      business_name: "Bean & Leaf",
    });
  });

  it("gives the user the old address back when another merchant takes the new one meanwhile", async () => {
    const shop = await makeMerchantWithUser();
    const email = uniqueEmail();
    const { identityProvider } = deps;
    const racing = {
      ...identityProvider,
      changeUserEmail: async (...change: Parameters<typeof identityProvider.changeUserEmail>) => {
        const changed = await identityProvider.changeUserEmail(...change);
        if (change[2] === email) await seedMerchant({ email });
        return changed;
      },
    };
    const change = { email, businessName: undefined };
    const refused = await changeMerchant({ ...deps, identityProvider: racing }, ACTOR, shop.id, change);
    expect(refused).toEqual({ ok: false, error: "email_taken" });
    expect(await logIn(shop.email)).toBe(200);
  });
});
