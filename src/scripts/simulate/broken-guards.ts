// Guards of the service, each with a change that breaks it. The simulator must notice every one.
import type { Patch } from "./platform/hooks.ts";

export const BROKEN_GUARDS: Record<string, Patch> = {
  "projection-version": {
    file: "db/projection.ts",
    find: "setWhere: lt(paymentIntents.version, intent.version),",
    replace: "",
  },
};
