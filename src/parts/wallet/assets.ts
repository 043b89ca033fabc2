import type { PartAssets } from "#core/part-pages.ts";

export const assets = {
  bundles: { wallet: "browser/main.ts", "wallet-worker": "browser/service-worker.ts" },
  texts: { wallet: "browser/texts" },
} satisfies PartAssets;
