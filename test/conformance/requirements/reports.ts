import type { ContractTransaction } from "#core/wire/payment-intents/ledger-contract.ts";
import { verifySignature } from "#sdk/signature.ts";
import { demand, demandEqual, Skipped } from "../demand.ts";
import { type Arrival, eventIn, type ReportReceiver, type Response } from "../report-receiver.ts";
import type { Requirement } from "../requirement.ts";
import type { Scene } from "../scene.ts";

/** However soon a report is sent again. */
const LISTENED_MS_MIN = 1_000;

export const REPORTS: Requirement[] = [
  {
    id: "report.sent",
    text: "What was pending is reported when it has settled, as the whole transaction",
    async check(scene) {
      const { arrivals, settled } = await reportsOf(scene, []);
      const [arrival] = arrivals;
      demand(arrival !== undefined, "a report of the settled refund", `none in ${seconds(scene)}`);
      const event = eventIn(arrival);
      demand(event.success, "a ledger event as the OpenAPI document says", arrival.body.toString());
      demandEqual(event.data.type, "transaction.settled", "type");
      for (const field of ["transaction_id", "status", "currency", "amount"] as const)
        demandEqual(event.data.data[field], settled[field], `data.${field}`);
      for (const field of ["from_account_id", "to_account_id", "transaction_type"] as const)
        demandEqual(event.data.data[field], settled[field], `data.${field}`);
      const key = event.data.data.metadata.operation_key;
      demand(typeof key === "string", "data.metadata.operation_key", event.data.data.metadata);
    },
  },
  {
    id: "report.signed",
    text: "Reports are signed after Standard Webhooks, over the bytes that are sent, with a recent timestamp",
    async check(scene) {
      const { arrivals, reports } = await reportsOf(scene, []);
      demand(arrivals.length > 0, "a report", `none in ${seconds(scene)}`);
      for (const arrival of arrivals) await demandSigned(arrival, reports);
    },
  },
  {
    id: "report.repeated",
    text: "A report that gets a 5xx, or no response, is sent again under its id until it gets 2xx",
    async check(scene) {
      const responses: Response[] = [503, "none", 200];
      const { arrivals, reports } = await reportsOf(scene, responses);
      const wanted = `${responses.length} attempts, because the first got 503 and the second no response`;
      demand(arrivals.length >= responses.length, wanted, `${arrivals.length} in ${seconds(scene)}`);
      const ids = new Set(arrivals.map(({ headers }) => headers.get("webhook-id")));
      demand(ids.size === 1, "the same webhook-id on every attempt", [...ids]);
      for (const arrival of arrivals) await demandSigned(arrival, reports);
    },
  },
  {
    id: "report.ended",
    text: "A report that got 2xx is not sent again and again",
    async check(scene) {
      const { arrivals, reports, intentId } = await reportsOf(scene, [503, 200]);
      const [first, second] = arrivals;
      if (first === undefined || second === undefined) throw new Skipped("no report was sent twice");
      const gapMs = Math.min(second.receivedAt - first.receivedAt, scene.waitMs);
      const later = await reports.waitFor(intentId, 4, Math.max(3 * gapMs, LISTENED_MS_MIN));
      demand(later.length < 4, "no more attempts after a 200", `${later.length - 2} more`);
    },
  },
];

/** What arrives about a refund that settles later, when the reports are responded to like this. */
async function reportsOf({ ledger, accounts, reports, waitMs }: Scene, responses: Response[]) {
  if (reports === null)
    throw new Skipped("reports need --reports-port and --reports-secret, and a ledger that reports there");
  const pair = await accounts.pair(100);
  await pair.pay(100);
  const refund = pair.refund(100);
  const intentId = refund.body.metadata.payment_intent_id ?? "";
  reports.respondTo(intentId, responses);
  const accepted = await ledger.accept(refund);
  const settled: ContractTransaction = await ledger.settled(accepted);
  if (accepted.status !== "pending") throw new Skipped("this ledger settles refunds at once");
  const arrivals = await reports.waitFor(intentId, Math.max(1, responses.length), waitMs);
  return { arrivals, reports, settled, intentId };
}

async function demandSigned({ body, headers, receivedAt }: Arrival, { secret }: ReportReceiver) {
  const verified = await verifySignature(body, headers, [secret], { now: receivedAt });
  demand(verified.ok, "a signature that Standard Webhooks verifies", verified.ok ? "" : verified.message);
}

function seconds({ waitMs }: Scene): string {
  return `${waitMs / 1000} seconds`;
}
