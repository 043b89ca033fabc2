// Compares what clients were told with the intents in D1.
import type { IntentStatus, RefundStatus } from "#core/domain/payment-intents/payment-intent.ts";
import { type Claim, claimsOf, intentOf } from "./claims.ts";
import type { Disagreement, Evidence, Exchange, StoredIntent } from "./evidence.ts";

/** Every response is still true: what it said has happened, or has legally moved on. */
export function compareIntents({ exchanges, stored }: Evidence): Disagreement[] {
  const byId = new Map(stored.intents.map((intent) => [intent.id, intent]));
  const claims = exchanges.flatMap(claimsOf);
  const failedRefunds = new Set(
    stored.events.filter(({ type }) => type === "refund.failed").map(({ intentId }) => intentId),
  );
  return [
    ...claims.flatMap((claim) => compareClaim(claim, byId.get(claim.intentId), failedRefunds)),
    ...findRegressions(claims, failedRefunds),
    ...exchanges.flatMap((exchange) => compareNotFound(exchange, byId)),
    ...compareKeys(exchanges),
    ...compareReferences(exchanges, stored.intents),
  ];
}

function compareClaim(
  claim: Claim,
  intent: StoredIntent | undefined,
  failedRefunds: ReadonlySet<string>,
): Disagreement[] {
  const { intentId, exchange } = claim;
  const faultIf = (isWrong: boolean, told: string, found: string) =>
    isWrong ? [{ intentId, fault: `${nameOf(exchange)} said ${told}, D1 has ${found}` }] : [];
  if (intent === undefined) return faultIf(true, "that the intent exists", "no such intent");
  const { status, completedBy, refundStatus, amount } = claim;
  const isRefundLost =
    refundStatus === "pending" && intent.refundStatus === null && !failedRefunds.has(intentId);
  return [
    ...faultIf(status !== undefined && !isSuccessor(status, intent.status), `${status}`, intent.status),
    ...faultIf(
      completedBy !== undefined && completedBy !== intent.completedBy,
      `completed by ${completedBy}`,
      `completed by ${intent.completedBy}`,
    ),
    ...faultIf(isRefundLost, "that a refund was issued", "none"),
    ...faultIf(
      refundStatus === "completed" && intent.refundStatus !== "completed",
      "that the refund is completed",
      `refund_status ${intent.refundStatus}`,
    ),
    ...faultIf(
      amount !== undefined && (amount.minor !== intent.amountMinor || amount.currency !== intent.currency),
      `${amount?.minor} ${amount?.currency}`,
      `${intent.amountMinor} ${intent.currency}`,
    ),
  ];
}

/** Clients ask only for intents that they were told about. */
function compareNotFound(exchange: Exchange, byId: ReadonlyMap<string, StoredIntent>): Disagreement[] {
  const { id } = intentOf(exchange);
  if (id === null || exchange.response?.status !== 404 || !byId.has(id)) return [];
  return [{ intentId: id, fault: `${nameOf(exchange)} did not find the intent, D1 has it` }];
}

/** An open intent may become anything but open in the other way; what has ended stays as it is. */
function isSuccessor(told: IntentStatus, stored: IntentStatus): boolean {
  if (told === stored) return true;
  return isOpen(told) && !isOpen(stored);
}

function isOpen(status: IntentStatus): boolean {
  return status === "pending" || status === "pending_approval";
}

const REFUND_PROGRESS: Record<RefundStatus | "none", number> = { none: 0, pending: 1, completed: 2 };

/** A read by id is never older than a response that had arrived before it was requested, a kill in between or not. */
function findRegressions(claims: readonly Claim[], failedRefunds: ReadonlySet<string>): Disagreement[] {
  const byIntent = Map.groupBy(
    claims.filter(({ isFromList }) => !isFromList),
    ({ intentId }) => intentId,
  );
  return Array.from(byIntent).flatMap(([intentId, all]) =>
    all.flatMap((later) => {
      const earlier = all.find(
        ({ exchange, ...claim }) =>
          (exchange.response?.at ?? Number.POSITIVE_INFINITY) < later.exchange.sentAt &&
          (hasReopened(claim, later) || (!failedRefunds.has(intentId) && hasLostRefund(claim, later))),
      );
      if (earlier === undefined) return [];
      const fault = `${nameOf(later.exchange)} went back behind what ${nameOf(earlier.exchange)} had said before`;
      return [{ intentId, fault }];
    }),
  );
}

type ClaimedState = Pick<Claim, "status" | "refundStatus">;

function hasReopened(earlier: ClaimedState, later: ClaimedState): boolean {
  return (
    earlier.status !== undefined &&
    later.status !== undefined &&
    !isOpen(earlier.status) &&
    isOpen(later.status)
  );
}

function hasLostRefund(earlier: ClaimedState, later: ClaimedState): boolean {
  if (earlier.refundStatus === undefined || later.refundStatus === undefined) return false;
  // A refusal or a repeated request reports only that there is a refund.
  const isAtLeast = later.refundStatus === "pending" ? 2 : REFUND_PROGRESS[later.refundStatus ?? "none"];
  return isAtLeast < REFUND_PROGRESS[earlier.refundStatus ?? "none"];
}

/** A client that repeats a request under its idempotency key is always told about the same intent. */
function compareKeys(exchanges: readonly Exchange[]): Disagreement[] {
  const keyed = exchanges.filter(({ key, response }) => key !== null && (response?.status ?? 500) < 300);
  const groups = Map.groupBy(keyed, ({ actor, method, path, key }) => `${actor} ${method} ${path} ${key}`);
  return Array.from(groups.values()).flatMap((group) => {
    const ids = [...new Set(group.flatMap(claimsOf).map(({ intentId }) => intentId))];
    const [first] = group;
    if (ids.length <= 1 || first === undefined) return [];
    return [
      {
        intentId: ids[0] ?? null,
        fault: `the key of ${nameOf(first)} gave several intents: ${ids.join(", ")}`,
      },
    ];
  });
}

/** Each create and scan has a reference of its own, which its repetitions share. */
function compareReferences(exchanges: readonly Exchange[], intents: readonly StoredIntent[]): Disagreement[] {
  const requested = new Set(exchanges.map(({ request }) => request?.reference));
  const byReference = Map.groupBy(intents, ({ reference }) => reference);
  return Array.from(byReference).flatMap(([reference, [first, ...more]]) => {
    const intentId = first?.id ?? null;
    const unknown = requested.has(reference) ? [] : [{ intentId, fault: "no client requested this intent" }];
    const doubled = more.map(({ id }) => ({
      intentId,
      fault: `one request made this intent and ${id} as well (reference ${reference})`,
    }));
    return [...unknown, ...doubled];
  });
}

export function nameOf(exchange: Exchange): string {
  const { method, path, actor, response } = exchange;
  const { action } = intentOf(exchange);
  const route = action ?? path.replace(/^.*\/v1\//, "");
  return `${method} ${route} of ${actor} (${response === null ? "no response" : response.status})`;
}
