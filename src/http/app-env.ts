import type { Hono } from "hono";
import type { Principal } from "../domain/principal.ts";
import type { Dependencies } from "../services/dependencies.ts";

export interface FieldFault {
  field: string;
  /** Continues the field's name: "is required". */
  message: string;
}

export interface AppEnv {
  Bindings: Env;
  Variables: {
    deps: Dependencies;
    /** Null where an external one is configured. */
    identityProviderApp: Hono | null;
    requestId: string;
    /** Set by the guards in http/auth.ts, on the routes that have one. */
    principal: Principal;
    merchantId: string;
    walletId: string;
    /** Set by the `idempotency` middleware; null when the request has no key. */
    idempotencyKey: string | null;
    /** Unknown fields of the body, and the query parameters this route knows: see http/warnings.ts. */
    warnings: readonly FieldFault[] | undefined;
    knownQuery: readonly string[] | undefined;
    /** What a 500 of this route says; the reference gives the text for some operations. */
    failure: string | undefined;
    /** The `code` of the failure that was sent, for the log. */
    failureCode: string | undefined;
  };
}
