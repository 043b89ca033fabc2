// The queues of the sandbox: live's, and the embedded ledger's.
import { settledEvent } from "../ledger/present.ts";
import { settleIfDue } from "../ledger/settle.ts";
import { HANDLERS, type Handler, handleBatch, reportDead } from "../queues.ts";
import type { Dependencies } from "../services/dependencies.ts";

const settle: Handler = async (body, deps, env) => {
  const { transactionId } = body as { transactionId: string };
  const transaction = await settleIfDue(deps.db, transactionId, deps.clock());
  if (transaction?.status === "pending") throw new Error("the settlement is not due yet");
  if (transaction !== null) await env.LEDGER_EVENTS.send(settledEvent(transaction));
  return null;
};

const SANDBOX_HANDLERS: Record<string, Handler> = {
  ...HANDLERS,
  "ledger-settlements": settle,
  "ledger-settlements-dead": reportDead("ledger-settlements"),
};

export async function handleSandboxBatch(
  batch: MessageBatch,
  deps: Dependencies,
  env: Env,
  ctx: ExecutionContext,
): Promise<void> {
  await handleBatch(batch, deps, env, ctx, SANDBOX_HANDLERS);
}
