// This service's ledger contract in front of Formance Ledger: every call goes through the adapter, so that the suite checks both.
import { createFormanceLedger } from "../../../src/adapters/ledger-formance.ts";
import type { LedgerTransaction, LedgerTransfer, TransactionReport } from "../../../src/domain/ledger.ts";
import { currencyExponent, decimalText, exactDecimalText, parseAmount } from "../../../src/domain/money.ts";
import type { Ledger } from "../../../src/domain/ports/ledger.ts";
import type { Fetch } from "../../../src/lib/fetch-json.ts";
import type { Serve } from "../../../src/scripts/serve.ts";

export interface Formance {
  fetch: Fetch;
  /** With `/v2/` and the ledger's name. */
  baseUrl: string;
  token: string;
}

export function createBridge(
  { fetch, baseUrl, token }: Formance,
  createLedger = createFormanceLedger,
): Serve {
  const ledger = createLedger({ fetch, baseUrl, tokens: [token] });

  async function fund(account: string, amount: number, currency: string): Promise<void> {
    const asset = `${currency}/${currencyExponent(currency)}`;
    const posting = { source: "world", destination: `wallets:${account}`, amount, asset };
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ postings: [posting] });
    const { status } = await fetch(`${baseUrl}/transactions`, { method: "POST", headers, body });
    if (status !== 200) throw new Error(`the test account could not be funded: ${status}`);
  }

  return async (request) => {
    if (request.headers.get("Authorization") !== `Bearer ${token}`) return refusal(401, "unauthorized");
    const { pathname, searchParams } = new URL(request.url);
    const [, , kind, id = "", part] = pathname.split("/");
    try {
      if (request.method === "POST" && kind === "accounts") {
        const { account_id: account = "", currency = "", opening_balance = "" } = await bodyOf(request);
        await ledger.openWallet(account);
        const opening = minorOf(opening_balance, currency);
        if (opening !== null) await fund(account, opening, currency);
        return Response.json(await accountOf(ledger, account), { status: 201 });
      }
      if (request.method === "POST") return await transfer(ledger, request);
      if (part === "transactions") return await history(ledger, id, searchParams);
      if (kind === "accounts") return found(await accountOf(ledger, id));
      if (id !== "") return found(await read(ledger, await ledger.findById(id)));
      const keyed = await ledger.findByKey(searchParams.get("idempotency_key") ?? "");
      const report = keyed.ok ? keyed.value : null;
      return Response.json({ transactions: report === null ? [] : [await read(ledger, report)] });
    } catch {
      return refusal(503, "unavailable");
    }
  };
}

async function transfer(ledger: Ledger, request: Request): Promise<Response> {
  const wanted = readTransfer(request.headers.get("Idempotency-Key"), await bodyOf(request));
  if (wanted === null) return refusal(400, "invalid_request");
  const result = await ledger.transfer(wanted);
  if (result.outcome === "settled")
    return Response.json(await read(ledger, await ledger.findById(result.transactionId)), { status: 201 });
  if (result.outcome === "declined") return refusal(422, result.reason);
  if (result.outcome === "key_taken") return refusal(409, "key_taken");
  return refusal(result.outcome === "rejected" ? 400 : 503, result.outcome);
}

/** Empty for what is no JSON object. */
async function bodyOf(request: Request): Promise<Record<string, string>> {
  const body: unknown = await request.json().catch(() => null);
  return typeof body === "object" && body !== null ? { ...body } : {};
}

/** Null for what the service never sends. */
function readTransfer(key: string | null, body: Record<string, unknown>): LedgerTransfer | null {
  const { transaction_type: kind, from_account_id: from, to_account_id: to, amount, currency } = body;
  const isText = (value: unknown) => typeof value === "string";
  if (key === null || !isText(from) || !isText(to) || !isText(amount) || !isText(currency)) return null;
  if (kind !== "payment" && kind !== "refund") return null;
  const amountMinor = minorOf(String(amount), String(currency));
  if (amountMinor === null) return null;
  const { payment_intent_id } = body.metadata as { payment_intent_id: string };
  return {
    ...{ kind, key, amountMinor, currency: String(currency), description: String(body.description) },
    ...{ fromAccountId: String(from), toAccountId: String(to), paymentIntentId: payment_intent_id },
  };
}

function minorOf(amount: string, currency: string): number | null {
  const exponent = currencyExponent(currency);
  const parsed = exponent === null ? null : parseAmount(amount, exponent);
  return parsed?.ok ? parsed.value : null;
}

async function history(ledger: Ledger, accountId: string, query: URLSearchParams): Promise<Response> {
  const [page, limit] = [Number(query.get("page")), Number(query.get("limit"))];
  const before = query.get("before");
  if (before === null)
    return Response.json({ ...(await ledger.listTransactions(accountId, page, limit)), page, limit });
  const listed = await ledger.listBefore(accountId, before, limit);
  return listed.ok
    ? Response.json({ ...listed.value, page, limit, before })
    : refusal(400, "invalid_request");
}

async function accountOf(ledger: Ledger, account_id: string) {
  const balances = await ledger.findBalances(account_id);
  const shown = balances?.map(({ currency, amountMinor }) => ({
    currency,
    amount: decimalText(amountMinor, currency),
  }));
  return shown === undefined ? null : { account_id, balances: shown };
}

/** With the fields that only the history has. A decline is not in it. */
async function read(ledger: Ledger, report: TransactionReport | null): Promise<LedgerTransaction | null> {
  if (report === null) return null;
  const { result, kind, fromAccountId, toAccountId, amountMinor, currency } = report;
  if (result.outcome !== "declined") {
    const { transactions } = await ledger.listTransactions(fromAccountId, 1, 100);
    return transactions.find(({ transaction_id: id }) => id === result.transactionId) ?? null;
  }
  return {
    ...{
      transaction_id: report.transactionId,
      transaction_type: kind,
      status: "failed",
      failure_reason: result.reason,
    },
    ...{ from_account_id: fromAccountId, to_account_id: toAccountId, currency },
    amount: exactDecimalText(amountMinor ?? 0, currency),
    description: "",
    metadata: { payment_intent_id: report.paymentIntentId, operation_key: report.operationKey },
    created_at: new Date(0).toISOString(),
    completed_at: null,
  } as LedgerTransaction;
}

function found(body: object | null): Response {
  return body === null ? refusal(404, "not_found") : Response.json(body);
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
