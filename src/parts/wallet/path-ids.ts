import type { Refusal } from "#core/http/refusals.ts";

export const pathIds = { sessionID: "session_not_found" } satisfies Record<string, Refusal>;

declare global {
  interface PartPathIds extends Record<keyof typeof pathIds, true> {}
}
