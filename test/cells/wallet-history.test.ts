// A wallet has paid at merchants whose payments are in cells, and at home before there were any.
import { sql } from "drizzle-orm";
import { v7 as newId } from "uuid";
import { expect, it, vi } from "vitest";
import { walletIntents } from "#core/db/schema/wallet.ts";
import { besideId } from "#core/domain/shards/shard-ids.ts";
import { listPaymentsUnderWay } from "#core/services/wallet/wallet.ts";
import { readHistory } from "#core/services/wallet/wallet-history.ts";
import { failDatabase, interceptDatabase, LEDGER, useMutedLog } from "../support/faults.ts";
import { confirm } from "../support/intents.ts";
import { published } from "../support/objects.ts";
import { makeWallet } from "../support/parties.ts";
import { useQueues } from "../support/queues.ts";
import { okValue } from "../support/result.ts";
import { deps, seedWallet } from "../support/seeds.ts";
import { seedIntentIn, seedPaidBy, seedSpreadMerchant } from "../support/spread-payments.ts";

useQueues();
useMutedLog();

it("a history whose ledger returns no metadata names the payments of all shards", async () => {
  const wallet = await seedWallet();
  const ids = await seedPaidBy(wallet);
  const list = deps.ledger.listTransactions.bind(deps.ledger);
  vi.spyOn(deps.ledger, "listTransactions").mockImplementation(async (...page) => {
    const { transactions, total } = await list(...page);
    return { transactions: transactions.map((one) => ({ ...one, metadata: {} })), total };
  });
  const { lines } = okValue(await readHistory(deps, wallet, null, 10));
  expect(lines.map(({ intentId }) => intentId)).toEqual([...ids, null]);
});

it("a payment of a cell whose result is not known is under way until it is", async () => {
  const { merchant, cell } = await seedSpreadMerchant();
  const { id } = await seedIntentIn(cell, merchant.id);
  const wallet = await makeWallet();
  const repairLedger = failDatabase(LEDGER);
  expect((await confirm(wallet, id)).status).toBe(202);
  repairLedger();
  await published(id);
  const ended = Array.from({ length: 1_250 }, () => besideId(newId({ msecs: 0 }), id));
  await deps.db
    .insert(walletIntents)
    .select(sql`SELECT ${wallet.id}, value FROM json_each(${JSON.stringify(ended)})`);
  const asked: number[] = [];
  const repairDatabase = interceptDatabase(
    /json_each.*from "payment_intents"|from "payment_intents".*json_each/s,
    (run, _, parameters) => {
      asked.push(...parameters.map((text) => JSON.parse(String(text)).length));
      return run();
    },
  );
  expect((await listPaymentsUnderWay(deps, wallet.id)).map((intent) => intent.id)).toEqual([id]);
  repairDatabase();
  expect(asked).toEqual([500, 500, 251]);

  expect((await confirm(wallet, id)).status).toBe(200);
  await published(id);
  expect(await listPaymentsUnderWay(deps, wallet.id)).toEqual([]);
});
