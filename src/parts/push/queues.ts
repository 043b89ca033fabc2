import type { BatchHandler } from "../../core/part.ts";
import type { PushMessage } from "../../domain/ports/wallet.ts";
import { preparePush, sendPushes } from "../../services/wallet/push.ts";

/** A message is done when its attempt begins, as a webhook's is. */
const pushes: BatchHandler = (messages, deps, _, ctx) => {
  const prepared = messages.map(({ body }) => preparePush(deps, body as PushMessage));
  ctx.waitUntil(sendPushes(deps, prepared));
  return prepared;
};

export const queues = { pushes };
