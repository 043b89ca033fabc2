// However often a merchant's owner invites, few mails go out, also with RATE_LIMITS=off, as everywhere in these tests.

import { describe, expect } from "vitest";
import { registerMerchant } from "#core/services/merchants/merchants.ts";
import { type ApiResponse, call } from "../../support/api.ts";
import { moveToNoon, noonId } from "../../support/clean-up.ts";
import { DAY, HOUR, moveClock, SECOND, useStoppedClock } from "../../support/clock.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { useMutedLog } from "../../support/faults.ts";
import { uniqueEmail } from "../../support/identity-provider-users.ts";
import { it } from "../../support/it.ts";
import { ownerOf, userToken } from "../../support/merchant-users.ts";
import { makeMerchant } from "../../support/parties.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { runSweep, useQueues } from "../../support/queues.ts";
import { rowsOf, sharedRows } from "../../support/rows.ts";
import { ACTOR, deps, seedMerchant } from "../../support/seeds.ts";
import { pull } from "../../support/stops.ts";

useQueues();
useStoppedClock();
useMutedLog();

const USERS = `${MERCHANT_API}/users`;

function invite({ token }: { token: string }, email = uniqueEmail()): Promise<ApiResponse> {
  return call("POST", USERS, { token, json: { email, role: "staff" } });
}

function expectTooMany(response: ApiResponse, retryAfterSeconds: number): void {
  expectFailure(
    response,
    429,
    "too_many_invitations",
    "too many invitations by this merchant or to this email: try again later",
  );
  expect(response.headers.get("Retry-After")).toBe(String(retryAfterSeconds));
}

const stored = (merchantId: string) =>
  rowsOf(merchantId).all("SELECT * FROM invitations WHERE merchant_id = ?", merchantId);

describe("a merchant's invitations", () => {
  it("are 20 an hour, also when they are sent at the same time", async ({ owner, other }) => {
    const responses = await Promise.all(Array.from({ length: 25 }, () => invite(owner)));
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(5);
    for (const response of refused) expectTooMany(response, 3_600);
    expect((await call("GET", USERS, { token: owner.token })).body.users).toHaveLength(21);
    expect((await invite(await ownerOf(other))).status).toBe(201);
    moveClock(HOUR - SECOND);
    expectTooMany(await invite(await ownerOf(owner)), 1);
    moveClock(SECOND);
    expect((await invite(await ownerOf(owner))).status).toBe(201);
  });

  it("count although they are refused", async ({ owner, other }) => {
    for (let count = 0; count < 20; count++)
      await rowsOf(owner.id).run(
        "INSERT INTO invitations VALUES (?, ?, 'x', ?)",
        `${count}`,
        owner.id,
        Date.now(),
      );
    expectTooMany(await invite(owner, other.email), 3_600);
    expect(await stored(owner.id)).toHaveLength(20);
  });
});

describe("an email's invitations", () => {
  it("are three a day, however it is written and whoever invites", async ({ owner, other }) => {
    const email = uniqueEmail();
    for (const spelled of [email, email.toUpperCase()]) {
      const { body } = await invite(owner, spelled);
      expect((await call("DELETE", `${USERS}/${body.user.id}`, { token: owner.token })).status).toBe(200);
    }
    expect((await invite(await ownerOf(other), email)).status).toBe(201);
    moveClock(HOUR);
    const later = await ownerOf(owner);
    expectTooMany(await invite(later, email), 23 * 3_600);
    expect((await invite(later)).status).toBe(201);
  });

  it("do not tell whether it is a user's: every refusal is the same", async ({ owner, other }) => {
    const [ours] = (await call("GET", USERS, { token: owner.token })).body.users;
    const invited = uniqueEmail();
    await invite(await ownerOf(other), invited);
    const refusals = [
      await invite(owner, ours.email),
      await invite(owner, other.email),
      await invite(owner, other.email.toUpperCase()),
      await invite(owner, invited),
    ];
    for (const response of refusals)
      expectFailure(response, 409, "cannot_be_invited", "this email cannot be invited: use another one");
  });

  it("are stored under a keyed hash", async ({ owner }) => {
    const email = uniqueEmail();
    await invite(owner, email);
    const [row] = await stored(owner.id);
    expect(row?.email_hash).toMatch(/^[0-9a-f]{16}$/);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(email)));
    expect(digest.toHex()).not.toContain(String(row?.email_hash));
  });
});

it("registrations and setup links by an administrator do not count, and are not limited", async () => {
  const { id, email } = await makeMerchant();
  for (let count = 0; count < 4; count++) expect((await pull(id, "setup-link")).status).toBe(200);
  expect(await stored(id)).toEqual([]);
  expect((await registerMerchant(deps, ACTOR, { email, businessName: "Again" })).ok).toBe(false);
  expect(await sharedRows.value("SELECT count(*) FROM invitations WHERE merchant_id = ?", id)).toBe(0);
});

it("the clean-up forgets what counts no more, and ended invitations after 30 days", async () => {
  moveToNoon();
  const now = Date.now();
  const { id } = await seedMerchant({ id: noonId() });
  const { run, all } = rowsOf(id);
  await userToken(id, "owner");
  for (const [name, age] of Object.entries({ old: DAY, young: DAY - SECOND }))
    await run("INSERT INTO invitations VALUES (?, ?, 'x', ?)", name, id, now - age);
  for (const [name, age] of Object.entries({ old: 30 * DAY, young: 29 * DAY }))
    await run("INSERT INTO merchant_users VALUES (?, ?, 'x', 'staff', 0, 0, ?)", id, name, now - age);
  await runSweep();
  expect((await stored(id)).map((row) => row.id)).toEqual(["young"]);
  const subjects = await all(
    "SELECT subject FROM merchant_users WHERE merchant_id = ? ORDER BY ended_at",
    id,
  );
  expect(subjects).toEqual([{ subject: expect.stringMatching(/-/) }, { subject: "young" }]);
});
