import { conflict, type RefusalResponse } from "#core/http/refusals.ts";

export const refusals = {
  no_embedded_ledger: conflict("only the embedded ledger can have faults"),
} satisfies Record<string, RefusalResponse>;

declare global {
  interface SandboxRefusals extends Record<keyof typeof refusals, true> {}
}
