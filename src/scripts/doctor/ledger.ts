// An external ledger: reads only, but for the rehearsal that the operator asks for.
import * as z from "zod";
import { CALL_UNSUPPORTED, LOOK_UP_UNSUPPORTED } from "../../core/adapters/ledger.ts";
import { floatDifference, LEDGER_CONTRACT_VERSION } from "../../core/domain/ledger.ts";
import { signWebhook } from "../../core/webhooks/sign.ts";
import { readTotals } from "../../core/wire/payment-intents/ledger.ts";
import { FoundTransactions, TransactionPage } from "../../core/wire/payment-intents/ledger-contract.ts";
import { exactInteger } from "../../core/wire/shared/exact-integer.ts";
import { isLedgerBound } from "../wrangler-facts.ts";
import { ask, bearer, type ClockReading, type Reply } from "./ask.ts";
import { type Check, type Finding, judge, listed, reach, Unseen } from "./check.ts";
import { type Rehearsal, rehearse } from "./rehearsal.ts";
import type { Target } from "./target.ts";

/** The service's own limit for a response. */
const RESPONSE_TIME_MAX_MS = 5_000;
const EVENTS_PATH = "/internal/ledger-events";
const SUMS_PATH = "/aggregate/balances";
const SUMS = z.object({ data: z.record(z.string(), exactInteger) });
const CONTRACT = "See `.github/contracts/ledger.md`, and run `npm run test:ledger` with test accounts.";

export interface Ledger {
  url: string;
  token: string;
  isFormance: boolean;
  slowestMs: number;
}

/** What nobody may read without the token, and how it responds to who has it. */
const probeOf = ({ isFormance }: Pick<Ledger, "isFormance">) =>
  isFormance
    ? { path: SUMS_PATH, what: "the sums of its accounts", status: 200 }
    : { path: `/v1/accounts/${crypto.randomUUID()}`, what: "an unknown account", status: 404 };

const TOKEN: Check<Ledger | null> = {
  name: "ledger.token",
  fault: async (ledger) => {
    if (ledger === null) throw new Unseen("without LEDGER_TOKEN the ledger cannot be read");
    const probe = probeOf(ledger);
    const { status } = await read(ledger, probe.path);
    if (status === probe.status) return null;
    return status === 401 || status === 403
      ? `it refuses LEDGER_TOKEN (${status})`
      : `it responds to ${probe.what} with ${status}, not ${probe.status}`;
  },
  fix: `Set LEDGER_TOKEN to the ledger's token, and LEDGER_URL to its address. ${CONTRACT}`,
};

const SPEED: Check<Ledger> = {
  name: "ledger.speed",
  fault: ({ slowestMs }) =>
    slowestMs < RESPONSE_TIME_MAX_MS ? null : `a read took ${Math.round(slowestMs)} ms`,
  fix: "Let it respond within 5 seconds: the service gives up after that and sends the request again.",
};

const FORMANCE_CHECKS: Check<Ledger>[] = [
  {
    name: "ledger.sums",
    fault: async (ledger) => {
      const { data } = contentOf(await read(ledger, SUMS_PATH), SUMS);
      const broken = Object.entries(data).filter(([, sum]) => sum !== 0n);
      return broken.length === 0 ? null : `its accounts do not sum to zero: ${broken.join("; ")}`;
    },
    fix: "Take no more payments before its operator has found the transaction that is broken.",
  },
  SPEED,
];

const CONTRACT_CHECKS: Check<Ledger>[] = [
  {
    name: "ledger.health",
    fault: async (ledger) => {
      const { status, body } = await read(ledger, "/health");
      if (status >= 500) return `its own check responds with ${status}`;
      // Only this repository's says it.
      const contract = z.object({ contract: z.string() }).safeParse(body).data?.contract;
      if (contract === undefined || contract === LEDGER_CONTRACT_VERSION) return null;
      return `it speaks version ${contract} of the contract, and this release ${LEDGER_CONTRACT_VERSION}`;
    },
    fix: "Read its log, which names what is missing; after an update, run `npm run deploy -- ledger` as well.",
  },
  {
    name: "ledger.totals",
    fault: async (ledger) => {
      const reply = await read(ledger, "/v1/totals");
      if (CALL_UNSUPPORTED.includes(reply.status))
        throw new Unseen("it does not say whether its float adds up");
      if (reply.status !== 200) return `it responds with ${reply.status}, not 200`;
      const broken = readTotals(reply.body).filter((totals) => floatDifference(totals) !== 0n);
      return listed(
        "its float is not, or not exactly, what it owes in",
        broken.map(({ currency }) => currency),
      );
    },
    fix: "Take no more payments before the transaction that is broken has been found.",
  },
  {
    name: "ledger.transactions",
    fault: async (ledger) => {
      const { status } = await read(ledger, `/v1/transactions/${crypto.randomUUID()}`);
      return status === 404 ? null : `it responds to an unknown transaction with ${status}, not 404`;
    },
    fix: CONTRACT,
  },
  {
    name: "ledger.history",
    fault: async (ledger) => {
      const path = `/v1/accounts/${crypto.randomUUID()}/transactions?page=1&limit=20`;
      const { page, limit, total } = contentOf(await read(ledger, path), TransactionPage);
      if (page !== 1 || limit !== 20) return `it returns page ${page}, limit ${limit} for page 1, limit 20`;
      return total === 0 ? null : `an account that is new has ${total} transactions`;
    },
    fix: CONTRACT,
  },
  {
    name: "ledger.look-up",
    fault: async (ledger) => {
      const reply = await read(ledger, `/v1/transactions?idempotency_key=payment:${crypto.randomUUID()}:1`);
      if (LOOK_UP_UNSUPPORTED.includes(reply.status)) return "it cannot look up a transaction by its key";
      const { transactions } = contentOf(reply, FoundTransactions);
      return transactions.length === 0 ? null : "it finds a transaction under a key that nobody has used";
    },
    fix: "Without it, operators have to find a transaction by hand when a payment has no result.",
    isAdvice: true,
  },
  SPEED,
];

const STRANGERS = { name: "ledger.strangers", fix: `Let every call without the token get 401. ${CONTRACT}` };

const REHEARSAL: Check<{ ledger: Ledger | null; rehearsal: Rehearsal }> = {
  name: "ledger.rehearsal",
  fault: async ({ ledger, rehearsal }) =>
    ledger === null ? "there is no ledger to rehearse with" : await rehearse(ledger, rehearsal),
  fix: `Compare the account's last transactions with what was expected; LEDGER_URL and LEDGER_TOKEN must be right. ${CONTRACT}`,
};

const BOUND: Check<null> = {
  name: "ledger.token",
  fault: () => {
    throw new Unseen("only the service reaches the ledger that it is bound to: read GET …/admin/float");
  },
  fix: "",
};

/** Checks the ledger's clock as well, where that was read. The embedded ledger is not checked. */
export async function checkLedger(
  { variables, wrangler }: Pick<Target, "variables" | "wrangler">,
  rehearsal: Rehearsal | null,
): Promise<{ findings: Finding[]; clock: ClockReading | null }> {
  const { LEDGER_URL, LEDGER_TOKEN, LEDGER_KIND } = variables;
  const rehearseWith = async (ledger: Ledger | null) =>
    rehearsal === null ? [] : await judge([REHEARSAL], { ledger, rehearsal });
  const bound = isLedgerBound(wrangler) ? await judge([BOUND], null) : [];
  if (!LEDGER_URL) return { findings: [...bound, ...(await rehearseWith(null))], clock: null };
  const url = LEDGER_URL.replace(/\/+$/, "");
  const isFormance = LEDGER_KIND === "formance";
  const { finding, seen: clock } = await reach(STRANGERS, () =>
    askAsStranger(url + probeOf({ isFormance }).path),
  );
  const [token = ""] = (LEDGER_TOKEN ?? "").split(",");
  const ledger = token === "" ? null : { url, token, isFormance, slowestMs: 0 };
  const findings = [finding, ...(await judge([TOKEN], ledger))];
  if (ledger === null || findings.at(-1)?.result === "FAIL")
    return { findings: [...findings, ...(await rehearseWith(null))], clock };
  const checks = isFormance ? FORMANCE_CHECKS : CONTRACT_CHECKS;
  findings.push(...(await judge(checks, ledger)), ...(await rehearseWith(ledger)));
  return { findings, clock };
}

/** Throws unless the ledger refuses who has no token. */
async function askAsStranger(url: string): Promise<ClockReading> {
  const { status, clock } = await ask(url);
  if (status !== 401) throw new Error(`without a token it responds with ${status}, not 401`);
  return clock;
}

async function read(ledger: Ledger, path: string): Promise<Reply> {
  const reply = await ask(ledger.url + path, bearer(ledger.token));
  ledger.slowestMs = Math.max(ledger.slowestMs, reply.clock.receivedAt - reply.clock.sentAt);
  return reply;
}

/** Throws unless it is a 200 as the OpenAPI document says. */
function contentOf<Schema extends z.core.$ZodType>(
  { status, body }: Reply,
  schema: Schema,
): z.output<Schema> {
  if (status !== 200) throw new Error(`it responds with ${status}, not 200`);
  const { data, error } = z.safeParse(schema, body);
  if (error === undefined) return data;
  throw new Error(`its response is not as expected: ${z.prettifyError(error).replaceAll("\n", " ")}`);
}

const EVENTS: Check<Target> = {
  name: "ledger.events-secret",
  fault: async ({ url, variables: { LEDGER_EVENTS_SECRET: secrets } }) => {
    if (!secrets) throw new Unseen("without LEDGER_EVENTS_SECRET it cannot be compared with the Worker's");
    // Signed, but no event: it is refused after its signature has been verified, and changes nothing.
    const body = "{}";
    const headers = await signWebhook(secrets.split(","), crypto.randomUUID(), Date.now(), body);
    const { status } = await ask(url + EVENTS_PATH, { method: "POST", headers: { ...headers }, body });
    if (status === 400) return null;
    return status === 401
      ? "the Worker verifies events with another secret"
      : `POST ${EVENTS_PATH} responded with ${status}`;
  },
  fix: "Give the Worker and the ledger the same LEDGER_EVENTS_SECRET.",
};

/** Whether the Worker verifies a ledger's events with the secret that is known here. For a service that responds. */
export async function checkLedgerEvents(target: Target): Promise<Finding[]> {
  const hasLedger = target.variables.LEDGER_URL || isLedgerBound(target.wrangler);
  return hasLedger ? await judge([EVENTS], target) : [];
}
