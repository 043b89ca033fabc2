// This service's ledger contract in front of Formance Ledger: every call goes through the adapter, so that the suite checks both.

import {
  FLOAT_ACCOUNT_ID,
  INTENT_TRANSFERS,
  type LedgerReport,
  type LedgerTransaction,
  type LedgerTransfer,
  MOVEMENT_TRANSFERS,
} from "#core/domain/ledger.ts";
import { currencyExponent, decimalText, exactDecimalText, parseAmount } from "#core/domain/money.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import { presentTotals } from "#core/wire/payment-intents/ledger.ts";
import { createFormanceLedger } from "#parts/formance/adapters/ledger-formance.ts";
import type { Serve } from "#scripts/serve.ts";

export interface Formance {
  fetch: Fetch;
  /** It has `/v2/` and the ledger's name. */
  baseUrl: string;
  token: string;
}

type Metadata = Partial<Record<"payment_intent_id" | "movement_id", string>>;

export function createBridge(
  { fetch, baseUrl, token }: Formance,
  createLedger = createFormanceLedger,
): Serve {
  const ledger = createLedger({ fetch, baseUrl, tokens: [token] });
  /** Its keys are transactions: the port finds movements by their accounts alone. */
  const payers = new Map<string, string>();

  async function open(request: Request): Promise<Response> {
    const { account_id: account = "", currency = "", opening_balance = "" } = await bodyOf(request);
    await ledger.openWallet(account);
    const [id, amountMinor] = [crypto.randomUUID(), minorOf(opening_balance, currency)];
    const accounts = { fromAccountId: FLOAT_ACCOUNT_ID, toAccountId: account };
    const details = { key: `top_up:${id}`, movementId: id, currency, description: "Opening balance" };
    if (amountMinor !== null) await ledger.transfer({ kind: "top_up", ...accounts, ...details, amountMinor });
    return Response.json(await accountOf(ledger, account), { status: 201 });
  }

  async function transfer(request: Request): Promise<Response> {
    const wanted = readTransfer(request.headers.get("Idempotency-Key"), await bodyOf(request));
    if (wanted === null) return refusal(400, "invalid_request");
    const result = await ledger.transfer(wanted);
    if (result.outcome === "declined") return refusal(422, result.reason);
    if (result.outcome === "key_taken") return refusal(409, "key_taken");
    if (result.outcome !== "settled")
      return refusal(result.outcome === "rejected" ? 400 : 503, result.outcome);
    payers.set(result.transactionId, wanted.fromAccountId);
    return Response.json(await find(result.transactionId), { status: 201 });
  }

  /** Returns the fields that only the history has, too. */
  async function find(transactionId: string): Promise<LedgerTransaction | null> {
    const report = await ledger.findById(transactionId);
    const payer = report?.fromAccountId ?? payers.get(transactionId);
    if (payer === undefined) return null;
    const { transactions } = await ledger.listTransactions(payer, 1, 100);
    return transactions.find(({ transaction_id: id }) => id === transactionId) ?? null;
  }

  async function voidKey(key: string, request: Request): Promise<Response> {
    const wanted = readTransfer(key, await bodyOf(request));
    if (wanted === null) return refusal(400, "invalid_request");
    await ledger.voidKey(wanted);
    const { transactions } = await (await findByKey(key)).json<{ transactions: object[] }>();
    return found(transactions[0] ?? null);
  }

  async function findByKey(key: string): Promise<Response> {
    const keyed = await ledger.findByKey(key);
    const report = keyed.ok ? keyed.value : null;
    if (report === null) return Response.json({ transactions: [] });
    const isDecline = report.result.outcome === "declined";
    return Response.json({
      transactions: [isDecline ? shownDecline(report) : await find(report.transactionId)],
    });
  }

  return async (request) => {
    if (request.headers.get("Authorization") !== `Bearer ${token}`) return refusal(401, "unauthorized");
    const { pathname, searchParams } = new URL(request.url);
    const [, , kind, id = "", part] = pathname.split("/");
    try {
      if (part === "void") return await voidKey(decodeURIComponent(id), request);
      if (request.method === "POST")
        return kind === "accounts" ? await open(request) : await transfer(request);
      if (kind === "totals") return await totals(ledger);
      if (part === "transactions") return await history(ledger, id, searchParams);
      if (kind === "accounts") return found(await accountOf(ledger, id));
      return id === "" ? await findByKey(searchParams.get("idempotency_key") ?? "") : found(await find(id));
    } catch {
      return refusal(503, "unavailable");
    }
  };
}

/** Empty for what is no JSON object. */
async function bodyOf(request: Request): Promise<Record<string, string>> {
  const body: unknown = await request.json().catch(() => null);
  return typeof body === "object" && body !== null ? { ...body } : {};
}

/** Returns null for what the service never sends. */
function readTransfer(key: string | null, body: Record<string, unknown>): LedgerTransfer | null {
  const { transaction_type: kind, from_account_id: from, to_account_id: to, amount, currency } = body;
  const isText = (value: unknown) => typeof value === "string";
  if (key === null || !isText(from) || !isText(to) || !isText(amount) || !isText(currency)) return null;
  const amountMinor = minorOf(String(amount), String(currency));
  if (amountMinor === null) return null;
  const accounts = { fromAccountId: String(from), toAccountId: String(to) };
  const fields = {
    ...accounts,
    key,
    amountMinor,
    currency: String(currency),
    description: String(body.description),
  };
  const { payment_intent_id: paymentIntentId = "", movement_id: movementId = "" } = body.metadata as Metadata;
  const intentKind = INTENT_TRANSFERS.find((known) => known === kind);
  if (intentKind !== undefined) return { ...fields, kind: intentKind, paymentIntentId };
  const movementKind = MOVEMENT_TRANSFERS.find((known) => known === kind);
  return movementKind === undefined ? null : { ...fields, kind: movementKind, movementId };
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

async function totals(ledger: Ledger): Promise<Response> {
  const found = await ledger.findTotals();
  if (!found.ok) return refusal(501, found.error);
  return Response.json({ totals: found.value.map(presentTotals) });
}

/** It is in no history. */
function shownDecline({ result, kind, transactionId, ...report }: LedgerReport) {
  return {
    ...{ transaction_id: transactionId, transaction_type: kind, status: "failed", currency: report.currency },
    failure_reason: "reason" in result ? result.reason : "",
    ...{ from_account_id: report.fromAccountId, to_account_id: report.toAccountId },
    amount: exactDecimalText(report.amountMinor ?? 0, report.currency),
    metadata: { payment_intent_id: report.paymentIntentId, operation_key: report.operationKey },
    created_at: new Date(0).toISOString(),
  };
}

function found(body: object | null): Response {
  return body === null ? refusal(404, "not_found") : Response.json(body);
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
