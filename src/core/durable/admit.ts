// Loads an object's intent for a command, and reads beside that what an administrator has stopped.
import { findRestrictions, isIntentStopped } from "#core/db/merchants/restrictions.ts";
import { actorRefusal, type RestrictionsCheck } from "#core/domain/merchants/restrictions.ts";
import {
  type IntentCommand,
  isKnownCommand,
  type ObjectRefusal,
} from "#core/domain/payment-intents/commands.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { log } from "#core/lib/log.ts";
import { findFirst } from "#core/shards/shards.ts";
import type { DocumentStore } from "./document-store.ts";
import type { ReadIntent } from "./intent-reads.ts";

export interface CommandReads {
  /** Set for a caller whose restrictions no guard has checked. */
  check?: RestrictionsCheck | undefined;
  /** How the intent is read, where the object does not have it. */
  read?: ReadIntent;
}

/** The command with what it has to know of the restrictions. Until it is admitted, nothing is stored. */
export async function admit(
  store: DocumentStore,
  command: IntentCommand,
  { check, read }: CommandReads,
): Promise<Result<IntentCommand, ObjectRefusal>> {
  if (!isKnownCommand(command)) {
    log("error", "unknown_command", { intent_id: store.id, command: command.type });
    return err("unavailable");
  }
  const isPaying = command.type === "confirm" || command.type === "approve";
  if (!isPaying && check === undefined) return (await store.load(read)) ? ok(command) : err("unavailable");
  const loading = store.document !== null || store.load();
  const [isLoaded, stop] = await Promise.all([loading, readStop(store, check)]);
  if (!stop.ok) return stop;
  // Meanwhile this instance may have been replaced.
  if (!isLoaded || store.look() === false) return err("unavailable");
  return ok(stop.value ? { ...command, isStopped: true } : command);
}

/** Whether what the caller would begin is stopped; without a check, whether the intent's merchant is suspended. */
async function readStop(
  { id, shards }: DocumentStore,
  check: RestrictionsCheck | undefined,
): Promise<Result<boolean, ObjectRefusal>> {
  try {
    await shards.check(Date.now());
    if (check === undefined)
      return ok((await findFirst(shards.of(id), (shard) => isIntentStopped(shard, id))) ?? false);
    const restrictions = await findRestrictions(shards, check.key);
    const refusal = actorRefusal(check, restrictions);
    return refusal === null ? ok(restrictions.areRefundsStopped) : err(refusal);
  } catch (error) {
    log("error", "standing_unread", { intent_id: id, error });
    return err("standing_unread");
  }
}
