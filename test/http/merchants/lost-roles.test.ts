// A restore of the database can lose the roles of dashboard users, but not their accounts at an external identity provider.
import { describe, expect } from "vitest";
import { adminToken, call } from "../../support/api.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { makePaidIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { loseRoles, ownerOf, staffToken } from "../../support/merchant-users.ts";
import { INTENTS, MERCHANT_API, UNKNOWN_ID } from "../../support/paths.ts";
import { rowsOf } from "../../support/rows.ts";
import { pull } from "../../support/stops.ts";

const USERS = `${MERCHANT_API}/users`;

/** What only owners may do. */
async function expectNoOwner(token: string, paidId: string): Promise<void> {
  const attempts: [string, string, object?][] = [
    ["POST", `${INTENTS}/${paidId}/refund`],
    ["POST", `${MERCHANT_API}/credentials/rotate`],
    ["POST", USERS, { email: "thief@shop.test", role: "owner" }],
    ["PUT", `${MERCHANT_API}/webhook`, { url: "https://thief.test/hook" }],
  ];
  for (const [method, path, json] of attempts) {
    const response = await call(method, path, { token, ...(json && { json }) });
    expectFailure(response, 403, "owner_required", "Only an owner of the merchant may do this");
  }
}

async function firstUser({ token }: { token: string }) {
  return (await call("GET", USERS, { token })).body.users[0];
}

describe("a dashboard user whose role is lost", () => {
  it("is no owner, and neither is one of a merchant that is lost as well", async ({ merchant, owner }) => {
    const staff = await staffToken(merchant.id);
    const { id } = await makePaidIntent(merchant);
    await loseRoles(merchant.id);
    for (const token of [staff, owner.token]) await expectNoOwner(token, id);
    expect(await firstUser(owner)).toMatchObject({ email: merchant.email, role: "staff" });
    await rowsOf(merchant.id).run("DELETE FROM merchants WHERE id = ?", merchant.id);
    for (const token of [staff, owner.token]) await expectNoOwner(token, id);
  });
});

describe("POST /merchant/api/v1/merchants/{merchantID}/users/{userID}/owner", () => {
  it("gives the merchant an owner again, who names the others", async ({ merchant, owner }) => {
    const second = await call("POST", USERS, {
      ...owner,
      json: { email: `${UNKNOWN_ID}@shop.test`, role: "owner" },
    });
    const { id } = await firstUser(owner);
    await loseRoles(merchant.id);
    for (let attempt = 0; attempt < 2; attempt++) {
      const { status, body } = await pull(merchant.id, `users/${id}/owner`);
      expect([status, body.user]).toEqual([200, expect.objectContaining({ id, role: "owner" })]);
    }
    const named = await call("PATCH", `${USERS}/${second.body.user.id}`, {
      ...owner,
      json: { role: "owner" },
    });
    expect(named.body.user).toMatchObject({ role: "owner" });
    const trail = `${MERCHANT_API}/admin/audit-trail?merchant_id=${merchant.id}&action=user.role_changed`;
    const { entries } = (await call("GET", trail, { token: await adminToken() })).body;
    expect(entries.map(({ target_id }: { target_id: string }) => target_id)).toEqual([
      second.body.user.id,
      id,
    ]);
    expect(entries[1]).toMatchObject({ actor: { kind: "administrator" }, details: "owner" });
  });

  it("knows no user of another merchant", async ({ merchant, other }) => {
    const { id } = await firstUser(await ownerOf(other));
    for (const userId of [id, UNKNOWN_ID, "abc"]) {
      const response = await pull(merchant.id, `users/${userId}/owner`);
      expectFailure(response, 404, "user_not_found", "User not found");
    }
  });
});
