import { findSequenceSince } from "#core/db/audit/audit-chain.ts";
import { type ChainFault, checkChain } from "#core/services/audit/audit-chain.ts";
import {
  type Check,
  type CheckContext,
  type Examined,
  inCell,
  pageOf,
} from "#core/services/reconciliation/reconciliation-check.ts";

const ENTRIES_PER_PAGE = 500;

/** The part of the chain that begins with the first entry of the period. The position's `at` is a sequence number. */
export const checkAuditTrail: Check = async (context, after) => {
  const { shard, from, to, room } = context;
  const sequence = after.at > 0 ? after.at + 1 : await findSequenceSince(shard, from);
  if (sequence === null) return pageOf([], room, null);
  // A check begins after its position.
  const { faults, last, next } = await checkChain(shard, sequence - 1, ENTRIES_PER_PAGE);
  const hasMore = next !== null && last !== undefined && last.createdAt < to;
  return pageOf(
    faults.map((fault) => examined(context, fault)),
    room,
    hasMore ? { at: next, key: "", id: "" } : null,
  );
};

function examined(context: CheckContext, { fault, row: entry }: ChainFault): Examined {
  const { id, sequence, merchantId, createdAt } = entry;
  const found =
    fault === "altered"
      ? `audit entry ${sequence}${inCell(context)} (${id}) is not what its hash covers, or follows another one`
      : `the audit entries before ${sequence}${inCell(context)} (${id}) are missing`;
  return {
    position: { at: sequence, key: "", id: "" },
    finding: {
      kind: "audit_trail_broken",
      since: createdAt,
      found,
      ...(merchantId === null ? {} : { merchantId }),
    },
  };
}
