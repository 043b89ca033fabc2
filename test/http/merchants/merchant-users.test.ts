// A merchant's dashboard users, from the invitation to the removal, at the embedded identity provider.

import { describe, expect } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { changeUserRole, removeUser } from "#core/services/merchants/merchant-users.ts";
import { type ApiResponse, call } from "../../support/api.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { muteLog } from "../../support/faults.ts";
import { atService } from "../../support/identity-provider.ts";
import { uniqueEmail } from "../../support/identity-provider-users.ts";
import { makePaidIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { PASSWORD, signIn, submitPassword, takeUserToken } from "../../support/logins.ts";
import { ownerOf } from "../../support/merchant-users.ts";
import { makeMerchant, type TestMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { rowsOf } from "../../support/rows.ts";
import { ACTOR, deps } from "../../support/seeds.ts";

const USERS = `${MERCHANT_API}/users`;

interface User {
  id: string;
  email: string;
  role: string;
  is_enabled: boolean;
}

function invite({ token }: { token: string }, role = "staff", email = uniqueEmail()): Promise<ApiResponse> {
  return call("POST", USERS, { token, json: { email, role } });
}

async function list({ token }: { token: string }): Promise<User[]> {
  return (await call("GET", USERS, { token })).body.users;
}

/** One who has set a password, with a token. */
async function makeUser(merchant: TestMerchant, role: string): Promise<User & { token: string }> {
  const { body } = await invite(merchant, role);
  expect((await submitPassword(atService, body.setup_url, PASSWORD)).status).toBe(200);
  return { ...body.user, token: await takeUserToken(body.user.email) };
}

const change = (by: { token: string }, id: string, role: string) =>
  call("PATCH", `${USERS}/${id}`, { token: by.token, json: { role } });
const remove = (by: { token: string }, id: string) => call("DELETE", `${USERS}/${id}`, { token: by.token });

function expectLastOwner(response: ApiResponse): void {
  expectFailure(
    response,
    409,
    "last_owner",
    "the merchant's last owner must stay one: name another owner first",
  );
}

async function actionsOf({ token }: TestMerchant): Promise<string[]> {
  const { body } = await call("GET", `${MERCHANT_API}/audit-trail?limit=100`, { token });
  return body.entries.map(({ action }: { action: string }) => action);
}

describe("GET /users", () => {
  it("shows the user from the registration as an owner", async () => {
    const merchant = await ownerOf(await makeMerchant());
    expect(await list(merchant)).toEqual([
      {
        id: expect.any(String),
        email: expect.stringContaining("@shop.test"),
        role: "owner",
        is_enabled: true,
        created_at: expect.any(String),
        invited_until: expect.any(String),
        invitation_ended_at: null,
      },
    ]);
  });
});

describe("POST /users", () => {
  it("makes a user who sets a password and signs in with the role", async ({ owner: merchant }) => {
    const { id, email, token } = await makeUser(merchant, "staff");
    const paid = await makePaidIntent(merchant);
    expect((await call("POST", INTENTS, { token, json: { amount: 1 } })).status).toBe(201);
    const refund = await call("POST", `${INTENTS}/${paid.id}/refund`, { token });
    expectFailure(refund, 403, "owner_required", "Only an owner of the merchant may do this");
    expect((await list(merchant))[1]).toMatchObject({ id, email, role: "staff", is_enabled: true });
    expect(await actionsOf(merchant)).toContain("user.invited");
  });

  it("refuses what is no email, and what is no role", async ({ owner: merchant }) => {
    expectInvalid(await invite(merchant, "staff", "nobody"), "email");
    expectInvalid(await invite(merchant, "admin"), "role");
  });
});

describe("PATCH /users/{userID}", () => {
  it("takes effect with the next request of a token that was issued before", async ({ owner: merchant }) => {
    const user = await makeUser(merchant, "owner");
    expect((await invite(user)).status).toBe(201);
    expect((await change(merchant, user.id, "staff")).body.user).toMatchObject({ role: "staff" });
    expect((await invite(user)).status).toBe(403);
    expect((await change(merchant, user.id, "owner")).status).toBe(200);
    expect((await invite(user)).status).toBe(201);
    expect(await actionsOf(merchant)).toContain("user.role_changed");
  });

  it("does not demote the last owner, also when two are demoted at the same time", async () => {
    const merchant = await ownerOf(await makeMerchant());
    const [first] = await list(merchant);
    const id = first?.id ?? "";
    expectLastOwner(await change(merchant, id, "staff"));
    const second = await makeUser(merchant, "owner");
    const both = [id, second.id].map((userId) =>
      changeUserRole(deps, ACTOR, merchant.id, { userId, role: "staff" }),
    );
    const results = await Promise.all(both);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await list(merchant)).filter(({ role }) => role === "owner")).toHaveLength(1);
  });

  it("does not count an owner whom an administrator has disabled", async () => {
    const merchant = await ownerOf(await makeMerchant());
    const [first] = await list(merchant);
    const second = await makeUser(merchant, "owner");
    await rowsOf(merchant.id).run(
      "INSERT INTO disabled_users VALUES (?, ?, 'lost', 0, NULL)",
      second.id,
      merchant.id,
    );
    expectLastOwner(await change(merchant, first?.id ?? "", "staff"));
  });
});

describe("DELETE /users/{userID}", () => {
  it("ends the user's tokens at once, and the account", async ({ owner: merchant }) => {
    const user = await makeUser(merchant, "staff");
    expect((await call("GET", INTENTS, user)).status).toBe(200);
    expect((await remove(merchant, user.id)).body).toEqual({
      success: true,
      message: "User removed",
      tills: [],
    });
    expect((await call("GET", INTENTS, user)).status).toBe(401);
    expect((await signIn(atService, user.email)).status).toBe(400);
    expect(await list(merchant)).toHaveLength(1);
    expectFailure(await remove(merchant, user.id), 404, "user_not_found", "User not found");
    expect(await actionsOf(merchant)).toContain("user.removed");
  });

  it("does not remove the last owner", async () => {
    const merchant = await ownerOf(await makeMerchant());
    const [first] = await list(merchant);
    expectLastOwner(await remove(merchant, first?.id ?? ""));
    const second = await makeUser(merchant, "owner");
    expect((await remove(merchant, first?.id ?? "")).status).toBe(200);
    expectLastOwner(await remove(second, second.id));
  });

  it("lets the email be invited again before the provider has removed the account", async ({
    owner: merchant,
  }) => {
    const { id, email } = await makeUser(merchant, "owner");
    const removeAccount = () => Promise.reject(new DependencyError("identity_provider", "did not respond"));
    const identityProvider = { ...deps.identityProvider, removeUser: removeAccount };
    muteLog();
    await removeUser({ ...deps, identityProvider }, ACTOR, merchant.id, id);
    const invited = await invite(merchant, "staff", email);
    expect(invited.status).toBe(201);
    expect(invited.body.user.id).not.toBe(id);
    expect(await list(merchant)).toHaveLength(2);
  });
});
