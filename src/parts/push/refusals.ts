import { conflict, type RefusalResponse } from "#core/http/refusals.ts";

export const refusals = {
  push_not_configured: conflict("this service sends no push messages"),
  push_service_unknown: {
    status: 400,
    message: "endpoint must be an https address of a browser vendor's push service, at port 443",
  },
} satisfies Record<string, RefusalResponse>;

declare global {
  interface PartRefusals extends Record<keyof typeof refusals, true> {}
}
