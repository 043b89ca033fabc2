import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { addressKey } from "#core/lib/address-key.ts";
import { createSandboxApp } from "#sandbox/app.ts";
import type { SandboxDependencies } from "#sandbox/services/dependencies.ts";
import { signUp as make } from "#sandbox/services/sign-ups.ts";
import { adminToken, call, fetchToken, UUID } from "../../support/api.ts";
import { simulate } from "../../support/approvals.ts";
import { DAY, HOUR, moveClock, setClock } from "../../support/clock.ts";
import { sweepUntilErased } from "../../support/erasures.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { useMutedLog } from "../../support/faults.ts";
import { makePaidIntent } from "../../support/intents.ts";
import { collect } from "../../support/objects.ts";
import type { TestMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { runSweep } from "../../support/queues.ts";
import { newAddress } from "../../support/rate-limits.ts";
import { rowsOf, sharedRows } from "../../support/rows.ts";
import { deps } from "../../support/seeds.ts";
import { makeSignedUp, signUp } from "../../support/sign-ups.ts";
import { columnsWith } from "../../support/stored-texts.ts";

useMutedLog();

/** Each test has a day of its own, or it would count the others' sign-ups. */
let noon = Math.floor(Date.now() / DAY) * DAY + 12 * HOUR;
beforeEach(() => {
  noon += 2 * DAY;
  setClock(noon);
});

const NOON_TO_MIDNIGHT = String((12 * HOUR) / 1000);
const statusesOf = (responses: { status: number }[]) =>
  Object.fromEntries([...Map.groupBy(responses, ({ status }) => status)].map(([s, of]) => [s, of.length]));

async function rowsOfSignUps(count: number, signedUpAt: number) {
  await sharedRows.run(
    "INSERT INTO sandbox_merchants SELECT 'stranger-' || ?2 || value, NULL, ?2, 1e15 FROM json_each(?1)",
    JSON.stringify(Array.from({ length: count }, (_, index) => index)),
    signedUpAt,
  );
}

describe("POST /sandbox/v1/merchants", () => {
  it.each([[{}], [{ json: {} }], [{ text: "", contentType: null }]])(
    "makes a merchant of %j, whose credentials work",
    async (options) => {
      const { status, body } = await signUp(newAddress(), options);
      expect(status).toBe(201);
      expect(body).toEqual({
        success: true,
        merchant_id: expect.stringMatching(UUID),
        business_name: expect.stringMatching(/^Sandbox [0-9A-HJKMNP-TV-Z]{4}$/),
        client_id: `merchant-${body.merchant_id}`,
        client_secret: expect.stringMatching(/^.{32,}$/),
        webhook_secret: expect.stringMatching(/^whsec_.{32,}$/),
        token_url: "http://payments.test/realms/payment-platform/protocol/openid-connect/token",
        api_url: "http://payments.test",
        docs_url: "http://payments.test/docs",
        note: "Store client_secret and webhook_secret now: they are not shown again. Its money is play money.",
      });
      const token = await fetchToken(body.client_id, body.client_secret);
      const paid = await makePaidIntent({ token } as TestMerchant);
      expect(paid).toMatchObject({ merchant_id: body.merchant_id, merchant_name: body.business_name });
    },
  );

  it("makes it without a user, and in no public list", async () => {
    const before = await call("GET", `${MERCHANT_API}/public/merchants?limit=100`);
    const { id, email } = await makeSignedUp();
    expect(await deps.identityProvider.listUsers(id)).toEqual([]);
    const after = await call("GET", `${MERCHANT_API}/public/merchants?limit=100`);
    expect(after.body).toEqual(before.body);
    const own = await call("GET", `${MERCHANT_API}/merchants/${id}`, { token: await adminToken() });
    expect(own.body.merchant).toMatchObject({ id, email, status: "active" });
  });

  it("keeps no address, and its hash for a day", async () => {
    const address = "2001:db8:1234:5678::1";
    const { body } = await signUp(address);
    const stored = () =>
      sharedRows.first("SELECT * FROM sandbox_merchants WHERE merchant_id = ?", body.merchant_id);
    expect(await stored()).toMatchObject({ address_hash: expect.stringMatching(/^[0-9a-f]{16}$/) });
    const entries = await sharedRows.all(
      "SELECT action, actor, actor_kind, erasable FROM audit_entries WHERE merchant_id = ?",
      body.merchant_id,
    );
    expect(entries).toEqual([
      { action: "merchant.registered", actor: "sandbox", actor_kind: "system", erasable: "{}" },
    ]);
    moveClock(DAY);
    await runSweep();
    expect(await stored()).toMatchObject({ address_hash: null });
  });

  it.each([
    [{ json: { business_name: "Mine", email: "a@b.test" } }, ["business_name", "email"]],
    [{ json: [] }, ["body"]],
    [{ text: "{" }, undefined],
  ])("refuses %j", async (options, fields) => {
    const { status, body } = await signUp(newAddress(), options);
    expect([status, body.code]).toEqual([400, "invalid_request"]);
    expect(body.details?.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  it("refuses a body of another type", async () => {
    expect((await signUp(newAddress(), { text: "a=b", contentType: "text/plain" })).status).toBe(415);
  });

  it("is refused where it is off", async () => {
    const app = createSandboxApp();
    const response = await app.request(
      "/sandbox/v1/merchants",
      { method: "POST" },
      { ...env, SANDBOX_SIGNUP: "off" } as Env,
      createExecutionContext(),
    );
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "sign_ups_off" });
  });
});

describe("the limits of sign-ups", () => {
  it("let an address make three a day, however many ask at once", async () => {
    const address = newAddress();
    const responses = await Promise.all(Array.from({ length: 10 }, () => signUp(address)));
    expect(statusesOf(responses)).toEqual({ 201: 3, 429: 7 });
    const refused = await signUp(address);
    const message = "three merchants have been made from this network address today";
    expectFailure(refused, 429, "too_many_sign_ups", message);
    expect(refused.headers.get("Retry-After")).toBe(NOON_TO_MIDNIGHT);
    expect((await signUp()).status).toBe(201);
    moveClock(12 * HOUR);
    expect((await signUp(address)).status).toBe(201);
  });

  it("let all make 200 a day", async () => {
    await rowsOfSignUps(196, Date.now());
    const responses = await Promise.all(Array.from({ length: 10 }, () => signUp()));
    expect(statusesOf(responses)).toEqual({ 201: 4, 429: 6 });
    const refused = await signUp();
    expectFailure(
      refused,
      429,
      "too_many_sign_ups_today",
      "this sandbox has made as many merchants as it does in a day",
    );
    expect(refused.headers.get("Retry-After")).toBe(NOON_TO_MIDNIGHT);
    moveClock(12 * HOUR);
    expect((await signUp()).status).toBe(201);
  });

  it("hold 2,000 in all", async () => {
    const alive = (await sharedRows.value("SELECT count(*) FROM sandbox_merchants")) as number;
    await rowsOfSignUps(1_998 - alive, Date.now() - DAY);
    const responses = await Promise.all(Array.from({ length: 10 }, () => signUp()));
    expect(statusesOf(responses)).toEqual({ 201: 2, 503: 8 });
    const refused = await signUp();
    expectFailure(refused, 503, "sandbox_full", "this sandbox has as many merchants as it holds");
    expect(refused.headers.get("Retry-After")).toBe(NOON_TO_MIDNIGHT);
    await sharedRows.run("DELETE FROM sandbox_merchants WHERE merchant_id LIKE 'stranger-%'");
  });

  it("do not count what could not be made", async () => {
    const address = newAddress();
    const createClient = () => Promise.reject(new DependencyError("identity_provider", "it is down"));
    const failing = {
      ...deps,
      hasSignUp: true,
      identityProvider: { ...deps.identityProvider, createClient },
    };
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(
        make(failing as SandboxDependencies, crypto.randomUUID(), addressKey(address, null)),
      ).rejects.toThrow();
    expect(statusesOf(await Promise.all([1, 2, 3].map(() => signUp(address))))).toEqual({ 201: 3 });
  });
});

describe("a merchant that has signed up", () => {
  it("is closed and erased after 30 days without a request, and not before", async () => {
    // A run of the sweep takes the longest overdue first.
    await sharedRows.run("DELETE FROM sandbox_merchants");
    const merchant = await makeSignedUp();
    const headers = { "Sandbox-Case": "refund_refused" };
    const made = await call("POST", INTENTS, { token: merchant.token, json: { amount: 1 }, headers });
    const { id } = made.body.payment_intent;
    expect((await simulate(merchant, id, "pay")).status).toBe(200);
    const json = { balance: 1 };
    const wallet = await call("POST", "/sandbox/v1/wallets", { token: merchant.token, json });
    expect(wallet.status).toBe(201);
    await collect(id);
    const row = async () =>
      await sharedRows.first<{ due_at: number }>(
        "SELECT due_at FROM sandbox_merchants WHERE merchant_id = ?",
        merchant.id,
      );
    const account = async () =>
      await sharedRows.first(
        "SELECT status, business_name, erased_at FROM merchants WHERE id = ?",
        merchant.id,
      );
    moveClock(20 * DAY);
    await fetchToken(merchant.clientId, merchant.clientSecret);
    await expect.poll(async () => (await row())?.due_at).toBe(Date.now() + 32 * DAY);
    moveClock(30 * DAY);
    await runSweep();
    expect(await account()).toMatchObject({ status: "active" });
    moveClock(2 * DAY + 1);
    await runSweep();
    expect(await account()).toMatchObject({ status: "closed" });
    moveClock(3 * DAY);
    await runSweep();
    await sweepUntilErased(merchant.id);
    expect(await account()).toEqual({
      status: "closed",
      business_name: "erased",
      erased_at: expect.any(Number),
    });
    moveClock(2 * HOUR);
    await runSweep();
    expect(await row()).toBeNull();
    const left = (table: string) =>
      rowsOf(merchant.id).value(`SELECT count(*) FROM ${table} WHERE merchant_id = ?`, merchant.id);
    for (const table of ["sandbox_cases", "sandbox_inbox", "sandbox_wallets", "counters", "sessions"])
      expect([table, await left(table)]).toEqual([table, 0]);
    expect(await columnsWith([made.body.payment_intent.merchant_name, wallet.body.client_id])).toEqual([]);
  });
});
