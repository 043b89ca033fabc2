// What payments ask of the places they are in: counted, at home and at each cell.
import { expect, inject, it, vi } from "vitest";
import { CellObject } from "../../src/durable/cell-object.ts";
import { countAtCells, idInCell } from "../support/cells.ts";
import { captureMessages, consumeAll } from "../support/cost/messages.ts";
import { startMeters } from "../support/cost/meters.ts";
import { readPublicIntent } from "../support/intent-reads.ts";
import { confirm, makeIntent } from "../support/intents.ts";
import { drained } from "../support/objects.ts";
import { startReceiver } from "../support/receiver.ts";
import { seedMerchant, seedWallet } from "../support/seeds.ts";
import { merchantToken, walletToken } from "../support/tokens.ts";

const CELLS = ["0", "1", "2", "3"];
const MERCHANTS_EACH = inject("longTests") ? 16 : 2;
const PAYMENTS_EACH = inject("longTests") ? 4 : 2;
/** Create, load, ask whether the merchant is suspended, store payment and event, look up the webhook, note its delivery. */
const STATEMENTS = 7;
/** Payment and event are one. */
const REQUESTS = STATEMENTS - 1;

it("payments of merchants that have had some ask home only for sockets, and each cell for a quarter of the rest", async () => {
  startReceiver();
  const messages = captureMessages();
  const wallet = await seedWallet(1_000_000_00);
  const merchants = await Promise.all(
    CELLS.flatMap((cell) =>
      Array.from({ length: MERCHANTS_EACH }, async () => {
        const merchant = { id: idInCell(cell), webhookUrl: "https://shop.test/hook" };
        return (await seedMerchant(merchant)).id;
      }),
    ),
  );
  const meters = await startMeters();
  const pay = async (merchantId: string) => {
    const { id } = await makeIntent({ token: await merchantToken(merchantId) });
    expect((await readPublicIntent(id)).status).toBe(200);
    expect((await confirm({ id: wallet, token: await walletToken(wallet) }, id)).status).toBe(200);
    await drained(id);
    await consumeAll(messages, meters, { delayedToo: true });
  };
  for (const merchantId of merchants) await pay(merchantId);
  meters.take();
  const atCells = countAtCells();

  for (let round = 0; round < PAYMENTS_EACH; round++)
    for (const merchantId of merchants) await pay(merchantId);

  const payments = PAYMENTS_EACH * merchants.length;
  // Whether the wallet has a socket, which the events of a batch ask together.
  expect(meters.take().databaseQueries).toBe(payments);
  expect(Object.fromEntries(atCells)).toEqual(
    Object.fromEntries(CELLS.map((cell) => [cell, (STATEMENTS * payments) / CELLS.length])),
  );
  expect(vi.mocked(CellObject.prototype.run).mock.calls).toHaveLength(REQUESTS * payments);
});
