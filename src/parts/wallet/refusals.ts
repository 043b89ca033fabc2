import { notFound, type RefusalResponse } from "#core/http/refusals.ts";

export const refusals = {
  session_not_found: notFound("Session not found"),
} satisfies Record<string, RefusalResponse>;

declare global {
  interface PartRefusals extends Record<keyof typeof refusals, true> {}
}
