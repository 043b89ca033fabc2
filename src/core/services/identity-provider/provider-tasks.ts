// Finishes what a request has begun at the identity provider, or undoes it: in the request, and in the sweep until it is over.

import { claimTask, continueTask, endTask, listDueTasks } from "#core/db/identity-provider/provider-tasks.ts";
import { deleteMerchantUser, readUserTraces } from "#core/db/merchants/merchant-users.ts";
import { listCustomersOf } from "#core/db/wallet/customer-wallets.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { isAbandoned } from "#core/domain/identity-provider/abandoned-user.ts";
import {
  afterAttempt,
  nextAttemptAt,
  type Outcome,
  OVERDUE_MS,
  type ProviderTask,
  type ProviderTaskKind,
} from "#core/domain/identity-provider/provider-task.ts";
import type { Result } from "#core/domain/result.ts";
import { forEachLimited } from "#core/lib/for-each-limited.ts";
import { log } from "#core/lib/log.ts";
import { isoTime } from "#core/lib/time.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { LIMITS } from "#core/services/operations/sweep-limits.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { endAccount, holdsWallet } from "./existing-users.ts";
import { syncMerchantAccess, syncUserAccess } from "./provider-access.ts";

/** Runs what the task has announced. What is refused is undone at once, what fails also later: a request may be late. */
export async function orUndo<T>(
  deps: Dependencies,
  task: ProviderTask,
  run: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  try {
    const result = await run();
    if (!result.ok) await attemptTask(deps, task, { mayBeLate: false });
    return result;
  } catch (error) {
    await attemptTask(deps, task);
    throw error;
  }
}

/** Tries once more if only the reply was lost. Throws when the task is being undone: its request took too long. */
export async function settled(settle: () => Promise<boolean>): Promise<true> {
  if (!(await settle().catch(settle))) throw undone();
  return true;
}

export function undone(): DependencyError {
  return new DependencyError("identity_provider", "what was begun took too long, and is being undone");
}

/** Returns true when it failed. Never throws: a later sweep tries again. */
export async function attemptTask(
  deps: Dependencies,
  task: ProviderTask,
  { mayBeLate = true } = {},
): Promise<boolean> {
  try {
    const now = deps.clock();
    const claimed = await claimTask(deps.db, task, nextAttemptAt(task.attempts + 1, now));
    if (claimed === null) return false;
    const outcome = await WORK[claimed.kind](deps, claimed);
    const next = mayBeLate ? afterAttempt(claimed, outcome, now) : null;
    if (next === null) await endTask(deps.db, claimed);
    else if (next !== claimed) await continueTask(deps.db, claimed, next);
    return false;
  } catch (error) {
    const { id, kind, merchantId, attempts } = task;
    log("warn", "provider_task_failed", {
      task_id: id,
      kind,
      merchant_id: merchantId,
      attempts: attempts + 1,
      error,
    });
    return true;
  }
}

/** Removes clients, six at a time, as there may be many, and begins none after a failure. Returns what failed. */
export async function attemptRemovals(
  deps: Dependencies,
  removals: readonly ProviderTask[],
): Promise<ProviderTask[]> {
  const failed: ProviderTask[] = [];
  await forEachLimited(removals, async (task) => {
    if (failed.length === 0 && (await attemptTask(deps, task))) failed.push(task);
  });
  return failed;
}

export async function sweepProviderTasks(deps: Dependencies): Promise<void> {
  const now = deps.clock();
  const failed = (await Promise.all([sweepRemovals(deps, now), sweepOthers(deps, now)])).flat();
  const overdue = failed
    .map(({ createdAt }) => createdAt)
    .filter((createdAt) => createdAt <= now - OVERDUE_MS);
  if (overdue.length === 0) return;
  const oldest = isoTime(Math.min(...overdue));
  log("error", "provider_tasks_overdue", { count: overdue.length, oldest });
}

async function sweepRemovals(deps: Dependencies, now: number): Promise<ProviderTask[]> {
  const limit = LIMITS.clientRemovals;
  return await attemptRemovals(deps, await listDueTasks(deps.db, "client_removals", { now, limit }));
}

/** Side by side: one that gets no response does not hold up the others. */
async function sweepOthers(deps: Dependencies, now: number): Promise<ProviderTask[]> {
  const due = await listDueTasks(deps.db, "others", { now, limit: LIMITS.providerTasks });
  const haveFailed = await Promise.all(due.map((task) => attemptTask(deps, task)));
  return due.filter((_, index) => haveFailed[index]);
}

type Work = (deps: Dependencies, task: ProviderTask) => Promise<Outcome>;

const WORK: Record<ProviderTaskKind, Work> = {
  async registration(deps, task) {
    const hadClient = await deps.identityProvider.deleteClient(`merchant-${task.merchantId}`);
    const outcome = await removeAbandoned(deps, task);
    return hadClient ? "unfinished" : outcome;
  },
  async counter({ identityProvider }, { subject }) {
    return (await identityProvider.deleteClient(subject)) ? "unfinished" : "done";
  },
  /** The role goes only after the account: a user without one would be an owner. */
  async invitation(deps, task) {
    const { merchantId, userId } = task;
    if (userId === null) return await removeAbandoned(deps, task);
    await deps.identityProvider.removeUser(userId);
    await deleteMerchantUser(deps.db, { merchantId, subject: userId });
    return await removeAbandoned(deps, task);
  },
  async client_removal({ identityProvider }, { subject }) {
    await identityProvider.deleteClient(subject);
    return "done";
  },
  async user_removal(deps, { merchantId, subject: userId }) {
    await endAccount(deps, { merchantId, userId });
    return "done";
  },
  async wallet_sessions({ db, tokens, identityProvider }, { subject: walletId }) {
    await identityProvider.endSessions(
      walletId,
      await listCustomersOf(db, { issuer: tokens.issuer, walletId }),
    );
    return "done";
  },
  merchant_access: syncMerchantAccess,
  user_access: (deps, { merchantId, subject: userId }) => syncUserAccess(deps, { merchantId, userId }),
};

/** The provider is read first: a user that is made after that is not removed. */
async function removeAbandoned(deps: Dependencies, { subject: email }: ProviderTask): Promise<Outcome> {
  const { db, identityProvider } = deps;
  const user = await identityProvider.findUser(email);
  if (user === null || !isAbandoned(user, await readUserTraces(db, email, user))) return "done";
  if (await holdsWallet(deps, user)) return "done";
  await identityProvider.removeUser(user.id);
  return "unfinished";
}
