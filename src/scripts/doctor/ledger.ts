// An external ledger: reads only, but for the rehearsal that the operator asks for.
import { Skipped } from "../external-ledger/demand.ts";
import { LedgerUnderTest } from "../external-ledger/ledger-under-test.ts";
import { Pair } from "../external-ledger/pair.ts";
import { ask, type ClockReading } from "./ask.ts";
import { type Check, type Finding, judge, reach, Unseen } from "./check.ts";
import type { Variables } from "./target.ts";

/** The service's own limit for a response. */
const RESPONSE_TIME_MAX_MS = 5_000;
const SETTLEMENT_TIME_MAX_MS = 60_000;

export interface Rehearsal {
  /** An account with money. */
  account: string;
  currency: string;
}

const CONTRACT = "See `.github/contracts/ledger.md`, and run `npm run test:ledger` with test accounts.";

const TOKEN: Check<LedgerUnderTest | null> = {
  name: "ledger.token",
  fault: async (ledger) => {
    if (ledger === null) throw new Unseen("without LEDGER_TOKEN the ledger cannot be read");
    const { status } = await ledger.call("GET", `/v1/accounts/${crypto.randomUUID()}`);
    if (status === 404) return null;
    return status === 401 || status === 403
      ? `it refuses LEDGER_TOKEN (${status})`
      : `it responds to an unknown account with ${status}, not 404`;
  },
  fix: `Set LEDGER_TOKEN to the ledger's token, and LEDGER_URL to its address. ${CONTRACT}`,
};

const CHECKS: Check<LedgerUnderTest>[] = [
  {
    name: "ledger.transactions",
    fault: async (ledger) => {
      const { status } = await ledger.call("GET", `/v1/transactions/${crypto.randomUUID()}`);
      return status === 404 ? null : `it responds to an unknown transaction with ${status}, not 404`;
    },
    fix: CONTRACT,
  },
  {
    name: "ledger.history",
    fault: async (ledger) => {
      const { total } = await ledger.page(crypto.randomUUID(), 1, 20);
      return total === 0 ? null : `an account that is new has ${total} transactions`;
    },
    fix: CONTRACT,
  },
  {
    name: "ledger.look-up",
    fault: async (ledger) => {
      try {
        const found = await ledger.findByKey(`payment:${crypto.randomUUID()}:1`);
        return found.length === 0 ? null : "it finds a transaction under a key that nobody has used";
      } catch (error) {
        if (error instanceof Skipped) return "it cannot look up a transaction by its key";
        throw error;
      }
    },
    fix: "Without it, operators have to find a transaction by hand when a payment has no result.",
    isAdvice: true,
  },
  {
    name: "ledger.speed",
    fault: ({ slowestMs }) =>
      slowestMs < RESPONSE_TIME_MAX_MS ? null : `a read took ${Math.round(slowestMs)} ms`,
    fix: "Let it respond within 5 seconds: the service gives up after that and sends the request again.",
  },
];

const STRANGERS = { name: "ledger.strangers", fix: `Let every call without the token get 401. ${CONTRACT}` };

/** With the ledger's clock, where that was read. The embedded ledger is not checked. */
export async function checkLedger(
  { LEDGER_URL, LEDGER_TOKEN }: Variables,
  rehearsal: Rehearsal | null,
): Promise<{ findings: Finding[]; clock: ClockReading | null }> {
  const rehearse = async (ledger: LedgerUnderTest | null) =>
    rehearsal === null ? [] : await judge([REHEARSAL], { ledger, rehearsal });
  if (!LEDGER_URL) return { findings: await rehearse(null), clock: null };
  const url = LEDGER_URL.replace(/\/+$/, "");
  const { finding, seen: clock } = await reach(STRANGERS, () => askAsStranger(url));
  const [token = ""] = (LEDGER_TOKEN ?? "").split(",");
  const ledger = token === "" ? null : new LedgerUnderTest(url, token, SETTLEMENT_TIME_MAX_MS);
  const findings = [finding, ...(await judge([TOKEN], ledger))];
  if (ledger === null || findings.at(-1)?.result === "FAIL")
    return { findings: [...findings, ...(await rehearse(null))], clock };
  findings.push(...(await judge(CHECKS, ledger)), ...(await rehearse(ledger)));
  return { findings, clock };
}

/** Throws unless the ledger refuses who has no token. */
async function askAsStranger(url: string): Promise<ClockReading> {
  const { status, clock } = await ask(`${url}/v1/accounts/${crypto.randomUUID()}`);
  if (status !== 401) throw new Error(`without a token it responds with ${status}, not 401`);
  return clock;
}

/** To an account of its own, as a merchant's first payment goes. What was paid is refunded, whatever is seen between. */
const REHEARSAL: Check<{ ledger: LedgerUnderTest | null; rehearsal: Rehearsal }> = {
  name: "ledger.rehearsal",
  fault: async ({ ledger, rehearsal: { account, currency } }) => {
    if (ledger === null) return "there is no ledger to rehearse with";
    const pair = new Pair(ledger, account, crypto.randomUUID(), currency);
    const before = await pair.holdings();
    await pair.pay(1);
    try {
      await pair.demandMoved(before, 1, "after the payment");
    } finally {
      await pair.giveBack(1);
    }
    await pair.demandMoved(before, 0, "after the refund");
    return null;
  },
  fix: `Compare the account's last transactions with what was expected; LEDGER_URL and LEDGER_TOKEN must be right. ${CONTRACT}`,
};
