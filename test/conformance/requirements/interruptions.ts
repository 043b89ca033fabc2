// Connections are cut during responses, and before there is one.
import { demand, Unmet } from "../demand.ts";
import type { Requirement } from "../requirement.ts";

/** The moments at which the connection is cut, as shares of what a request usually takes. */
const CUTS = [0.05, 0.25, 0.5, 0.75, 1, 1.5];
/** Requests to tell from how long one usually takes: the first one also connects. */
const MEASURED = 3;
const RESPONSE_MS_MAX = 5000;
const RESPONSE_BYTES_MAX = 1024 * 1024;

export const INTERRUPTIONS: Requirement[] = [
  {
    id: "interrupted.repeat",
    text: "After a lost connection, the repeated request gets its one transaction, and money moves once",
    async check({ ledger, accounts }) {
      const pair = await accounts.pair(100 * 2 * (CUTS.length + MEASURED));
      const durationsMs: number[] = [];
      for (let count = 0; count < MEASURED; count++)
        durationsMs.push((await ledger.send(pair.payment(100))).durationMs);
      const usualMs = Math.min(...durationsMs);
      const before = await pair.holdings();
      const payments = CUTS.map((share) => ({ share, payment: pair.payment(100) }));
      for (const { share, payment } of payments) {
        await ledger.send(payment, { cutAfterMs: Math.max(1, Math.round(usualMs * share)) }).catch(isCut);
        const { transaction_id } = await ledger.settled(await ledger.accept(payment));
        const again = await ledger.accept(payment);
        demand(again.transaction_id === transaction_id, `transaction ${transaction_id}`, again);
      }
      await pair.demandMoved(before, 100 * CUTS.length);
    },
  },
  {
    id: "response.in-time",
    text: "Every response of this run came within 5 seconds",
    async check({ ledger: { slowestMs } }) {
      demand(slowestMs <= RESPONSE_MS_MAX, "at most 5000 ms", `${Math.round(slowestMs)} ms`);
    },
  },
  {
    id: "response.small",
    text: "Every response of this run had at most 1 MiB",
    async check({ ledger: { largestBytes } }) {
      demand(largestBytes <= RESPONSE_BYTES_MAX, "at most 1048576 bytes", `${largestBytes} bytes`);
    },
  },
];

/** What `send` throws for a connection that was cut. */
function isCut(error: unknown): null {
  if (error instanceof Unmet) return null;
  throw error;
}
