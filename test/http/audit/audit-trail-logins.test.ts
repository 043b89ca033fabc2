import { beforeEach, describe, expect, it } from "vitest";
import { adminToken, call } from "../../support/api.ts";
import { allEntries, storedEntries } from "../../support/audit-trail.ts";
import { MINUTE, moveClock, setClock } from "../../support/clock.ts";
import { failDatabase, useMutedLog } from "../../support/faults.ts";
import { atService, requestTokenFrom } from "../../support/identity-provider.ts";
import { PASSWORD, passwordForm, signIn } from "../../support/logins.ts";
import { makeMerchant } from "../../support/parties.ts";
import { MERCHANT_API, TOKEN_PATH } from "../../support/paths.ts";
import { limiterOf, startService, statusesOf } from "../../support/rate-limits.ts";
import { deps } from "../../support/seeds.ts";

const OFFICE = "192.0.2.1";
const STRANGER = "198.51.100.7";

const started = Date.now();
let minute = started - (started % MINUTE);

/** Each test has a minute to itself. */
const log = useMutedLog();
beforeEach(() => {
  minute += 10 * MINUTE;
  setClock(minute);
});

const from = (address: string) => ({ "CF-Connecting-IP": address });

function logIn(email: string, password: string, address: string): Promise<Response> {
  return signIn(atService, email, password, from(address));
}

function logInClient(clientId: string, secret: string, address: string): Promise<Response> {
  return requestTokenFrom(atService, clientId, secret, from(address));
}

/** Makes one with a password, set from the office. */
async function makeUser() {
  const { id: merchantId, setupUrl, ...merchant } = await makeMerchant();
  const set = { method: "POST", body: passwordForm(setupUrl, PASSWORD), headers: from(OFFICE) };
  expect((await atService.request(setupUrl, set)).status).toBe(200);
  return { ...merchant, merchantId };
}

describe("a login", () => {
  it("leaves an entry in the trail of the user's merchant, as does the password that was set", async () => {
    const { email, merchantId } = await makeUser();
    expect((await logIn(email, PASSWORD, OFFICE)).status).toBe(200);

    const [, set, login] = await storedEntries(merchantId);
    expect(set).toMatchObject({ action: "password.set", actorKind: "user" });
    expect(login).toMatchObject({
      action: "login.succeeded",
      actor: "merchant-dashboard",
      actorKind: "user",
      occurrences: 1,
      createdAt: minute,
      erasable: { address: { value: OFFICE } },
    });
    expect(login?.erasable.subject?.value).toBe(set?.erasable.subject?.value);
  });

  it("of an administrator leaves an entry; of a merchant's client, which renews its token all day, it does not", async () => {
    const { merchantId, clientId } = await makeUser();
    const rotate = `${MERCHANT_API}/merchants/${merchantId}/rotate-credentials`;
    const { body } = await call("POST", rotate, { token: await adminToken() });
    expect((await logInClient(clientId, body.client_secret, OFFICE)).status).toBe(200);

    expect(await storedEntries(merchantId, "login.succeeded")).toEqual([]);
    const logins = (await allEntries()).filter(({ createdAt }) => createdAt === minute);
    expect(logins.filter(({ action }) => action === "login.succeeded")).toEqual(
      [1, 2].map(() =>
        expect.objectContaining({ actor: "platform-admin", actorKind: "administrator", merchantId: null }),
      ),
    );
  });

  it("of an administrator who belongs to a merchant is an administrator's", async () => {
    const merchantId = crypto.randomUUID();
    const clientId = `operator-${merchantId}`;
    const client = { clientId, claims: { merchant_id: merchantId }, roles: ["admin"] };
    const secret = await deps.identityProvider.createClient(client);
    expect((await logInClient(clientId, secret, OFFICE)).status).toBe(200);
    expect(await storedEntries(merchantId, "login.succeeded")).toMatchObject([
      { actor: clientId, actorKind: "administrator", erasable: { address: { value: OFFICE } } },
    ]);
  });

  it("that gets no token because there were too many leaves no entry", async () => {
    const { email, merchantId } = await makeUser();
    const send = startService({ LIMIT_TOKEN_CLIENT: limiterOf(1) });
    const form = { grant_type: "password", client_id: "merchant-dashboard", username: email };
    const body = new URLSearchParams({ ...form, password: PASSWORD });
    const statuses = await statusesOf(3, () => send(TOKEN_PATH, { method: "POST", body }));
    expect(statuses.sort()).toEqual([200, 429, 429]);
    expect(await storedEntries(merchantId, "login.succeeded")).toHaveLength(1);
  });

  it("succeeds when its entry cannot be stored, and fails as before", async () => {
    const { email } = await makeUser();
    failDatabase(/insert into "audit_entries"/);
    expect((await logIn(email, PASSWORD, OFFICE)).status).toBe(200);
    expect((await logIn(email, "wrong password", OFFICE)).status).toBe(400);
    expect(log.filter((line) => line.includes("audit_entry_failed"))).toHaveLength(2);
  });
});

describe("failed logins", () => {
  it("of one caller share an entry per minute, with the time of the last, and each is a warning in the log", async () => {
    const { email, merchantId } = await makeUser();
    for (let guess = 0; guess < 3; guess++) {
      await logIn(email, "wrong password", STRANGER);
      moveClock(1_000);
    }
    moveClock(MINUTE);
    await logIn(email, "wrong password", STRANGER);

    const entries = await storedEntries(merchantId, "login.failed");
    expect(entries.map(({ occurrences, createdAt }) => [occurrences, createdAt])).toEqual([
      [3, minute + 2_000],
      [1, minute + 3_000 + MINUTE],
    ]);
    const [set] = await storedEntries(merchantId, "password.set");
    expect(entries[0]).toMatchObject({
      actor: "merchant-dashboard",
      actorKind: "unknown",
      requestId: null,
      erasable: { address: { value: STRANGER }, subject: { value: set?.erasable.subject?.value } },
    });
    const warnings = log.filter((line) => line.includes('"login.failed"')).map((line) => JSON.parse(line));
    expect(warnings).toHaveLength(4);
    expect(warnings[0]).toMatchObject({ level: "warn", entry_id: entries[0]?.id, merchant_id: merchantId });
  });

  it("of clients are in the trail of their merchant; what an unknown one is called is nowhere", async () => {
    const { merchantId, clientId } = await makeUser();
    expect((await logInClient(clientId, "wrong", STRANGER)).status).toBe(401);
    expect((await logInClient("hunter2-typed-as-a-name", "wrong", STRANGER)).status).toBe(401);
    await logIn("hunter2@typed.test", "wrong password", STRANGER);

    expect(await storedEntries(merchantId, "client_login.failed")).toMatchObject([
      { actor: clientId, actorKind: "unknown", erasable: { address: { value: STRANGER } } },
    ]);
    expect(JSON.stringify(await allEntries())).not.toContain("hunter2");
    expect(log.join()).not.toContain("hunter2");
  });

  it("from many addresses get an entry for five callers in a minute, and one for all others", async () => {
    const { email, merchantId } = await makeUser();
    for (let address = 1; address <= 9; address++)
      await logIn(email, "wrong password", `203.0.113.${address}`);
    await logIn(email, "wrong password", "203.0.113.1");

    const failures = (await allEntries()).filter(
      ({ action, createdAt }) => action === "login.failed" && createdAt === minute,
    );
    const own = failures.filter((entry) => entry.merchantId === merchantId);
    const others = failures.filter((entry) => entry.merchantId !== merchantId);
    expect(own.map(({ occurrences }) => occurrences).sort()).toEqual([1, 1, 1, 1, 2]);
    expect(others).toEqual([
      expect.objectContaining({ merchantId: null, actor: "unknown", occurrences: 4, erasable: {} }),
    ]);
  });

  it("leave neither an address nor an email in the log", async () => {
    const { email } = await makeUser();
    await logIn(email, "wrong password", STRANGER);
    await logIn(email, PASSWORD, OFFICE);
    for (const personal of [email, OFFICE, STRANGER]) expect(log.join()).not.toContain(personal);
  });
});
