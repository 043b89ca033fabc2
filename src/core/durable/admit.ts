// Loads an object's intent for a command, and reads beside that what an administrator has stopped.
import { findStanding, isIntentStopped } from "#core/db/merchants/standing.ts";
import { type IntentCommand, isKnownCommand, type ObjectRefusal } from "#core/domain/commands.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { callerRefusal, type StandingCheck } from "#core/domain/standing.ts";
import { log } from "#core/lib/log.ts";
import { findFirst } from "#core/shards/shards.ts";
import type { DocumentStore } from "./document-store.ts";
import type { ReadIntent } from "./intent-reads.ts";

export interface CommandReads {
  /** Set for a caller whose standing no guard has checked. */
  check?: StandingCheck | undefined;
  /** How the intent is read, where the object does not have it. */
  read?: ReadIntent;
}

/** The command with what it has to know of the standing. Until it is admitted, nothing is stored. */
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
  check: StandingCheck | undefined,
): Promise<Result<boolean, ObjectRefusal>> {
  try {
    await shards.check(Date.now());
    if (check === undefined)
      return ok((await findFirst(shards.of(id), (shard) => isIntentStopped(shard, id))) ?? false);
    const standing = await findStanding(shards, check.key);
    const refusal = callerRefusal(check, standing);
    return refusal === null ? ok(standing.areRefundsStopped) : err(refusal);
  } catch (error) {
    log("error", "standing_unread", { intent_id: id, error });
    return err("standing_unread");
  }
}
