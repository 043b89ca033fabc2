// How often a dashboard user's password may be guessed, from one address and from many.

import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../support/clock.ts";
import { startProvider } from "../../support/identity-provider.ts";
import { addUserWithPassword, callRealm, makeLink } from "../../support/identity-provider-users.ts";
import { expectInvalidGrant, PASSWORD, signIn, submitPassword } from "../../support/logins.ts";
import { USERS_PATH } from "../../support/paths.ts";
import { sharedRows } from "../../support/rows.ts";

const OFFICE = "192.0.2.1";
const HOME = "2001:db8:0:1::/64";
const STRANGER = "198.51.100.7";
const NOW = Date.now();

/** The provider as it is so many milliseconds from now, seen from one address. */
function at(address: string, afterMs = 0) {
  const provider = startProvider({ now: () => NOW + afterMs });
  return {
    logIn: (email: string, password = PASSWORD) => signIn(provider, email, password, {}, address),
    guess: async (email: string, times: number) => {
      for (let count = 1; count <= times; count++) {
        await expectInvalidGrant(
          await signIn(provider, email, "wrong password", {}, address),
          `guess ${count}`,
        );
      }
    },
  };
}

const provider = startProvider({ now: () => NOW });
const makeUser = () => addUserWithPassword(provider);

async function storedAddresses(userId: string) {
  const query =
    "SELECT * FROM idp_login_addresses WHERE user_id = ? AND address_key <> 'none' ORDER BY address_key";
  return await sharedRows.all(query, userId);
}

/** What the first attack has left, for the users of later ones: each failure takes long. */
let traces: Record<string, unknown>[] = [];

/** A hundred failures, ten at each of ten addresses. */
async function attack({ id, email }: { id: string; email: string }): Promise<void> {
  if (traces.length > 0) {
    const insert = "INSERT OR REPLACE INTO idp_login_addresses VALUES (?, ?, ?, ?)";
    for (const row of traces)
      await sharedRows.run(insert, id, row.address_key, row.forgiven_at, row.last_login_at);
    return;
  }
  const addresses = Array.from({ length: 10 }, (_, index) => `203.0.113.${index}`);
  await Promise.all(addresses.map((address) => at(address).guess(email, 10)));
  traces = await sharedRows.all("SELECT * FROM idp_login_addresses WHERE user_id = ?", id);
}

describe("failed logins at one address", () => {
  it("lock the user there after the tenth, even for the right password, and one is forgiven every 6 minutes", async () => {
    const { email } = await makeUser();
    await at(OFFICE).guess(email, 10);
    await expectInvalidGrant(await at(OFFICE).logIn(email));
    await expectInvalidGrant(await at(OFFICE, 6 * MINUTE - 1).logIn(email));
    await at(OFFICE, 6 * MINUTE).guess(email, 1);
    await expectInvalidGrant(await at(OFFICE, 6 * MINUTE).logIn(email));
    expect((await at(OFFICE, 12 * MINUTE).logIn(email)).status).toBe(200);
  });

  it("are all forgiven after an hour", async () => {
    const { email } = await makeUser();
    await at(OFFICE).guess(email, 10);
    await at(OFFICE, HOUR).guess(email, 9);
    expect((await at(OFFICE, HOUR).logIn(email)).status).toBe(200);
  });

  it("are reset by a login", async () => {
    const { email } = await makeUser();
    await at(OFFICE).guess(email, 9);
    expect((await at(OFFICE).logIn(email)).status).toBe(200);
    await at(OFFICE).guess(email, 9);
    expect((await at(OFFICE).logIn(email)).status).toBe(200);
  });

  it("are reset by a new password, everywhere", async () => {
    const { id, email } = await makeUser();
    await at(OFFICE).guess(email, 10);
    await at(HOME).guess(email, 10);
    await submitPassword(provider, await makeLink(provider, id), "another password");
    for (const address of [OFFICE, HOME]) {
      expect((await at(address).logIn(email, "another password")).status).toBe(200);
    }
  });

  it("count when they come all at once", async () => {
    const { id, email } = await makeUser();
    await Promise.all(Array.from({ length: 25 }, () => at(OFFICE).logIn(email, "wrong password")));
    expect(await storedAddresses(id)).toEqual([
      { user_id: id, address_key: OFFICE, forgiven_at: NOW + HOUR, last_login_at: null },
    ]);
    await expectInvalidGrant(await at(OFFICE).logIn(email));
  });

  it("do not extend a lock in force", async () => {
    const { id, email } = await makeUser();
    await at(OFFICE).guess(email, 10);
    const locked = await storedAddresses(id);
    await at(OFFICE, MINUTE).guess(email, 3);
    expect(await storedAddresses(id)).toEqual(locked);
  });

  it("lock no other user, and the user nowhere else", async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    await at(STRANGER).guess(user.email, 30);
    expect((await at(STRANGER).logIn(other.email)).status).toBe(200);
    for (const address of [OFFICE, HOME]) expect((await at(address).logIn(user.email)).status).toBe(200);
    await expectInvalidGrant(await at(STRANGER).logIn(user.email));
  });

  it("of an unknown user leave nothing behind", async () => {
    await at(OFFICE).guess("nobody@shop.test", 2);
    expect(await storedAddresses("")).toEqual([]);
  });
});

describe("failed logins at many addresses", () => {
  it("leave three at each further one, and one more every 8 hours", async () => {
    const user = await makeUser();
    const { email } = user;
    await attack(user);
    await at(STRANGER).guess(email, 3);
    await expectInvalidGrant(await at(STRANGER).logIn(email));
    await at(STRANGER, 8 * HOUR).guess(email, 1);
    await expectInvalidGrant(await at(STRANGER, 16 * HOUR - 1).logIn(email));
    expect((await at(STRANGER, 16 * HOUR).logIn(email)).status).toBe(200);
  });

  it("never keep the user out at a new address", async () => {
    const user = await makeUser();
    const { email } = user;
    await attack(user);
    await at(HOME).guess(email, 2);
    expect((await at(HOME).logIn(email)).status).toBe(200);
  });

  it("change nothing at an address where the user has logged in within 90 days", async () => {
    const user = await makeUser();
    const { email } = user;
    await at(OFFICE).logIn(email);
    await attack(user);
    await at(OFFICE, 89 * DAY).guess(email, 9);
    expect((await at(OFFICE, 89 * DAY).logIn(email)).status).toBe(200);
  });

  it("count again as usual once the user has logged in", async () => {
    const user = await makeUser();
    const { email } = user;
    await attack(user);
    expect((await at(OFFICE).logIn(email)).status).toBe(200);
    await at(STRANGER).guess(email, 9);
    expect((await at(STRANGER).logIn(email)).status).toBe(200);
  });
});

describe("what is stored of addresses", () => {
  it("goes at the next login once it says nothing any more", async () => {
    const { id, email } = await makeUser();
    await at(OFFICE).logIn(email);
    await at(STRANGER).guess(email, 1);
    await at(HOME, 5 * MINUTE).logIn(email);
    expect((await storedAddresses(id)).map(({ address_key: key }) => key)).toEqual([OFFICE, STRANGER, HOME]);
    await at(HOME, 91 * DAY).logIn(email);
    expect(await storedAddresses(id)).toEqual([
      { user_id: id, address_key: HOME, forgiven_at: NOW + 91 * DAY, last_login_at: NOW + 91 * DAY },
    ]);
  });

  it("goes with the user", async () => {
    const { id, email } = await makeUser();
    await at(OFFICE).logIn(email);
    await callRealm(provider, "DELETE", `${USERS_PATH}/${id}`);
    expect(await storedAddresses(id)).toEqual([]);
  });
});
