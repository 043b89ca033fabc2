import { findPlaceSince } from "../../db/audit/audit-chain.ts";
import { type ChainFault, checkChain } from "../audit/audit-chain.ts";
import { type Check, type CheckContext, type Examined, pageOf } from "./reconciliation-check.ts";

const ENTRIES_PER_PAGE = 500;

/** The part of the chain that begins with the first entry of the period. The position's `at` is a place in the chain. */
export const checkAuditTrail: Check = async ({ deps, from, to, room }, after) => {
  const start = after.at > 0 ? after.at : await startOf(deps, from);
  if (start === null) return pageOf([], room, null);
  const { faults, last, next } = await checkChain(deps.places.home, start, ENTRIES_PER_PAGE);
  const hasMore = next !== null && last !== undefined && last.createdAt < to;
  return pageOf(faults.map(examined), room, hasMore ? { at: next, key: "", id: "" } : null);
};

/** The check begins after this place, so the entry itself is compared as well. */
async function startOf({ places }: CheckContext["deps"], from: number): Promise<number | null> {
  const place = await findPlaceSince(places.home, from);
  return place === null ? null : place - 1;
}

function examined({ fault, entry }: ChainFault): Examined {
  const { id, sequence, merchantId, createdAt } = entry;
  const found =
    fault === "altered"
      ? `audit entry ${sequence} (${id}) is not what its hash covers, or follows another one`
      : `the audit entries before ${sequence} (${id}) are missing`;
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
