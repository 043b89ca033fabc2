// A transfer is one batch: it is decided and stored, its money moves, and what is under its key is returned.
import { eq, getTableColumns, type Placeholder, type SQL, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "#core/db/client.ts";
import { placeholdersFor, prepareOnce, withValues } from "#core/db/prepared-statements.ts";
import { type FindGrant, openAccount } from "./accounts.ts";
import { moveMoney } from "./move-money.ts";
import type { TransactionRequest } from "./requests.ts";
import {
  acceptedMove,
  isMovement,
  isPending,
  mayBeNegative,
  requiredAccount,
  SETTLEMENT_DELAY_SECONDS,
} from "./rules.ts";
import { ledgerTransactions, type TransactionRow } from "./schema.ts";

export interface Posting {
  /** The transaction stored under the key; it may be a decline. */
  transaction: TransactionRow;
  /** It is true when this call stored it. */
  isNew: boolean;
  /** It is true when the merchant wants to see a ledger that responds too late. */
  isSlow: boolean;
}

type Fault = Placeholder | "wallet_empty" | "ledger_slow" | "refund_refused";

/** What the sandbox adds: money that waits for its account, and what a merchant wants to see go wrong. */
export interface Staging {
  findGrant: FindGrant;
  hasGrant: (accountId: Placeholder) => SQL;
  hasFault: (merchantId: Placeholder, fault: Fault, now: Placeholder, metadata: Placeholder) => SQL;
}

interface PostingOptions {
  db: Database;
  /** It is null outside the sandbox, where its tables are not. */
  staging: Staging | null;
  settlesAtOnce: boolean;
}

/**
 * The first transaction under a key is the result of every later call. Returns null when its request differed. With `refusal`,
 * what has not been executed under the key is declined for ever.
 */
export function createPosting({ db, staging, settlesAtOnce }: PostingOptions) {
  const statementsOf = prepareOnce((database) => ({
    store: storeStatement(database, staging),
    find: findStatement(database, staging),
  }));

  return async function postTransaction(
    idempotencyKey: string,
    request: TransactionRequest,
    now: number,
    refusal: "not_executed" | null = null,
  ): Promise<Posting | null> {
    const isHeld = isPending(request, settlesAtOnce);
    const { currency, amountMinor } = request;
    const post = async () => {
      const id = uuidv7();
      const values = {
        ...newTransaction(request, isHeld, now),
        ...decisive(request),
        id,
        idempotencyKey,
        refusal,
      };
      const move = { ...acceptedMove(request, isHeld), transactionId: id, currency, amountMinor, now };
      const { store, find } = statementsOf(db);
      const results = await db.batch([
        withValues(store, values),
        ...moveMoney(db, move),
        withValues(find, values),
      ]);
      const [row] = results[6];
      return row && { row, isNew: row.id === id };
    };

    const posted = (await post()) ?? (await openGranted(requiredAccount(request)).then(post));
    if (!posted) throw new Error("the stored transaction was not found");
    const { isFaultSlow, ...transaction } = posted.row;
    if (!isSameRequest(transaction, request)) return null;
    return { transaction, isNew: posted.isNew, isSlow: posted.isNew && isFaultSlow === 1 };
  };

  /** Safe to repeat. */
  async function openGranted(accountId: string): Promise<void> {
    const grant = await staging?.findGrant(accountId);
    if (!grant) return;
    const { currency, balanceMinor: openingBalanceMinor, createdAt } = grant;
    // When it was given, which is before all that is done with it.
    await openAccount(db, { accountId, currency, openingBalanceMinor }, createdAt);
  }
}

/** What the decision depends on besides the transaction itself. */
function decisive(request: TransactionRequest) {
  const { transactionType, fromAccountId, toAccountId } = request;
  const isPayment = transactionType === "payment";
  const isStaged = !isMovement(transactionType);
  return {
    requiredAccountId: requiredAccount(request),
    mayBeNegative: Number(mayBeNegative(fromAccountId)),
    merchantId: isStaged ? (isPayment ? toAccountId : fromAccountId) : null,
    fault: isStaged ? (isPayment ? "wallet_empty" : "refund_refused") : null,
  };
}

const GIVEN = {
  ...placeholdersFor(ledgerTransactions),
  refusal: sql.placeholder("refusal"),
  requiredAccountId: sql.placeholder("requiredAccountId"),
  mayBeNegative: sql.placeholder("mayBeNegative"),
  merchantId: sql.placeholder("merchantId"),
  fault: sql.placeholder("fault"),
};

/** Stores the transaction, or its decline. Nothing when the key is taken, or when money waits for an account that is missing. */
function storeStatement(db: Database, staging: Staging | null) {
  const { fromAccountId, toAccountId, currency, amountMinor, requiredAccountId } = GIVEN;
  const { merchantId, fault, createdAt, metadata } = GIVEN;
  const hasFault = staging?.hasFault(merchantId, fault, createdAt, metadata) ?? sql`false`;
  const hasGrant = staging?.hasGrant(requiredAccountId) ?? sql`false`;
  const decision = sql`SELECT coalesce(${GIVEN.refusal}, CASE
      WHEN ${requiredAccountId} NOT IN (coalesce(payer.id, ''), coalesce(payee.id, '')) THEN 'account_not_found'
      WHEN payer.currency <> ${currency} OR payee.currency <> ${currency} THEN 'currency_mismatch'
      WHEN ${hasFault} THEN 'insufficient_funds'
      WHEN NOT ${GIVEN.mayBeNegative} AND coalesce(balance_minor, 0) < ${amountMinor} THEN 'insufficient_funds'
    END) AS refusal
    FROM (SELECT 1) LEFT JOIN ledger_accounts AS payer ON payer.id = ${fromAccountId}
    LEFT JOIN ledger_accounts AS payee ON payee.id = ${toAccountId}
    LEFT JOIN ledger_balances ON account_id = ${fromAccountId} AND ledger_balances.currency = ${currency}`;
  const ifAccepted = (value: Placeholder) => sql`iif(refusal IS NULL, ${value}, NULL)`;
  const row = {
    ...placeholdersFor(ledgerTransactions),
    status: sql`iif(refusal IS NULL, ${GIVEN.status}, 'declined')`,
    declineReason: sql`refusal`,
    completedAt: ifAccepted(GIVEN.completedAt),
    settlesAt: ifAccepted(GIVEN.settlesAt),
  };
  return db
    .insert(ledgerTransactions)
    .select(
      sql`SELECT ${sql.join(Object.values(row), sql`, `)} FROM (${decision})
        WHERE refusal IS NOT 'account_not_found' OR NOT ${hasGrant}`,
    )
    .onConflictDoNothing({ target: ledgerTransactions.idempotencyKey })
    .prepare();
}

function findStatement(db: Database, staging: Staging | null) {
  const { merchantId, createdAt, metadata } = GIVEN;
  const isSlow = staging?.hasFault(merchantId, "ledger_slow", createdAt, metadata) ?? sql`false`;
  return db
    .select({
      ...getTableColumns(ledgerTransactions),
      isFaultSlow: sql<0 | 1>`${isSlow}`.as("is_fault_slow"),
    })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.idempotencyKey, GIVEN.idempotencyKey))
    .prepare();
}

function newTransaction(
  request: TransactionRequest,
  isHeld: boolean,
  now: number,
): Omit<TransactionRow, "id" | "idempotencyKey"> {
  return {
    ...request,
    status: isHeld ? "pending" : "completed",
    declineReason: null,
    createdAt: now,
    completedAt: isHeld ? null : now,
    settlesAt: isHeld ? now + SETTLEMENT_DELAY_SECONDS * 1000 : null,
  };
}

function isSameRequest(row: TransactionRow, request: TransactionRequest): boolean {
  return Object.entries(request).every(([name, value]) => row[name as keyof TransactionRequest] === value);
}
