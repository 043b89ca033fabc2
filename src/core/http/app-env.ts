import type { RestrictionsCheck } from "#core/domain/merchants/restrictions.ts";
import type { FieldFault } from "#core/domain/result.ts";
import type { ActorIdentity } from "#core/domain/sessions/actor-identity.ts";
import type { CustomerSession } from "#core/domain/sessions/customer-session.ts";
import type { Session } from "#core/domain/sessions/session.ts";
import type { Timing } from "#core/lib/timing.ts";
import type { Dependencies } from "#core/services/dependencies.ts";

export interface AppEnv {
  Bindings: Env;
  Variables: {
    deps: Dependencies;
    requestId: string;
    timing: Timing;
    /** Set on routes that any web page may read. */
    isCrossOrigin: true | undefined;
    /** A response that has all its headers already: see http/response-headers.ts. */
    completeResponse: Response | undefined;
    /** Set by the guards in http/auth.ts, on the routes that have one. */
    identity: ActorIdentity;
    /** Set when the caller has been authenticated by the cookie of a merchant's session. */
    session: Session;
    /** Set when it was the wallet's cookie. */
    customerSession: CustomerSession;
    merchantId: string;
    walletId: string;
    /** Set by the guard of a route whose intent's object checks it, until that is asked. */
    restrictionsCheck: RestrictionsCheck | undefined;
    /** The `metadata` of an `intentBody`, byte for byte as it was sent; null when there is none. */
    metadataJson: string | null;
    /** Set by the `idempotency` middleware; null when the request has no key. */
    idempotencyKey: string | null;
    /** The unknown names in the body and in the query, where the route has a validator for it: see http/warnings.ts. */
    unknownInBody: readonly FieldFault[] | undefined;
    misspeltHeaders: readonly FieldFault[] | undefined;
    unknownInQuery: readonly FieldFault[] | undefined;
    /** The `error` of this route's 500 and 503 responses. */
    failure: string | undefined;
    /** The `code` of the failed response, for the log. */
    failureCode: string | undefined;
  };
}
