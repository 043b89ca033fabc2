import type { PushMessage } from "#core/domain/ports/wallet.ts";
import type { BatchHandler } from "#core/part.ts";
import { preparePush, sendPushes } from "./services/push.ts";

/** A message is done when its attempt begins, as a webhook's is. */
const pushes: BatchHandler = (messages, deps, _, ctx) => {
  const prepared = messages.map(({ body }) => preparePush(deps, body as PushMessage));
  ctx.waitUntil(sendPushes(deps, prepared));
  return prepared;
};

export const queues = { pushes };
