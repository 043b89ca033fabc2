// What an owner or an administrator changes about a dashboard user ends the sessions that the user has open.
import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { uniqueEmail } from "../../support/identity-provider-users.ts";
import { it } from "../../support/it.ts";
import type { TestMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { callAs, openUser, storedSession } from "../../support/sessions.ts";

const USERS = `${MERCHANT_API}/users`;

/** Makes one with two sessions. */
async function makeUser(merchant: TestMerchant, role: string) {
  const { body } = await call("POST", USERS, { token: merchant.token, json: { email: uniqueEmail(), role } });
  const { id, email }: { id: string; email: string } = body.user;
  return { id, email, sessions: [await openUser(merchant.id, id), await openUser(merchant.id, id)] };
}

type User = Awaited<ReturnType<typeof makeUser>>;

const statusesOf = ({ sessions }: User) =>
  Promise.all(sessions.map(async ({ secret }) => (await callAs(secret, "GET", INTENTS)).status));

async function expectEnded(user: User): Promise<void> {
  expect(await statusesOf(user)).toEqual([401, 401]);
  for (const { session } of user.sessions) expect(await storedSession(session.id)).toBeNull();
}

describe("a dashboard user's sessions", () => {
  it("end when the user is removed, and no one else's do", async ({ owner: merchant }) => {
    const [user, colleague] = [await makeUser(merchant, "staff"), await makeUser(merchant, "staff")];
    expect(await statusesOf(user)).toEqual([200, 200]);
    expect((await call("DELETE", `${USERS}/${user.id}`, merchant)).status).toBe(200);
    await expectEnded(user);
    expect(await statusesOf(colleague)).toEqual([200, 200]);
  });

  it("end when the user gets another role, and stay when it is the same", async ({ owner: merchant }) => {
    const user = await makeUser(merchant, "staff");
    const change = (role: string) =>
      call("PATCH", `${USERS}/${user.id}`, { token: merchant.token, json: { role } });
    expect((await change("staff")).status).toBe(200);
    expect(await statusesOf(user)).toEqual([200, 200]);
    expect((await change("owner")).status).toBe(200);
    await expectEnded(user);
  });
});
