// CELLS is 1 here: new payments are in one of sixteen cells.
import { expect, it } from "vitest";
import { findIntent } from "../../src/db/payment-intents/payment-intents.ts";
import { events } from "../../src/db/schema/webhooks.ts";
import { confirm, makeIntent } from "../support/intents.ts";
import { collect, find } from "../support/objects.ts";
import { makeMerchant, makeWallet } from "../support/parties.ts";
import { useQueues } from "../support/queues.ts";
import { db, deps } from "../support/seeds.ts";

useQueues();

it("a payment and its event are in the cell that both ids name, and nowhere else", async () => {
  const merchant = await makeMerchant();
  const [cell] = deps.places.ofMerchant(merchant.id);
  if (cell === undefined) throw new Error("the merchant has no cell");
  const { id } = await makeIntent(merchant);
  expect((await confirm(await makeWallet(), id)).status).toBe(200);

  expect(deps.places.of(id)).toEqual([cell]);
  expect(cell.place).toBe(merchant.id.slice(-6, -5));
  const paid = await findIntent(cell, id);
  expect(paid).toMatchObject({ id, status: "completed" });
  expect(await findIntent(db, id)).toBeNull();
  const stored = await cell.select().from(events);
  expect(stored).toMatchObject([{ intentId: id, type: "payment.completed" }]);
  expect(deps.places.of(stored[0]?.id ?? "")).toEqual([cell]);

  await collect(id);
  expect(await find(id), "read from the cell alone").toEqual(paid);
});
