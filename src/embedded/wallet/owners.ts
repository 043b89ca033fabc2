import { and, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import type { SandboxWallets } from "../../domain/ports/sandbox.ts";
import { sandboxWallets } from "./schema.ts";

export function createSandboxWallets(db: Database): SandboxWallets {
  return {
    async recordOwner(walletId, merchantId) {
      await db.insert(sandboxWallets).values({ walletId, merchantId });
    },
    async isOwner(walletId, merchantId) {
      const isOwn = and(eq(sandboxWallets.walletId, walletId), eq(sandboxWallets.merchantId, merchantId));
      const row = await db.select().from(sandboxWallets).where(isOwn).get();
      return row !== undefined;
    },
  };
}
