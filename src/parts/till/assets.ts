import type { PartAssets } from "#core/part-pages.ts";

export const assets = {
  bundles: {
    pos: "browser/main.ts",
    "pos-worker": "browser/service-worker.ts",
    "favourites-panel": "browser/panel.ts",
  },
  texts: { till: "browser/texts" },
} satisfies PartAssets;
