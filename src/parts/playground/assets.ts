import type { PartAssets } from "#core/part-pages.ts";

export const assets = {
  bundles: { stage: "browser/main.ts" },
  texts: { stage: "browser/texts" },
} satisfies PartAssets;
