import type { PartAssets } from "#core/part-pages.ts";

export const assets = {
  bundles: { desk: "browser/main.ts" },
} satisfies PartAssets;
