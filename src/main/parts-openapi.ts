// What every part adds to the OpenAPI document, in one line each.
export { openapi as desk } from "#parts/desk/openapi.ts";
export { openapi as exports } from "#parts/exports/openapi.ts";
export { openapi as goLive } from "#parts/go-live/openapi.ts";
export { openapi as operations } from "#parts/operations/openapi.ts";
export { openapi as push } from "#parts/push/openapi.ts";
export { openapi as reconciliation } from "#parts/reconciliation/openapi.ts";
export { openapi as stickers } from "#parts/stickers/openapi.ts";
export { openapi as till } from "#parts/till/openapi.ts";
export { openapi as wallet } from "#parts/wallet/openapi.ts";
