// Everything the service holds about a wallet: downloaded, and erased.
import { eq, getTableName } from "drizzle-orm";
import { describe, expect } from "vitest";
import { customerWallets } from "#core/db/schema/sessions.ts";
import { blockedMerchants, lastScanTokens, walletIntents, walletNames } from "#core/db/schema/wallet.ts";
import { noteLiveWallet } from "#core/db/wallet/live-wallets.ts";
import { erasedRows, KEPT_ROWS } from "#core/db/wallet/wallet-rows.ts";
import { openCustomerSession } from "#core/services/sessions/customer-sessions.ts";
import type { Movement } from "#parts/desk/domain/movement.ts";
import { startMovement } from "#parts/desk/services/movements.ts";
import { settleMovement } from "#parts/desk/services/settle-movement.ts";
import { storeWalletEvent } from "#sandbox/db/wallets.ts";
import { call, ISO_TIME, UUID } from "../../../support/api.ts";
import { approve, makeApproval, reject, simulate, statusOf, walletView } from "../../../support/approvals.ts";
import { makeCounter } from "../../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { readWalletExport } from "../../../support/exports.ts";
import { failDatabase, LEDGER, repair, useMutedLog } from "../../../support/faults.ts";
import { readIntent } from "../../../support/intent-reads.ts";
import { confirm, makeIntent, makePaidIntent, refund, withdraw } from "../../../support/intents.ts";
import { it } from "../../../support/it.ts";
import { fireAlarm, published } from "../../../support/objects.ts";
import { ageAll, moveBeyondEarlierTests } from "../../../support/old-payments.ts";
import {
  makeMerchant,
  makeWallet,
  renewMerchant,
  renewWallet,
  type TestMerchant,
  type TestWallet,
} from "../../../support/parties.ts";
import { MERCHANT_API, WALLET_API } from "../../../support/paths.ts";
import { subscribe } from "../../../support/push.ts";
import { okValue } from "../../../support/result.ts";
import { sharedRows } from "../../../support/rows.ts";
import { showCode } from "../../../support/scan-tokens.ts";
import { ACTOR, ALL_SHARDS, db, deps } from "../../../support/seeds.ts";
import { settleRefund } from "../../../support/settlement.ts";
import { aDraft, aPayOut, SETTLED, UNKNOWN, withLedger } from "../../desk/movements.ts";

useMutedLog();

async function download({ token, id }: TestWallet, query = "") {
  const { status, text, headers } = await call("GET", `${WALLET_API}/export${query}`, { token });
  expect(status).toBe(200);
  expect(headers.get("Content-Type")).toBe("application/x-ndjson; charset=utf-8");
  expect(headers.get("Content-Disposition")).toBe(`attachment; filename="wallet-${id}.ndjson"`);
  return { ...readWalletExport(text), text };
}

const erase = ({ token, id }: TestWallet, confirmed = id) =>
  call("POST", `${WALLET_API}/erase`, { token, json: { confirm: confirmed } });

/** A wallet that has done all that a wallet can do, with ids by what became of each intent. */
async function makeLife(merchant: TestMerchant) {
  const [wallet, blocked] = [await makeWallet({ token: merchant.token }), await makeMerchant()];
  const fields = { counter_id: (await makeCounter(merchant)).id, amount: 1 };
  const scan = async (more = {}) =>
    (await makeApproval(merchant, wallet, { ...fields, ...more })).id as string;
  const paid = (await makePaidIntent(merchant, { wallet })).id as string;
  const refunded = (await makePaidIntent(merchant, { wallet })).id as string;
  expect((await refund(merchant, refunded)).status).toBe(200);
  await settleRefund(refunded);
  const [approved, rejected, withdrawn, expired] = [await scan(), await scan(), await scan(), await scan()];
  expect((await approve(wallet, approved)).status).toBe(200);
  expect((await reject(wallet, rejected)).status).toBe(200);
  expect((await withdraw(merchant, withdrawn)).status).toBe(200);
  expect((await simulate(merchant, expired, "expire")).status).toBe(200);
  const open = await scan({ scan_token: (await showCode(wallet)).code });
  await call("POST", `${WALLET_API}/blocked-merchants/${blocked.id}`, { token: wallet.token });
  const holder = { walletId: wallet.id, isClaimed: false, label: "Customer", device: "Chrome, Android" };
  const { session } = await openCustomerSession(deps, holder, null);
  await db.insert(walletNames).values({ walletId: wallet.id, name: "Ada", changedAt: 1 });
  const account = { issuer: "https://provider.test", subject: `subject of ${wallet.id}` };
  await db.insert(customerWallets).values({ ...account, walletId: wallet.id, createdAt: Date.now() });
  await storeWalletEvent(db, { id: `event of ${wallet.id}`, walletId: wallet.id, cloudEvent: "{}" });
  await noteLiveWallet(db, wallet.id, Date.now());
  await sharedRows.run("INSERT INTO sandbox_grants VALUES (?, 'USD', 100, 0, 1)", wallet.id);
  await subscribe(wallet);
  for (const id of [paid, refunded, approved, rejected, withdrawn, expired, open]) await published(id);
  return { wallet, blocked, session, ids: { paid, refunded, approved, rejected, withdrawn, expired, open } };
}

const TABLES = [...erasedRows(deps.walletParts), ...KEPT_ROWS];
const TABLES_OF_CELLS: object[] = [blockedMerchants, lastScanTokens, walletIntents];

/** How many rows of the wallet each table has. */
async function rowCounts(walletId: string): Promise<Record<string, number>> {
  const shards = deps.shards.hasCells ? [...ALL_SHARDS, await deps.shards.ofWallet(walletId)] : [db];
  const counts: Record<string, number> = {};
  for (const { table, walletId: column } of TABLES) {
    const having = TABLES_OF_CELLS.includes(table) ? shards : [db];
    const found = having.map((shard) => shard.select().from(table).where(eq(column, walletId)));
    counts[getTableName(table)] = (await Promise.all(found)).flat().length;
  }
  return counts;
}

describe("GET /wallet/api/v1/export", () => {
  it("has every row of the wallet, and of no other", async ({ merchant }) => {
    const [own, other] = [await makeLife(merchant), await makeLife(merchant)];
    const { paid, refunded, approved, rejected, withdrawn, expired, open } = own.ids;
    const found = await download(own.wallet);
    const shown = async (id: string) => {
      const seen = (await readIntent(merchant, id)).body.payment_intent;
      const { completed_by, cancellation_reason } = seen;
      return { ...walletView(seen), completed_by, cancellation_reason };
    };
    const { text, ...document } = found;
    expect(document).toEqual({
      header: {
        type: "header",
        format: 1,
        wallet_id: own.wallet.id,
        started_at: expect.stringMatching(ISO_TIME),
      },
      balances: [{ currency: "USD", amount: "86.50" }],
      rows: {
        blocked_merchants: [{ merchant_id: own.blocked.id, created_at: expect.stringMatching(ISO_TIME) }],
        scan_tokens: [{ merchant_id: merchant.id, token_id: expect.stringMatching(UUID) }],
        names: [{ name: "Ada", changed_at: "1970-01-01T00:00:00.001Z" }],
        accounts: [
          {
            issuer: "https://provider.test",
            subject: `subject of ${own.wallet.id}`,
            created_at: expect.stringMatching(ISO_TIME),
          },
        ],
        sessions: [
          {
            id: own.session.id,
            label: "Customer",
            device: "Chrome, Android",
            created_at: expect.stringMatching(ISO_TIME),
            last_used_at: expect.stringMatching(ISO_TIME),
            expires_at: expect.stringMatching(ISO_TIME),
          },
        ],
        sockets: [{ until: expect.stringMatching(ISO_TIME) }],
        push_subscriptions: [{ created_at: expect.stringMatching(ISO_TIME) }],
        sandbox_wallets: [{ merchant_id: merchant.id }],
        sandbox_grants: [{ currency: "USD", balance_minor: 100, created_at: "1970-01-01T00:00:00.000Z" }],
        sandbox_events: expect.arrayContaining([{ id: `event of ${own.wallet.id}`, cloud_event: "{}" }]),
      },
      paymentsUnderWay: [],
      requests: expect.any(Array),
      transactions: expect.any(Array),
      nextCursor: null,
    });
    const requests = found.requests.map(({ id }: { id: string }) => id);
    expect(requests.sort()).toEqual([open, rejected, withdrawn, expired].sort());
    for (const request of found.requests) expect(request).toEqual(await shown(request.id));
    const [first, second, third, fourth, fifth] = found.transactions;
    expect([first, second, third, fourth].map((line) => [line.direction, line.payment_intent_id])).toEqual([
      ["out", approved],
      ["in", refunded],
      ["out", refunded],
      ["out", paid],
    ]);
    for (const line of [first, second, third, fourth]) {
      expect(line.payment_intent).toEqual(await shown(line.payment_intent_id));
    }
    expect(fifth).toMatchObject({ transaction_type: "top_up", payment_intent: null });
    const foreign = [other.wallet.id, other.blocked.id, other.session.id, ...Object.values(other.ids)];
    for (const id of foreign) expect(text).not.toContain(id);
  });

  it("is the same a month later", async () => {
    moveBeyondEarlierTests();
    const { merchant, wallet, ids } = await (async () => {
      const made = await makeMerchant();
      return { merchant: made, ...(await makeLife(made)) };
    })();
    const { open, ...ended } = ids;
    const before = await download(wallet);
    await ageAll(merchant, Object.values(ended));
    const after = await download(await renewWallet(wallet));
    expect(after.transactions).toEqual(before.transactions);
    const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
    const closed = ({ requests }: typeof before) =>
      requests.filter(({ id }: { id: string }) => id !== open).sort(byId);
    expect(closed(after)).toEqual(closed(before));
  });

  it("refuses filters and foreign cursors", async ({ wallet }) => {
    const ask = (query: string) => call("GET", `${WALLET_API}/export?${query}`, { token: wallet.token });
    expectInvalid(await ask(`wallet_id=${wallet.id}`), "wallet_id");
    expectInvalid(await ask("cursor=WyJ0eC0xIiwxXQ"), "cursor");
  });

  it("and the erasure know every table with rows of a wallet", async () => {
    const tables = await sharedRows.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`wallet_id`%' ORDER BY name",
    );
    expect(tables.map(({ name }) => name)).toEqual(TABLES.map(({ table }) => getTableName(table)).toSorted());
  });
});

/** What accounts are made of. */
async function accounts(merchant: TestMerchant, wallet: TestWallet) {
  const renewed = await renewMerchant(merchant);
  const { body } = await call("GET", `${MERCHANT_API}/totals`, { token: renewed.token });
  return {
    totals: body.totals,
    paid: await sharedRows.all(
      "SELECT * FROM payment_intents WHERE merchant_id = ? AND status = 'completed' ORDER BY id",
      merchant.id,
    ),
    transactions: await sharedRows.all("SELECT * FROM ledger_transactions ORDER BY id"),
    balances: await sharedRows.all("SELECT * FROM ledger_balances ORDER BY account_id, currency"),
    history: (await download(wallet)).transactions,
  };
}

describe("POST /wallet/api/v1/erase", () => {
  it("ends what is the customer's alone, and leaves merchants' totals and the ledger as they are", async ({
    merchant,
  }) => {
    const [own, other] = [await makeLife(merchant), await makeLife(merchant)];
    const [before, others] = [await accounts(merchant, own.wallet), await rowCounts(other.wallet.id)];
    expect(before.totals).toHaveLength(1);
    const counts = await rowCounts(own.wallet.id);
    const { wallet_intents: requests = 0, moved_wallets = 0, stopped_wallets = 0, ...erased } = counts;
    expect(Object.values(erased).every((count) => count > 0)).toBe(true);
    for (let attempt = 1; attempt <= 2; attempt++) {
      const { status, body } = await erase(own.wallet);
      expect([status, body]).toEqual([200, { success: true, message: "Wallet erased" }]);
    }
    await published(own.ids.open);
    expect(await rowCounts(own.wallet.id)).toEqual({
      ...Object.fromEntries(Object.keys(erased).map((table) => [table, 0])),
      wallet_intents: requests + 1,
      moved_wallets,
      stopped_wallets,
    });
    const { payment_intent: open } = (await readIntent(merchant, own.ids.open)).body;
    expect(open).toMatchObject({ status: "cancelled", cancellation_reason: "rejected_by_customer" });
    expect(await accounts(merchant, own.wallet)).toEqual(before);
    expect(await rowCounts(other.wallet.id)).toEqual(others);
    expect(await statusOf(merchant, other.ids.open)).toBe("pending_approval");
  });

  it.for(["standard", "reverse"])(
    "refuses while a payment is under way: %s",
    async (flow, { merchant, wallet }) => {
      const isReverse = flow === "reverse";
      const { id } = isReverse ? await makeApproval(merchant, wallet) : await makeIntent(merchant);
      failDatabase(LEDGER);
      expect((await (isReverse ? approve : confirm)(wallet, id)).status).toBe(202);
      repair();
      await published(id);
      const found = await download(wallet);
      expect(found.paymentsUnderWay.map((intent: { id: string }) => intent.id)).toEqual([id]);
      const refused = await erase(wallet);
      expectFailure(refused, 409, "payment_in_progress", "a payment of this intent is under way");
      await fireAlarm(id);
      await published(id);
      expect((await erase(wallet)).status).toBe(200);
      expect(await statusOf(merchant, id)).toBe("completed");
    },
  );

  it("rejects an open pay-out, keeps the movements, and refuses while one is under way", async ({
    merchant,
  }) => {
    const wallet = await makeWallet({ token: merchant.token });
    await subscribe(wallet);
    const unknown = withLedger(UNKNOWN, SETTLED);
    const payOut = okValue(await startMovement(deps, ACTOR, aPayOut({ accountId: wallet.id })));
    const topUp = okValue(await startMovement(unknown.deps, ACTOR, aDraft({ accountId: wallet.id })));

    const sections = Object.keys((await download(wallet)).rows);
    expect(sections).toEqual(["push_subscriptions", "sandbox_wallets", "movements"]);
    expect((await erase(wallet)).status).toBe(409);
    await settleMovement(unknown.deps, topUp.id);
    expect((await erase(wallet)).status).toBe(200);

    const { rows } = await download(wallet);
    const [created_at, completed_at] = [expect.stringMatching(ISO_TIME), expect.stringMatching(ISO_TIME)];
    const amount = { amount_minor: 1250, currency: "USD", corrects_id: null };
    const shownOf = ({ id, kind, direction, deskId: desk_id }: Movement) => ({
      id,
      kind,
      direction,
      desk_id,
    });
    const ended = { ...amount, created_at, completed_at, decline_reason: null, reason: "" };
    expect(rows.movements).toEqual([
      { ...ended, ...shownOf(payOut), status: "rejected", transaction_id: null, expires_at: created_at },
      { ...ended, ...shownOf(topUp), status: "completed", transaction_id: "tx-1", expires_at: null },
    ]);
  });

  it.for(["another wallet's id", "nothing"])("refuses the confirmation by %s", async (what, { wallet }) => {
    const json = what === "nothing" ? {} : { confirm: (await makeWallet()).id };
    expectInvalid(await call("POST", `${WALLET_API}/erase`, { token: wallet.token, json }), "confirm");
  });
});
