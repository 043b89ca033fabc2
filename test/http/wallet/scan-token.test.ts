import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { createSandboxApp } from "#sandbox/app.ts";
import { call } from "../../support/api.ts";
import { approve, listApprovals, postScan, SCAN } from "../../support/approvals.ts";
import { setClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { expectNew, expectReplay, expectReused, newKey, scanWithKey } from "../../support/idempotency.ts";
import { listIntents } from "../../support/intent-reads.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";
import { SANDBOX_API } from "../../support/paths.ts";
import { bearer } from "../../support/rate-limits.ts";
import { mintScanToken, SCAN_TOKEN, showCode } from "../../support/scan-tokens.ts";

const UNKNOWN = "must be the token of a customer's QR code";
const EXPIRED = "has expired: scan the customer's code again";
const REPLACED = "is no longer valid: scan the customer's new code";

async function setUpShop(wallet = { id: "", token: "" }) {
  const merchant = await makeMerchant();
  const { id: counterId } = await makeCounter(merchant);
  const customer = wallet.id === "" ? await makeWallet() : wallet;
  const scanOf = (code: string) => ({ scan_token: code, counter_id: counterId, amount: 12.5 });
  return { merchant, wallet: customer, scanOf, scan: (code: string) => postScan(merchant, scanOf(code)) };
}

describe("POST /wallet/api/v1/scan-token", () => {
  it("returns a token and when it expires, a minute from now at the most", async () => {
    setClock(Date.parse("2026-12-01T12:00:00.400Z"));
    const { status, body } = await call("POST", SCAN_TOKEN, { token: (await makeWallet()).token });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      scan_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_at: "2026-12-01T12:01:00.000Z",
    });
  });
});

describe("POST /merchant/api/v1/scan-payment with a scan token", () => {
  let shop: Awaited<ReturnType<typeof setUpShop>>;

  beforeAll(async () => {
    shop = await setUpShop();
  });

  it("asks the customer whose wallet app shows it", async () => {
    const { wallet, scan } = await setUpShop();
    const { status, body } = await scan((await showCode(wallet)).code);
    expect(status).toBe(201);
    expect(body.payment_intent).toMatchObject({ status: "pending_approval", target_wallet_id: wallet.id });
    expect(await listApprovals(wallet)).toMatchObject([{ id: body.payment_intent.id }]);
  });

  it("accepts it until the moment when it expires", async () => {
    const { merchant, wallet, scan } = await setUpShop();
    const { code, expiresAt } = await showCode(wallet);
    setClock(expiresAt - 1);
    expect((await scan(code)).status).toBe(201);
    setClock(expiresAt);
    expectInvalid(await scan(code), "scan_token", EXPIRED);
    expect(await listIntents(merchant)).toHaveLength(1);
  });

  it("refuses a token with any changed part, and what is not signed at all", async () => {
    const { merchant, wallet, scan } = await setUpShop();
    const { code } = await showCode(wallet);
    const parts = code.split(".");
    const flipped = (part: string) => (part.startsWith("A") ? "B" : "A") + part.slice(1);
    const changed = parts.map((part, index) => parts.with(index, flipped(part)).join("."));
    const unsigned = new UnsecuredJWT({ aud: "scan-payment", sub: wallet.id })
      .setExpirationTime("1m")
      .encode();
    for (const other of [
      ...changed,
      unsigned,
      parts.slice(0, 2).join("."),
      `${code}.`,
      "a.b.c",
      wallet.token,
    ]) {
      expectInvalid(await scan(other), "scan_token", UNKNOWN);
    }
    expect(await listIntents(merchant)).toEqual([]);
  });

  it.each([
    ["another audience", { claims: { aud: "merchant-payments" } }],
    ["no audience", { claims: { aud: undefined } }],
    ["another type", { header: { typ: "JWT" } }],
    ["no wallet", { claims: { sub: undefined } }],
    ["no id", { claims: { jti: undefined } }],
    ["no expiry", { claims: { exp: undefined } }],
    ["another master key", { masterKey: btoa("y".repeat(32)) }],
    ["a key for another purpose", { purpose: "another purpose" }],
  ])("refuses one with %s", async (_, change) => {
    const { wallet, scan } = shop;
    expectInvalid(await scan(await mintScanToken(wallet.id, change)), "scan_token", UNKNOWN);
  });

  it("refuses none of these for anything else", async () => {
    const { wallet, scan } = shop;
    expect((await scan(await mintScanToken(wallet.id))).status).toBe(201);
  });

  it("refuses one of a wallet that does not exist", async () => {
    const { scan } = await setUpShop();
    expectInvalid(await scan(await mintScanToken(crypto.randomUUID())), "scan_token", UNKNOWN);
  });

  it("replays under an Idempotency-Key after the token has expired, and with the customer's next one", async () => {
    const { merchant, wallet, scanOf } = await setUpShop();
    const key = newKey();
    const { code, expiresAt } = await showCode(wallet);
    const made = await scanWithKey(key, merchant, scanOf(code));
    const id = expectNew(made);
    setClock(expiresAt + 1);
    expectReplay(await scanWithKey(key, merchant, scanOf(code)), made.body.payment_intent);
    const next = (await showCode(wallet)).code;
    expectReplay(await scanWithKey(key, merchant, scanOf(next)), made.body.payment_intent);
    const other = (await showCode(await makeWallet())).code;
    expectReused(await scanWithKey(key, merchant, scanOf(other)), id, ["scan_token"]);
    expectInvalid(await scanWithKey(newKey(), merchant, scanOf(code)), "scan_token", EXPIRED);
  });
});

describe("a scan token", () => {
  it("is good for one merchant, also when the payment is over", async () => {
    const first = await setUpShop();
    const second = await setUpShop(first.wallet);
    const { code } = await showCode(first.wallet);
    const { body } = await first.scan(code);
    expectInvalid(await second.scan(code), "scan_token", REPLACED);
    expect((await approve(first.wallet, body.payment_intent.id)).status).toBe(200);
    expectInvalid(await second.scan(code), "scan_token", REPLACED);
    expect(await listIntents(second.merchant)).toEqual([]);
    expect((await first.scan(code)).status).toBe(201);
  });

  it("is good for one of two merchants that scan it at once", async () => {
    const first = await setUpShop();
    const second = await setUpShop(first.wallet);
    const { code } = await showCode(first.wallet);
    const responses = await Promise.all([first.scan(code), second.scan(code)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await listApprovals(first.wallet)).toHaveLength(1);
  });

  it("is no longer good once a newer one has been used, which is good for a merchant of its own", async () => {
    const first = await setUpShop();
    const second = await setUpShop(first.wallet);
    const [older, newer] = [await showCode(first.wallet), await showCode(first.wallet)];
    expect((await first.scan(newer.code)).status).toBe(201);
    expectInvalid(await first.scan(older.code), "scan_token", REPLACED);
    expect((await second.scan((await showCode(first.wallet)).code)).status).toBe(201);
    expectInvalid(await first.scan(newer.code), "scan_token", REPLACED);
  });

  it("made under the master key before the last one is accepted", async () => {
    const { merchant, wallet, scanOf } = await setUpShop();
    const { code } = await showCode(wallet);
    const send = serviceWith({ MASTER_KEY: `${btoa("y".repeat(32))},${env.MASTER_KEY}` });
    expect((await send(SCAN, merchant, scanOf(code))).status).toBe(201);
    const { body } = await send(SCAN_TOKEN, wallet);
    expect((await send(SCAN, merchant, scanOf(body.scan_token))).status).toBe(201);
    expectInvalid(await postScan(merchant, scanOf(body.scan_token)), "scan_token", UNKNOWN);
  });
});

describe("SCAN_TOKENS=rotating", () => {
  const send = serviceWith({ SCAN_TOKENS: "rotating" });

  it("accepts tokens and refuses wallet ids", async () => {
    const { merchant, wallet, scanOf } = await setUpShop();
    expectInvalid(await send(SCAN, merchant, scanOf(wallet.id)), "scan_token", UNKNOWN);
    expect((await send(SCAN, merchant, scanOf((await showCode(wallet)).code))).status).toBe(201);
  });

  it("replays what was requested by wallet id before", async () => {
    const { merchant, wallet, scanOf } = await setUpShop();
    const key = newKey();
    const made = await scanWithKey(key, merchant, scanOf(wallet.id));
    const again = await send(SCAN, merchant, scanOf(wallet.id), { "Idempotency-Key": key });
    expectReplay(again, made.body.payment_intent);
  });

  it("makes sandbox wallets with a token that can be scanned", async () => {
    const { merchant, scanOf } = await setUpShop();
    const { body } = await send(`${SANDBOX_API}/wallets`, merchant, { currency: "USD", balance: 5 });
    const scanned = await send(SCAN, merchant, scanOf(body.scan_token));
    expect(scanned.body.payment_intent.target_wallet_id).toBe(body.wallet_id);
  });
});

/** Sends POST requests to a service with other variables. */
function serviceWith(variables: Record<string, string>) {
  const app = createSandboxApp();
  const environment = { ...env, ...variables } as Env;
  return async (
    path: string,
    caller: { token: string },
    json: object = {},
    headers: Record<string, string> = {},
  ) => {
    const init = {
      method: "POST",
      body: JSON.stringify(json),
      headers: { ...bearer(caller), ...headers, "Content-Type": "application/json" },
    };
    const response = await app.request(path, init, environment, createExecutionContext());
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
}
