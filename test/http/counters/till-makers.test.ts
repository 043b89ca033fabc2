// Whoever is removed or disabled leaves no way back: codes end with the owner who made them, and what stays is listed.

import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { COUNTERS } from "../../support/counters.ts";
import { uniqueEmail } from "../../support/identity-provider-users.ts";
import { it } from "../../support/it.ts";
import { setRole } from "../../support/merchant-users.ts";
import { createPairing, lookUp, makeTill, pair } from "../../support/pairings.ts";
import type { TestMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { rowsOf } from "../../support/rows.ts";
import { callAs } from "../../support/sessions.ts";
import { pull } from "../../support/stops.ts";
import { merchantToken, withRoles } from "../../support/tokens.ts";

const USERS = `${MERCHANT_API}/users`;

/** Another owner, with a token. */
async function addOwner(owner: TestMerchant) {
  const email = uniqueEmail();
  const { body } = await call("POST", USERS, { token: owner.token, json: { email, role: "owner" } });
  const id: string = body.user.id;
  return { id, email, token: await merchantToken(owner.id, { sub: id, ...withRoles("merchant") }) };
}

async function expectRefused(code: string): Promise<void> {
  for (const response of [await lookUp(code), await pair(code)]) {
    expect(response.status).toBe(400);
    expect(response.headers.has("Set-Cookie")).toBe(false);
  }
}

const storedCodes = (merchantId: string) =>
  rowsOf(merchantId).value("SELECT count(*) FROM till_pairings WHERE merchant_id = ?", merchantId);

const ENDINGS = {
  "is removed": (owner: TestMerchant, { id }: { id: string }) =>
    call("DELETE", `${USERS}/${id}`, { token: owner.token }),
  "is disabled by an administrator": (owner: TestMerchant, { email }: { email: string }) =>
    pull(owner.id, "disable-user", { email, reason: "lost" }),
};

describe.each(Object.entries(ENDINGS))("a pairing code whose maker %s", (_, end) => {
  it("is deleted, and the tills that the maker has paired are listed", async ({ owner, counter }) => {
    const user = await addOwner(owner);
    const [kept, { code }] = [
      await createPairing(owner, counter.id),
      await createPairing(owner, counter.id, user.token),
    ];
    const till = await makeTill(owner, counter.id, user.token);
    await makeTill(owner, counter.id);

    const ended = await end(owner, user);

    expect(ended.status).toBe(200);
    expect(ended.body.tills).toEqual([
      expect.objectContaining({ id: till.id, counter_id: counter.id, paired_by: user.id }),
    ]);
    expect(await storedCodes(owner.id)).toBe(1);
    await expectRefused(code);
    expect((await pair(kept.code)).status).toBe(201);
    expect((await callAs(till.secret, "GET", INTENTS)).status).toBe(200);
    const { body } = await call("GET", `${COUNTERS}/${counter.id}/tills`, { token: owner.token });
    const makers = body.tills.map(({ paired_by: who }: { paired_by: string }) => who);
    expect(new Set(makers)).toEqual(new Set([user.id, expect.any(String)]));
  });
});

describe("a pairing code", () => {
  it("stays when its maker cannot be removed, because nobody else is an owner", async ({
    owner,
    counter,
  }) => {
    const { code } = await createPairing(owner, counter.id);
    const [first] = (await call("GET", USERS, { token: owner.token })).body.users;
    expect((await call("DELETE", `${USERS}/${first.id}`, { token: owner.token })).status).toBe(409);
    expect((await pair(code)).status).toBe(201);
  });

  it("is refused while its maker is of the staff", async ({ owner, counter }) => {
    const user = await addOwner(owner);
    const { code } = await createPairing(owner, counter.id, user.token);
    await setRole(owner.id, user.id, "staff");
    expect((await lookUp(code)).status).toBe(400);
    await setRole(owner.id, user.id, "owner");
    expect((await pair(code)).status).toBe(201);
  });

  it("is refused, though it was left, if its maker was disabled since, also once enabled again", async ({
    owner,
    counter,
  }) => {
    const user = await addOwner(owner);
    const { code } = await createPairing(owner, counter.id, user.token);
    const { run } = rowsOf(owner.id);
    const at = Date.now();
    await run("INSERT INTO disabled_users VALUES (?, ?, 'lost', ?, ?)", user.id, owner.id, at, at + 1);
    await expectRefused(code);
  });
});
