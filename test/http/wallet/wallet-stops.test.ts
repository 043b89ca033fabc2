// A stolen phone: its customer, or an administrator, stops the wallet.
import { describe, expect } from "vitest";
import { deleteHold, insertStop } from "#core/db/wallet/stopped-wallets.ts";
import { createWalletStops } from "#core/db/wallet/wallet-stops.ts";
import { walletSessions } from "#core/domain/identity-provider/provider-task.ts";
import { sweepProviderTasks } from "#core/services/identity-provider/provider-tasks.ts";
import { adminToken, call } from "../../support/api.ts";
import { makeApproval, statusOf } from "../../support/approvals.ts";
import { allEntries } from "../../support/audit-trail.ts";
import { MINUTE, moveClock, SECOND } from "../../support/clock.ts";
import { countQueries } from "../../support/count-queries.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { failDatabase, repair, useMutedLog } from "../../support/faults.ts";
import { confirm, makeIntent, makePaidIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { untilClosed, watchWallet } from "../../support/live.ts";
import { readBalances, renewMerchant, renewWallet, type TestWallet } from "../../support/parties.ts";
import { MERCHANT_API, WALLET_API } from "../../support/paths.ts";
import { useQueues } from "../../support/queues.ts";
import { sharedRows } from "../../support/rows.ts";
import { db, deps } from "../../support/seeds.ts";
import { callAsCustomer } from "../../support/sessions.ts";
import { settleRefund } from "../../support/settlement.ts";
import { makeCustomer, signInAsCustomer } from "../../support/sign-in.ts";

useQueues();
useMutedLog();

const stopOwn = ({ token }: { token: string }) => call("POST", `${WALLET_API}/sessions/stop`, { token });
const read = ({ token }: { token: string }) => call("GET", `${WALLET_API}/wallet`, { token });

async function asAdmin(walletId: string, action: "stop" | "release") {
  const json = action === "stop" ? { reason: "Phone stolen" } : {};
  const path = `${MERCHANT_API}/admin/wallets/${walletId}/${action}`;
  return await call("POST", path, { token: await adminToken(), json });
}

async function expectStopped(wallet: TestWallet): Promise<void> {
  expectFailure(await read(wallet), 403, "wallet_stopped", "This wallet is stopped");
}

describe("POST /wallet/api/v1/sessions/stop", () => {
  it("refuses what was issued before, ends sockets, and lets the customer sign in again", async ({
    wallet,
  }) => {
    const watcher = await watchWallet(wallet);
    expect((await stopOwn(wallet)).body).toEqual({ success: true, message: "Wallet stopped" });

    await untilClosed(watcher);
    expect(watcher.closed?.code).toBe(1008);
    await expectStopped(wallet);
    moveClock(SECOND);
    const renewed = await renewWallet(wallet);
    expect((await read(renewed)).status).toBe(200);
    await expectStopped(wallet);
  });

  it("rejects what waits, and lets refunds arrive", async ({ merchant, wallet }) => {
    const paid = await makePaidIntent(merchant, { wallet });
    await refund(merchant, paid.id);
    const approval = await makeApproval(merchant, wallet);

    await stopOwn(wallet);

    expect(await statusOf(merchant, approval.id)).toBe("cancelled");
    await settleRefund(paid.id);
    moveClock(SECOND);
    expect(await readBalances(await renewWallet(wallet))).toEqual(["100.00 USD"]);
  });

  it("ends every session, with what their browsers have subscribed to", async () => {
    const { email } = await makeCustomer();
    const [stolen, own] = [(await signInAsCustomer(email)).secret, (await signInAsCustomer(email)).secret];

    const stopped = await callAsCustomer(own, "POST", `${WALLET_API}/sessions/stop`);

    expect([stopped.status, stopped.headers.get("Set-Cookie")]).toEqual([
      200,
      expect.stringContaining("__Host-wallet=; Max-Age=0"),
    ]);
    for (const secret of [stolen, own])
      expect((await callAsCustomer(secret, "GET", `${WALLET_API}/wallet`)).status).toBe(401);
    moveClock(SECOND);
    const again = await signInAsCustomer(email);
    expect((await callAsCustomer(again.secret, "GET", `${WALLET_API}/wallet`)).status).toBe(200);
  });
});

describe("POST /merchant/api/v1/admin/wallets/{walletID}/stop", () => {
  it("holds until it is released, and is in the audit trail", async ({ wallet }) => {
    expect((await asAdmin(wallet.id, "stop")).status).toBe(200);
    await expectStopped(wallet);
    moveClock(MINUTE);
    const meanwhile = await renewWallet(wallet);
    await expectStopped(meanwhile);

    moveClock(SECOND);
    for (const _ of ["released", "repeated"]) expect((await asAdmin(wallet.id, "release")).status).toBe(200);

    for (const old of [wallet, meanwhile]) await expectStopped(old);
    expect((await read(await renewWallet(wallet))).status).toBe(200);
    const entries = (await allEntries()).filter(({ erasable }) =>
      erasable.details?.value.includes(wallet.id),
    );
    expect(entries.map(({ action, erasable }) => [action, erasable.details?.value])).toEqual([
      ["wallet.stopped", `wallet ${wallet.id}: Phone stolen`],
      ["wallet.released", `wallet ${wallet.id}`],
    ]);
  });

  it("warns of an id that nobody has used, and stops it all the same", async ({ wallet }) => {
    expect((await asAdmin(wallet.id, "stop")).body).toEqual({ success: true, message: "Wallet stopped" });
    const unused = crypto.randomUUID();
    const { status, body } = await asAdmin(unused, "stop");
    expect([status, body.warnings]).toEqual([
      200,
      [
        {
          field: "walletID",
          message: "no wallet with this id has been used: check it. It is stopped, should it come to be used",
          code: "wallet_unused",
        },
      ],
    ]);
    expect(await createWalletStops(db, () => Date.now()).isStopped(unused, Date.now())).toBe(true);
  });

  it("lets nobody sign in, nor a shop or a desk scan it", async ({ merchant }) => {
    const { email } = await makeCustomer();
    const { secret } = await signInAsCustomer(email);
    const { body } = await callAsCustomer(secret, "GET", `${WALLET_API}/wallet`);
    const walletId = body.wallet.wallet_id;

    await asAdmin(walletId, "stop");

    const refused = await signInAsCustomer(email);
    expect([refused.page.status, refused.secret]).toEqual([403, ""]);
    expect(refused.page.html).toContain("This wallet has been stopped.");
    await expect(makeApproval(merchant, { id: walletId })).rejects.toThrow("expected 400");
  });

  it("ends a payment that it has begun like any other", async ({ merchant, wallet }) => {
    const { id } = await makeIntent(merchant);
    await confirm(wallet, id);
    await asAdmin(wallet.id, "stop");
    moveClock(SECOND);
    expect(await statusOf(await renewMerchant(merchant), id)).toBe("completed");
  });
});

describe("what a customer is signed in with at the provider", () => {
  const signInsOf = (email: string) =>
    sharedRows.value(
      "SELECT count(*) FROM idp_sign_ins s JOIN idp_users u ON u.id = s.user_id WHERE u.email = ?",
      email,
    );
  const tasks = () => sharedRows.value("SELECT count(*) FROM provider_tasks WHERE kind = 'wallet_sessions'");

  it("ends with the customer's own stop, so that no app gets new tokens", async () => {
    const [{ email }, { email: other }] = [await makeCustomer(), await makeCustomer()];
    const { secret } = await signInAsCustomer(email);
    await signInAsCustomer(other);
    await callAsCustomer(secret, "POST", `${WALLET_API}/sessions/stop`);
    expect([await signInsOf(email), await signInsOf(other), await tasks()]).toEqual([0, 1, 0]);
  });

  it("ends with an administrator's, also of a wallet that the provider names", async () => {
    const walletId = crypto.randomUUID();
    const { email } = await makeCustomer({ wallet_id: [walletId] });
    await signInAsCustomer(email);
    await asAdmin(walletId, "stop");
    expect([await signInsOf(email), await tasks()]).toEqual([0, 0]);
  });

  it("ends later if the provider does not respond", async () => {
    const { email } = await makeCustomer();
    const { secret } = await signInAsCustomer(email);
    const repairDatabase = failDatabase(/delete from "idp_sign_ins"/);
    expect((await callAsCustomer(secret, "POST", `${WALLET_API}/sessions/stop`)).status).toBe(200);
    expect([await signInsOf(email), await tasks()]).toEqual([1, 1]);
    repairDatabase();
    moveClock(2 * MINUTE);
    await sweepProviderTasks(deps);
    expect([await signInsOf(email), await tasks()]).toEqual([0, 0]);
  });
});

describe("what an isolate remembers of stops", () => {
  const isolate = () => createWalletStops(db, () => Date.now());
  const stop = (id: string, reason: string | null) => {
    const now = Date.now();
    return insertStop(db, id, { reason, now, task: walletSessions(crypto.randomUUID(), id, now) }, null);
  };

  it("is at most five seconds old, and costs one query for many wallets", async () => {
    const ids = Array.from({ length: 10 }, () => crypto.randomUUID());
    const [stopped = ""] = ids;
    const known = isolate();
    const issuedAt = Date.now() - SECOND;
    const counts = countQueries();
    for (const id of ids) expect(await known.isStopped(id, issuedAt)).toBe(false);
    expect(counts.queries).toBe(1);

    await stop(stopped, null);
    moveClock(5 * SECOND);
    expect(await known.isStopped(stopped, issuedAt)).toBe(true);
    expect(await known.isStopped(stopped, Date.now())).toBe(false);
    await stop(stopped, "Fraud");
    moveClock(5 * SECOND);
    expect(await known.isStopped(stopped, Date.now())).toBe(true);
  });

  it("does not make an old token good, nor one that does not say how old it is", async () => {
    const id = crypto.randomUUID();
    const issuedAt = Date.now();
    await stop(id, null);
    moveClock(3 * 60 * MINUTE);
    const known = isolate();
    expect(await known.isStopped(id, issuedAt)).toBe(true);
    expect(await known.isStopped(id, null)).toBe(true);
    expect(await known.isStopped(id, Date.now())).toBe(false);
  });

  it("stays while the database is down, without which a new isolate refuses", async () => {
    const id = crypto.randomUUID();
    await stop(id, "Fraud");
    const known = isolate();
    expect(await known.isStopped(id, Date.now())).toBe(true);
    failDatabase(/stopped_wallets/);
    moveClock(MINUTE);
    expect(await known.isStopped(id, Date.now())).toBe(true);
    await expect(isolate().isStopped(id, Date.now())).rejects.toThrow("could not be read");
    repair();
    await deleteHold(db, id, Date.now(), null);
    moveClock(5 * SECOND);
    expect(await known.isStopped(id, Date.now())).toBe(false);
  });
});
