// An owner who invites strangers sends few mails, learns nothing about them, and keeps nobody from being registered.
import { beforeAll, describe, expect, it } from "vitest";
import { adminToken, call } from "../support/api.ts";
import { atService } from "../support/identity-provider.ts";
import { uniqueEmail } from "../support/identity-provider-users.ts";
import { makeMerchantWithUser, PASSWORD, submitPassword, takeUserToken } from "../support/logins.ts";
import { MERCHANT_API } from "../support/paths.ts";

const USERS = `${MERCHANT_API}/users`;

/** One token lasts for a whole attack. */
async function takeOwnerToken(): Promise<string> {
  return await takeUserToken((await makeMerchantWithUser()).email);
}

const invite = (token: string, email = uniqueEmail()) =>
  call("POST", USERS, { token, json: { email, role: "staff" } });

let token: string;
beforeAll(async () => {
  token = await takeOwnerToken();
});

describe("invitations of strangers", () => {
  it("40 in a row: at most 20 get through", async () => {
    const flooding = await takeOwnerToken();
    const statuses: number[] = [];
    for (let count = 0; count < 40; count++) statuses.push((await invite(flooding)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  it("a fourth to one address in a day is refused, also by another merchant", async () => {
    const email = uniqueEmail();
    for (let count = 0; count < 3; count++) {
      const { user } = (await invite(token, email)).body;
      expect((await call("DELETE", `${USERS}/${user.id}`, { token })).status).toBe(200);
    }
    for (const inviting of [token, await takeOwnerToken()]) {
      const refused = await invite(inviting, email.toUpperCase());
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(23 * 3_600);
    }
  });

  it("are refused in the same words for a user of another merchant and for one's own", async () => {
    const theirs = (await makeMerchantWithUser()).email;
    const [{ email: own }] = (await call("GET", USERS, { token })).body.users;
    const refusals = [await invite(token, theirs), await invite(token, own)];
    for (const { status, body } of refusals) expect([status, body.code]).toEqual([409, "cannot_be_invited"]);
    expect(refusals[0]?.body.message).toBe(refusals[1]?.body.message);
  });

  it("keep nobody from being registered, and the old setup link is dead", async () => {
    const email = uniqueEmail();
    const { user, setup_url } = (await invite(token, email)).body;
    const json = { email, business_name: "Own Shop" };
    const registered = await call("POST", `${MERCHANT_API}/register`, { token: await adminToken(), json });
    expect(registered.status).toBe(201);
    expect((await submitPassword(atService, setup_url, PASSWORD)).status).toBe(410);
    expect((await submitPassword(atService, registered.body.setup_url, PASSWORD)).status).toBe(200);
    const { users } = (await call("GET", USERS, { token: await takeUserToken(email) })).body;
    expect(users).toMatchObject([{ email, role: "owner" }]);
    const listed = (await call("GET", USERS, { token })).body.users;
    expect(listed).toContainEqual(
      expect.objectContaining({ id: user.id, is_enabled: false, invitation_ended_at: expect.any(String) }),
    );
  });
});
