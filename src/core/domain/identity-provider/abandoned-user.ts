import type { ProviderTask } from "#core/domain/identity-provider/provider-task.ts";
import type { ExistingUser } from "#core/domain/ports/identity-provider.ts";

/** What D1 knows of a user at the identity provider. */
export interface UserTraces {
  email: string;
  /** The open tasks of the email, and of the user. */
  tasks: readonly ProviderTask[];
  /** The merchants at which the user has a role. */
  roleMerchantIds: readonly string[];
  /** The merchants whose own email this is. */
  ownMerchantIds: readonly string[];
}

/**
 * Whether the user is left of a registration, invitation or removal that is not settled: nobody needs it. `askingTaskId`: an
 * invitation in whose way the user is.
 */
export function isAbandoned(user: ExistingUser, traces: UserTraces, askingTaskId?: string): boolean {
  return traces.tasks.some((task) => {
    if (task.kind === "user_removal") return task.subject === user.id;
    const isBeingUndone = task.attempts > 0 && user.merchantIds.includes(task.merchantId);
    if (!isBeingUndone || task.subject !== traces.email) return false;
    if (task.kind === "registration") return task.userId !== user.id;
    if (task.kind !== "invitation") return false;
    return task.userId === user.id || !isNeededAt(task.merchantId, traces, askingTaskId);
  });
}

/** Customers register themselves, with any email: until it is verified, the account may be a stranger's. */
export function isUnproven({ merchantIds, isEmailVerified }: ExistingUser): boolean {
  return merchantIds.length === 0 && !isEmailVerified;
}

function isNeededAt(
  merchantId: string,
  { tasks, roleMerchantIds, ownMerchantIds }: UserTraces,
  askingTaskId: string | undefined,
): boolean {
  const isBeingInvited = tasks.some(
    (task) =>
      task.kind === "invitation" &&
      task.merchantId === merchantId &&
      task.attempts === 0 &&
      task.id !== askingTaskId,
  );
  return isBeingInvited || roleMerchantIds.includes(merchantId) || ownMerchantIds.includes(merchantId);
}
