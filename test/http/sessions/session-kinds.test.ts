// One browser is signed in to dashboard, till and wallet at the same time: each session kind has a cookie of its own.
import { describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectUnauthorized } from "../../support/error-responses.ts";
import { createPairing, pair } from "../../support/pairings.ts";
import { INTENTS, WALLET_API } from "../../support/paths.ts";
import {
  callAs,
  callSession,
  callUnchecked,
  makeUser,
  ONE_TAP,
  openTill,
  openWallet,
  SAME_ORIGIN,
} from "../../support/sessions.ts";

const TILL = { "Session-Kind": "till" };

/** What the browser of a signed-in user sends that is a till and a wallet as well. */
async function openAll() {
  const { merchant, secret: user } = await makeUser();
  const counter = await makeCounter(merchant);
  const { secret: till } = await openTill(merchant.id, counter.id);
  const wallet = await openWallet();
  const Cookie = `__Host-session=${user}; __Host-till=${till}; __Host-wallet=${wallet.secret}`;
  return { merchant, counter, wallet, user, till, headers: { ...SAME_ORIGIN, Cookie } };
}

const cookieNames = (headers: Headers) => headers.getSetCookie().map((set) => set.split("=")[0]);

describe("one browser with three kinds of session", () => {
  it("is each of them where it is that one that asks", async () => {
    const { headers, counter, wallet } = await openAll();
    const asUser = await callSession("GET", "", headers);
    expect(asUser.body.session).toMatchObject({ kind: "user", counter_id: null });
    const asTill = await callSession("GET", "", { ...headers, ...TILL });
    expect(asTill.body.session).toMatchObject({ kind: "till", counter_id: counter.id });
    const { body } = await callUnchecked("GET", "/wallet/session", headers);
    expect(body.session).toMatchObject({ wallet_id: wallet.walletId });
    const json = { amount: 5 };
    const sold = await call("POST", INTENTS, { headers: { ...headers, ...TILL }, json });
    expect(sold.body.payment_intent).toMatchObject({ counter_id: counter.id });
    const asked = await call("POST", INTENTS, { headers, json });
    expect(asked.body.payment_intent).toMatchObject({ counter_id: null });
    const read = await call("GET", `${WALLET_API}/wallet`, { headers: { ...headers, ...TILL } });
    expect(read.body.wallet).toMatchObject({ wallet_id: wallet.walletId });
  });

  it.each([
    ["a user", "/session/sign-out", {}, "__Host-session"],
    ["a till", "/session/sign-out", TILL, "__Host-till"],
    ["a customer", "/wallet/session/sign-out", {}, "__Host-wallet"],
  ])("stays the others when it signs out as %s", async (_, path, asked, cookie) => {
    const { headers } = await openAll();
    const kinds = async () => [
      (await callSession("GET", "", headers)).body.session !== null,
      (await callSession("GET", "", { ...headers, ...TILL })).body.session !== null,
      (await callUnchecked("GET", "/wallet/session", headers)).body.session !== null,
    ];
    expect(await kinds()).toEqual([true, true, true]);
    const response = await callUnchecked("POST", path, { ...headers, ...asked });
    expect([response.status, cookieNames(response.headers)]).toEqual([200, [cookie]]);
    const left = ["__Host-session", "__Host-till", "__Host-wallet"].map((name) => name !== cookie);
    expect(await kinds()).toEqual(left);
  });

  it("gets one cookie when it is paired or takes a wallet, and keeps the others", async () => {
    const { merchant, headers, counter } = await openAll();
    const { code } = await createPairing(merchant, counter.id);
    expect(cookieNames((await pair(code, { headers })).headers)).toEqual(["__Host-till"]);
    const taken = await callUnchecked("POST", ONE_TAP, headers, {});
    expect(cookieNames(taken.headers)).toEqual(["__Host-wallet"]);
  });

  it("is nobody by the cookie of another kind", async () => {
    const { user, till, wallet } = await openAll();
    const cookies = (session: string, paired: string, customer: string) => ({
      ...SAME_ORIGIN,
      Cookie: `__Host-session=${session}; __Host-till=${paired}; __Host-wallet=${customer}`,
    });
    const swapped = cookies(wallet.secret, user, till);
    for (const headers of [swapped, { ...swapped, ...TILL }])
      expectUnauthorized(await call("GET", INTENTS, { headers }));
    for (const secret of [user, till])
      expectUnauthorized(await call("GET", `${WALLET_API}/wallet`, { headers: cookies(user, till, secret) }));
  });
});

it("the cookie of a dashboard user is no till's", async () => {
  const { secret } = await makeUser();
  const headers = { ...SAME_ORIGIN, ...TILL, Cookie: `__Host-session=${secret}` };
  const { body, headers: set } = await callSession("GET", "", headers);
  expect([body.session, cookieNames(set)]).toEqual([null, []]);
  expectUnauthorized(await call("GET", INTENTS, { headers }));
  expect((await callAs(secret, "GET", INTENTS)).status).toBe(200);
});
