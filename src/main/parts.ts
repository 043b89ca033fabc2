// Every part, in one line each.
export { checkout } from "#parts/checkout/part.ts";
export { dashboard } from "#parts/dashboard/part.ts";
export { desk } from "#parts/desk/part.ts";
export { exports } from "#parts/exports/part.ts";
export { goLive } from "#parts/go-live/part.ts";
export { operations } from "#parts/operations/part.ts";
export { push } from "#parts/push/part.ts";
export { reconciliation } from "#parts/reconciliation/part.ts";
export { stickers } from "#parts/stickers/part.ts";
export { till } from "#parts/till/part.ts";
export { wallet } from "#parts/wallet/part.ts";
