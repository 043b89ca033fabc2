// The queues of the sandbox: live's, and the embedded ledger's.

import { settledEvent } from "#core/ledger/present.ts";
import { settleIfDue } from "#core/ledger/settle.ts";
import { each, HANDLERS, withDeadLetters } from "#main/queues.ts";
import { limitDeliveries } from "./services/sign-up-limits.ts";

const settle = each(async (body, deps, env) => {
  const { transactionId } = body as { transactionId: string };
  const transaction = await settleIfDue(deps.db, transactionId, deps.clock());
  if (transaction?.status === "pending") throw new Error("the settlement is not due yet");
  if (transaction !== null) await env.LEDGER_EVENTS.send(settledEvent(transaction));
});

const LIMITED = ["webhooks", "webhook-retries"].flatMap((queue) => {
  const deliver = HANDLERS[queue];
  return deliver === undefined ? [] : [[queue, limitDeliveries(deliver)] as const];
});

export const SANDBOX_HANDLERS = {
  ...HANDLERS,
  ...Object.fromEntries(LIMITED),
  ...withDeadLetters({ "ledger-settlements": settle }),
};
