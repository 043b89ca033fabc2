// `it` for tests below HTTP. What a test names among its parameters is seeded for it alone: the wallet can pay the intent.
import { it as base } from "vitest";
import { seedIntent, seedMerchant, seedWallet } from "./seeds.ts";

export const it = base
  .extend("merchant", async () => await seedMerchant())
  .extend("intent", async ({ merchant }) => await seedIntent(merchant.id))
  .extend("wallet", async () => await seedWallet());
