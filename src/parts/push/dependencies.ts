import type { PushMessage } from "#core/domain/ports/wallet.ts";
import type { Composed } from "#core/part.ts";
import { createPushService } from "./adapters/push-service.ts";
import type { PushService } from "./domain/push-service.ts";

export const dependencies = {
  push: ({ config: { push }, clock }: Composed) => (push === null ? null : createPushService(push, clock)),
  pushQueue: ({ env }: Composed) => env.PUSHES,
};

declare global {
  interface PartDependencies {
    /** It is null where nothing is pushed. */
    push: PushService | null;
    /** A push service that hangs never delays what else a wallet is told. */
    pushQueue: Queue<PushMessage>;
  }
}
