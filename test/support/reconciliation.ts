// The reconciliation as an operator reads it: page by page, here only what is about one merchant.
import { beforeEach, expect } from "vitest";
import { type ApiResponse, adminToken, call } from "./api.ts";
import { DAY, setClock } from "./clock.ts";
import { useMutedLog } from "./faults.ts";
import { MERCHANT_API } from "./paths.ts";
import { useQueues } from "./queues.ts";

let latest = Date.now();

/** Later than in any test before: event ids never go back in time, and are searched for by the time of their event. */
function laterThanBefore(): void {
  latest = Math.max(latest, Date.now()) + 7 * DAY;
  setClock(latest);
}

export function useReconciliation() {
  const queues = useQueues();
  useMutedLog();
  beforeEach(laterThanBefore);
  return queues;
}

const RECONCILIATION = `${MERCHANT_API}/admin/reconciliation`;

export interface PresentedFinding {
  kind: string;
  since: string;
  merchant_id: string | null;
  payment_intent_id: string | null;
  movement_id: string | null;
  event_id: string | null;
  transaction_id: string | null;
  found: string;
  action: string;
}

export async function reconciliation(query = ""): Promise<ApiResponse> {
  return await call("GET", `${RECONCILIATION}?${query}`, { token: await adminToken() });
}

/** Every page of the reconciliation, to its end. */
export async function reconciliationPages(query = "limit=100") {
  const pages: { findings: PresentedFinding[]; ledger: string }[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const response: ApiResponse = await reconciliation(cursor === "" ? query : `${query}&cursor=${cursor}`);
    expect(response.status).toBe(200);
    pages.push(response.body);
    cursor = response.body.next_cursor;
  }
  return pages;
}

/** What is found about the merchant, over all pages. */
export async function findingsAbout(merchantId: string, query?: string): Promise<PresentedFinding[]> {
  const pages = await reconciliationPages(query);
  return pages.flatMap(({ findings }) => findings).filter(({ merchant_id: id }) => id === merchantId);
}

export async function kindsAbout(merchantId: string, query?: string): Promise<string[]> {
  return (await findingsAbout(merchantId, query)).map(({ kind }) => kind);
}
