import { conflict, forbidden, type RefusalResponse, tryLater } from "#core/http/refusals.ts";

export const refusals = {
  no_embedded_ledger: conflict("only the embedded ledger can have faults"),
  sign_ups_off: forbidden("this sandbox registers no strangers: its operator registers merchants"),
  too_many_sign_ups: tryLater(3_600, "three merchants have been made from this network address today"),
  too_many_sign_ups_today: tryLater(3_600, "this sandbox has made as many merchants as it does in a day"),
  sandbox_full: {
    ...tryLater(3_600, "this sandbox has as many merchants as it holds"),
    status: 503,
  },
  misdirected_request: {
    status: 421,
    message: "a sandbox responds at localhost and at the host of its PUBLIC_URL, nowhere else",
  },
} satisfies Record<string, RefusalResponse>;

declare global {
  interface SandboxRefusals extends Record<keyof typeof refusals, true> {}
}
