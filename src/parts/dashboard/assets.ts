import type { PartAssets } from "#core/part-pages.ts";

export const assets = {
  texts: { dashboard: "browser/messages" },
} satisfies PartAssets;
