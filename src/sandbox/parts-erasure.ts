// What erases a merchant, for those that nobody uses any more.
export { requestErasure } from "#parts/exports/services/merchant-erasure.ts";
