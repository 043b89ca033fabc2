import { conflict, type RefusalResponse } from "#core/http/refusals.ts";

export const refusals = {
  no_embedded_ledger: conflict("only the embedded ledger can have faults"),
  misdirected_request: {
    status: 421,
    message: "a sandbox responds at localhost and at the host of its PUBLIC_URL, nowhere else",
  },
} satisfies Record<string, RefusalResponse>;

declare global {
  interface SandboxRefusals extends Record<keyof typeof refusals, true> {}
}
