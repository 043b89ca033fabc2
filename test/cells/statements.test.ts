// What payments ask of the shards they are in: counted, at home and at each cell.
import { expect, inject, it, vi } from "vitest";
import { renewCopies } from "#core/db/merchants/account-copies.ts";
import { CellObject } from "#core/shards/cell-object.ts";
import { SPREAD_SLOT } from "../support/cell-names.ts";
import { countAtCells, idInCell, spreadId } from "../support/cells.ts";
import { captureMessages, consumeAll } from "../support/cost/messages.ts";
import { startMeters } from "../support/cost/meters.ts";
import { TRIPS } from "../support/cost/trips.ts";
import { listIntents, readPublicIntent } from "../support/intent-reads.ts";
import { confirm, makeIntent } from "../support/intents.ts";
import { published } from "../support/objects.ts";
import { startReceiver } from "../support/receiver.ts";
import { deps, seedMerchant, seedWallet } from "../support/seeds.ts";
import { merchantToken, walletToken } from "../support/tokens.ts";
import { countTrips } from "../support/trips.ts";

const CELLS = ["0", "1", "2", "3"];
const MERCHANTS_EACH = inject("longTests") ? 16 : 1;
const PAYMENTS_EACH = inject("longTests") ? 4 : 2;
const SPREAD_PAYMENTS = inject("longTests") ? 256 : 8;
/** Create, load, ask whether the merchant is suspended, store payment and event, look up the webhook, note its delivery. */
const STATEMENTS = 7;
/** Payment and event are one. */
const REQUESTS = STATEMENTS - 1;

it("a list asks home and the cell at once", async () => {
  const token = await merchantToken((await seedMerchant({ id: idInCell("1") })).id);
  await makeIntent({ token });
  const { trips } = await countTrips(() => listIntents({ token }));
  const { chain, calls } = TRIPS["list of payments in cells"];
  expect(trips).toMatchObject({ chain, calls });
});

it("payments ask home only for sockets, and the rest of the cell that they are in, a spread merchant's of 16", async () => {
  startReceiver();
  const messages = captureMessages();
  const wallet = await seedWallet(1_000_000_00);
  const seed = async (id: string) => (await seedMerchant({ id, webhookUrl: "https://shop.test/hook" })).id;
  const merchants = await Promise.all(
    CELLS.flatMap((cell) => Array.from({ length: MERCHANTS_EACH }, () => seed(idInCell(cell)))),
  );
  const spread = await seed(spreadId());
  await renewCopies(deps.shards, spread);
  const meters = await startMeters();
  const pay = async (merchantId: string) => {
    const { id } = await makeIntent({ token: await merchantToken(merchantId) });
    expect((await readPublicIntent(id)).status).toBe(200);
    expect((await confirm({ id: wallet, token: await walletToken(wallet) }, id)).status).toBe(200);
    await published(id);
    await consumeAll(messages, meters, { delayedToo: true });
    return id;
  };
  // What their accounts may do is known from then on.
  for (const merchantId of [...merchants, spread]) await pay(merchantId);
  meters.take();
  const atCells = countAtCells();

  for (let round = 0; round < PAYMENTS_EACH; round++)
    for (const merchantId of merchants) await pay(merchantId);
  const expected = new Map(CELLS.map((cell) => [cell, STATEMENTS * PAYMENTS_EACH * MERCHANTS_EACH]));
  for (let count = 0; count < SPREAD_PAYMENTS; count++) {
    const cell = SPREAD_SLOT + (await pay(spread)).slice(-9, -8);
    expected.set(cell, (expected.get(cell) ?? 0) + STATEMENTS);
  }

  const payments = PAYMENTS_EACH * merchants.length + SPREAD_PAYMENTS;
  // Whether the wallet has a socket, which the events of a batch ask together.
  expect(meters.take().databaseQueries).toBe(payments);
  expect(Object.fromEntries(atCells)).toEqual(Object.fromEntries(expected));
  expect(vi.mocked(CellObject.prototype.run).mock.calls).toHaveLength(REQUESTS * payments);
  const ofSpread = [...expected].flatMap(([cell, count]) => (CELLS.includes(cell) ? [] : [count]));
  if (inject("longTests"))
    expect(Math.max(...ofSpread)).toBeLessThanOrEqual((STATEMENTS * SPREAD_PAYMENTS) / 8);
});
