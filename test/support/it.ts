// `it` for tests over HTTP. What a test names among its parameters is made for it alone.
import { it as base } from "vitest";
import { makeCounter } from "./counters.ts";
import { makeIntent, makePaidIntent } from "./intents.ts";
import { ownerOf } from "./merchant-users.ts";
import { makeMerchant, makeWallet } from "./parties.ts";

export const it = base
  .extend("merchant", async () => await makeMerchant())
  .extend("other", async () => await makeMerchant())
  .extend("owner", async ({ merchant }) => await ownerOf(merchant))
  .extend("wallet", async () => await makeWallet())
  .extend("counter", async ({ merchant }) => await makeCounter(merchant))
  .extend("scan", async ({ merchant, wallet }) => {
    const { id } = await makeCounter(merchant);
    return { scan_token: wallet.id, counter_id: id, amount: 1 };
  })
  .extend("intent", async ({ merchant }) => await makeIntent(merchant))
  .extend("paid", async ({ merchant }) => await makePaidIntent(merchant));
