import type { ProviderActor } from "#core/domain/identity-provider/provider-actor.ts";
import type { SandboxLedger } from "#core/domain/ports/ledger.ts";
import type { Dependencies } from "#core/services/dependencies.ts";

/** What the sandbox has besides; built in sandbox/composition.ts. */
export interface SandboxDependencies extends Dependencies {
  /** It is null when an external one is configured. */
  identityProviderApp: {
    fetch: (request: Request, caller: ProviderActor) => Response | Promise<Response>;
  } | null;
  /** It is null with an external ledger. */
  sandboxLedger: SandboxLedger | null;
  /** Whether anyone may make a merchant. */
  hasSignUp: boolean;
}
