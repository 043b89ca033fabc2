import type { PartAssets } from "#core/part-pages.ts";

export const assets = {
  bundles: { stickers: "browser/stickers.ts", "stickers-panel": "browser/panel.ts" },
  texts: { stickers: "browser/texts" },
} satisfies PartAssets;
