// What every part adds to the operators' guide, in one line each.
export { guide as desk } from "#parts/desk/guide.ts";
export { guide as exports } from "#parts/exports/guide.ts";
export { guide as ledger } from "#parts/ledger/guide.ts";
export { guide as operations } from "#parts/operations/guide.ts";
export { guide as push } from "#parts/push/guide.ts";
export { guide as reconciliation } from "#parts/reconciliation/guide.ts";
