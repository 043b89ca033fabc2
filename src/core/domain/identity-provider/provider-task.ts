// What is begun at the identity provider is announced in D1 first: a task, which the sweep undoes or finishes if the request did not settle it.

/**
 * `registration`, `counter` and `invitation` are undone unless their request settles them. `client_removal` and
 * `user_removal` are finished, and `wallet_sessions` are ended. `merchant_access` and `user_access` make the provider follow what
 * D1 says at that moment.
 */
export type ProviderTaskKind =
  | "registration"
  | "counter"
  | "invitation"
  | "client_removal"
  | "user_removal"
  | "wallet_sessions"
  | "merchant_access"
  | "user_access";

export interface ProviderTask {
  /** The id of the merchant, counter, client or user concerned; an invitation and an access have ids of their own. */
  id: string;
  kind: ProviderTaskKind;
  /** It is empty where it is about no merchant. */
  merchantId: string;
  /** The email of the new user, or the id of the merchant, client, user or wallet. */
  subject: string;
  /** The user that an invitation has made; the one that a registration has taken over, who existed before. */
  userId: string | null;
  /** Where a merchant's access continues: the id of the counter that it was last set for. Null at the beginning. */
  position: string | null;
  /** From the first one on, what was begun is being undone and cannot be settled any more. */
  attempts: number;
  dueAt: number;
  createdAt: number;
}

const MINUTE_MS = 60_000;

/** No request is at work on what it has begun for longer. */
export const IN_FLIGHT_MS = 2 * MINUTE_MS;
/** Nothing that was sent to the provider takes effect later than this. */
export const LATE_EFFECT_MS = 10 * MINUTE_MS;
/** Operators should know of a task that is still open. */
export const OVERDUE_MS = 60 * MINUTE_MS;
const RETRY_MS_MAX = 60 * MINUTE_MS;

export function newTask(
  about: Pick<ProviderTask, "id" | "kind" | "merchantId" | "subject">,
  now: number,
): ProviderTask {
  return { ...about, userId: null, position: null, attempts: 0, dueAt: now + IN_FLIGHT_MS, createdAt: now };
}

/** Makes the provider follow what D1 says of the merchant. */
export function merchantAccess(id: string, merchantId: string, now: number): ProviderTask {
  return newTask({ id, kind: "merchant_access", merchantId, subject: merchantId }, now);
}

/** Ends what its customer is signed in with at the provider. */
export function walletSessions(id: string, walletId: string, now: number): ProviderTask {
  return newTask({ id, kind: "wallet_sessions", merchantId: "", subject: walletId }, now);
}

export function clientRemoval(clientId: string, merchantId: string, now: number): ProviderTask {
  return newTask({ id: clientId, kind: "client_removal", merchantId, subject: clientId }, now);
}

/** `attempts` includes the one that is about to be made. */
export function nextAttemptAt(attempts: number, now: number): number {
  return now + Math.min(MINUTE_MS * 2 ** (attempts - 1), RETRY_MS_MAX);
}

/** What an attempt left to do: nothing, something that it could not do, or more of the same, which the next one continues. */
export type Outcome = "done" | "unfinished" | { position: string | null };

/**
 * What becomes of the task after an attempt; null when that was the last one. What was sent before may still take effect, so
 * an undoing ends only with an attempt that is not the first one, comes after all of that and finds nothing to remove. An
 * access begins anew after all of that, unless each attempt was the first one.
 */
export function afterAttempt(task: ProviderTask, outcome: Outcome, now: number): ProviderTask | null {
  if (outcome === "unfinished") return task;
  const isFirst = task.attempts === 1;
  if (outcome !== "done") return { ...task, ...outcome, attempts: isFirst ? 0 : task.attempts, dueAt: now };
  switch (task.kind) {
    case "client_removal":
    case "user_removal":
    case "wallet_sessions":
      return null;
    case "merchant_access":
    case "user_access":
      return isFirst ? null : { ...task, position: null, attempts: 0, dueAt: now + LATE_EFFECT_MS };
    default:
      return isFirst || now - task.createdAt < LATE_EFFECT_MS ? task : null;
  }
}
