import type { PartAssets } from "#core/part-pages.ts";

export const assets = {
  bundles: { checkout: "browser/checkout.ts" },
} satisfies PartAssets;
