import type { RefusalResponse } from "#core/http/refusals.ts";
import { playground } from "#parts/playground/part.ts";

const own = {
  misdirected_request: {
    status: 421,
    message: "a sandbox responds at localhost and at the host of its PUBLIC_URL, nowhere else",
  },
} satisfies Record<string, RefusalResponse>;

export const refusals = { ...own, ...playground.refusals };

declare global {
  interface SandboxRefusals extends Record<keyof typeof own, true> {}
}
