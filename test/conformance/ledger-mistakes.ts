// Mistakes that a ledger could make, one each, planted in this repository's own, and the requirements that name them. Others may
// fail as a consequence.
import type { Mistakes, Patch } from "./mistaken-source.ts";

const ACCOUNTS = "core/ledger/accounts.ts";
const APP = "core/ledger/app.ts";
const MOVE = "core/ledger/move-money.ts";
const POST = "core/ledger/post-transaction.ts";
const PRESENT = "core/ledger/present.ts";
const REPORTS = "parts/ledger/reports.ts";
const REQUESTS = "core/ledger/requests.ts";
const RULES = "core/ledger/rules.ts";
const SETTLE = "core/ledger/settle.ts";

/** Turns of the event loop, not milliseconds: requests sent at the same time all arrive within it, however busy the machine. */
const PAUSE = "for (let turn = 0; turn < 20; turn++) await new Promise((go) => setTimeout(go, 2));";
const KEY = 'c.req.valid("header")["idempotency-key"]';
const START = "const isHeld = isPending(request, settlesAtOnce);";
const OFFSET = ".offset((page - 1) * limit)";
const UNLIMITED: Patch = [RULES, "return accountId === FLOAT_ACCOUNT_ID", "return true"];

export const MISTAKES: Mistakes = {
  "accepts any token": ["token.required token.no-effect", [APP, "isOneOf(presented, tokens)", "true"]],
  "moves money before it looks at the token": [
    "token.no-effect",
    [APP, 'return c.json({ error: "unauthorized"', 'await next(); c.res = c.json({ error: "unauthorized"'],
  ],
  "returns another amount than it moves": [
    "payment.moves refund.moves read.by-id",
    [PRESENT, "decimalText(row.amountMinor,", "decimalText(row.amountMinor + 1,"],
  ],
  "keeps no operation key": [
    "payment.metadata report.sent read.by-key",
    [PRESENT, "    metadata,\n", "    metadata: { ...metadata, operation_key: undefined },\n"],
  ],
  "ignores keys": [
    "key.repeated key.other-request key.parallel key.decline interrupted.repeat",
    [APP, KEY, "crypto.randomUUID()"],
  ],
  "returns the first transaction for another request": [
    "key.other-request key.parallel-others key.decline-other-request",
    [POST, "return Object.entries(request)", "return true || Object.entries(request)"],
  ],
  "looks a key up long before it takes it": [
    "key.parallel key.parallel-others",
    [POST, "import { eq,", "import { eq, like,"],
    [
      POST,
      START,
      `const isKnown = like(ledgerTransactions.idempotencyKey, idempotencyKey + "%");
       const [known] = await db.select().from(ledgerTransactions).where(isKnown); ${PAUSE}
       if (known) return isSameRequest(known, request) ? { transaction: known, isNew: false } : null;
       idempotencyKey += uuidv7(); ${START}`,
    ],
  ],
  "refuses a request while an equal one runs": [
    "key.parallel",
    [APP, "const app = new Hono();", "const app = new Hono(), running = new Set();"],
    [
      APP,
      "const posting =",
      `if (running.has(key)) return c.json({}, 409);
       running.add(key); ${PAUSE} running.delete(key); const posting =`,
    ],
  ],
  "forgets declines": [
    "key.decline key.decline-other-request read.decline-by-key",
    [
      POST,
      "const [row] = results[6];",
      `const [row] = results[6];
       if (row.declineReason) await db.delete(ledgerTransactions).where(eq(ledgerTransactions.id, row.id));`,
    ],
  ],
  "reads a key up to the intent": ["key.whole", [APP, KEY, `${KEY}.split(":").slice(0, 2).join(":")`]],
  "lets everybody overdraw": [
    "decline.insufficient-funds decline.exact-balance decline.parallel decline.refund-not-covered movement.declines",
    UNLIMITED,
  ],
  "keeps the last cent": [
    "decline.exact-balance",
    [POST, "coalesce(balance_minor, 0) <", "coalesce(balance_minor, 0) <="],
  ],
  "checks a balance long before it moves": [
    "decline.parallel",
    UNLIMITED,
    [POST, "import { ledgerTransactions,", "import { ledgerBalances, ledgerTransactions,"],
    [
      POST,
      START,
      `const isPayers = eq(ledgerBalances.accountId, request.fromAccountId);
       const [held] = await db.select().from(ledgerBalances).where(isPayers); ${PAUSE}
       if (held?.balanceMinor < request.amountMinor) refusal = "insufficient_funds"; ${START}`,
    ],
  ],
  "moves money of and to wallets that nobody has opened": [
    "decline.unknown-wallet decline.unknown-payee movement.declines",
    [POST, "THEN 'account_not_found'", "AND false THEN 'account_not_found'"],
  ],
  "debits a merchant when a refund settles": [
    "refund.held",
    [
      RULES,
      "isHeld: boolean): Move {",
      "isHeld: boolean): Move { if (isHeld) fromAccountId = FLOAT_ACCOUNT_ID;",
    ],
    [RULES, "settlementMove({ toAccountId }", "settlementMove({ fromAccountId, toAccountId }"],
    [RULES, "firstLine: 3, fromAccountId: CLEARING_ACCOUNT_ID,", "firstLine: 3, fromAccountId,"],
  ],
  "pays in any currency": [
    "decline.other-currency",
    [POST, "THEN 'currency_mismatch'", "THEN NULL"],
    UNLIMITED,
  ],
  "adds doubles": [
    "amount.exact",
    [PRESENT, "decimalText(BigInt(minor), currency)", "String(Number(minor) / 100 + 0.1 + 0.2 - 0.3)"],
  ],
  "has two decimals in every currency": [
    "amount.currencies",
    [REQUESTS, "currencyExponent(currencyCode)", "2"],
  ],
  "keeps 32 bits of an amount": ["amount.largest", [REQUESTS, "amount.value;", "amount.value | 0;"]],
  "reads any number as an amount": [
    "malformed.amount",
    [REQUESTS, "if (amount.ok) return amount.value;", "if (text > 0) return Math.round(text * 100);"],
  ],
  "fails on a wrong field": [
    "malformed.amount malformed.fields malformed.key",
    [APP, "details }, 400)", "details }, 500)"],
  ],
  "fails on a body that is no JSON": ["malformed.json", [APP, "error.status)", "500)"]],
  "makes up a key": [
    "malformed.key",
    [REQUESTS, 'key": idempotencyKey', 'key": z._default(idempotencyKey, "made-up")'],
  ],
  "settles again at each read": [
    "settle.once",
    [SETTLE, "export async function settleIfDue(", "let reads = 0; export async function settleIfDue("],
    [
      SETTLE,
      "if (!transaction) return null;",
      `if (!transaction) return null;
       const move = { ...transaction, transactionId: value, fromAccountId: "float", firstLine: 5 + 2 * reads++, now };
       if (transaction.transactionType === "refund" && transaction.status === "completed")
         await db.batch(moveMoney(db, move));`,
    ],
  ],
  "settles under another id": [
    "settle.later",
    [SETTLE, "const settled = {", "const settled = { id: crypto.randomUUID(),"],
  ],
  "loses a cent when it settles": [
    "refund.moves sum.zero sum.history",
    [SETTLE, "amountMinor, now }", "amountMinor: amountMinor - 1, now }"],
  ],
  "reports nothing": [
    "report.sent report.signed report.repeated",
    [REPORTS, "(report) => send(reports, report)", "async () => undefined"],
  ],
  "reports the state before": [
    "report.sent",
    [REPORTS, "presentTransaction(transaction)", 'presentTransaction({ ...transaction, status: "pending" })'],
  ],
  "signs with another secret": [
    "report.signed report.repeated",
    [REPORTS, "signWebhook(target.secrets,", 'signWebhook(["whsec_" + btoa("another secret of 24 bytes")],'],
  ],
  "signs other bytes than it sends": [
    "report.signed report.repeated",
    [REPORTS, "clock(), body)", 'clock(), body + " ")'],
  ],
  "signs with an old timestamp": [
    "report.signed report.repeated",
    [REPORTS, "clock(), body)", "clock() - 400_000, body)"],
  ],
  "reports once": [
    "report.repeated",
    [REPORTS, "post(reports, transaction);", "post(reports, transaction).catch(() => {});"],
  ],
  "gives each attempt an id": [
    "report.repeated",
    [REPORTS, "target.secrets, transaction.id", "target.secrets, crypto.randomUUID()"],
  ],
  "reports for ever": ["report.ended", [REPORTS, "await db.delete(ledgerReports).where(isThis);", ""]],
  "settles top-ups later": [
    "movement.top-up",
    [RULES, 'transactionType === "refund" && !', 'transactionType !== "payment" && !'],
  ],
  "pays out a cent less": [
    "movement.pay-out",
    [MOVE, "...move,", '...move, amountMinor: move.amountMinor - (toAccountId === "float"),'],
  ],
  "keeps what it pays out": [
    "totals.sum",
    [MOVE, "balance_minor + iif(", "balance_minor + (account_id <> 'float') * iif("],
  ],
  "credits what it should debit": [
    "movement.adjustment",
    [
      POST,
      "acceptedMove(request,",
      `acceptedMove(
         request.transactionType === "adjustment" && request.toAccountId === "float"
           ? { ...request, fromAccountId: request.toAccountId, toAccountId: request.fromAccountId }
           : request,`,
    ],
  ],
  "decides movements again": [
    "movement.key",
    [APP, KEY, `c.req.valid("json").transactionType === "top_up" ? crypto.randomUUID() : ${KEY}`],
  ],
  "moves money between any two accounts": [
    "movement.pairs",
    [RULES, "if (from === to) return false;", "return from !== to;"],
  ],
  "leaves top-ups out of the history of the float": [
    "movement.history",
    [
      ACCOUNTS,
      "eq(fromAccountId, accountId))",
      "and(eq(fromAccountId, accountId), ne(fromAccountId, FLOAT_ACCOUNT_ID)))",
    ],
  ],
  "leaves what is in flight out of the totals": [
    "totals.sum",
    ["core/ledger/totals.ts", 'sumOf("clearing")', "0n"],
  ],
  "voids another key": [
    "key.void",
    [APP, 'const { key } = c.req.valid("param")', "const key = crypto.randomUUID()"],
  ],
  "reads the newest transaction for every id": [
    "read.by-id",
    [SETTLE, "import { asc,", "import { desc, asc,"],
    [SETTLE, ".where(isNamed)", ".orderBy(desc(ledgerTransactions.createdAt), desc(ledgerTransactions.id))"],
  ],
  "has an empty account for every id": ["read.unknown", [ACCOUNTS, "accounts.length > 0", "true"]],
  "ignores the key that is looked up": [
    "read.by-key",
    [SETTLE, "const isNamed =", 'const isNamed = named === "id" &&'],
  ],
  "looks up no declines": [
    "read.decline-by-key",
    [APP, "transaction === null ?", 'transaction?.status !== "completed" ?'],
  ],
  "lists what an account paid": [
    "history.both-sides",
    [ACCOUNTS, "eq(toAccountId, accountId), ne", 'eq(toAccountId, ""), ne'],
  ],
  "lists the oldest first": [
    "history.both-sides history.pages history.moving",
    [ACCOUNTS, ".orderBy(desc(createdAt), desc(id))", ".orderBy(asc(createdAt), asc(id))"],
  ],
  "begins pages at their last": [
    "history.pages history.moving",
    [ACCOUNTS, OFFSET, ".offset(Math.max(0, (page - 1) * limit - 1))"],
  ],
  "does not know the history of a new account": [
    "history.unknown-account",
    [ACCOUNTS, "const total =", "if (counted === undefined) return null; const total ="],
  ],
  "skips what has arrived": [
    "history.moving",
    [ACCOUNTS, OFFSET, ".offset((page - 1) * limit + 2 * arrived)"],
    [
      ACCOUNTS,
      "const select =",
      `const isOwn = eq(ledgerHistories.accountId, accountId);
       const { transactions = 0 } = (await db.select().from(ledgerHistories).where(isOwn).get()) ?? {};
       if (page === 1) globalThis.atFirst = transactions;
       const arrived = transactions - globalThis.atFirst; const select =`,
    ],
  ],
  "begins with the one to read on from": [
    "history.before",
    [ACCOUNTS, "lt(id, start.id)", "lte(id, start.id)"],
  ],
  "says that it reads on, and does not": [
    "history.before",
    [ACCOUNTS, "and(isListed, isOlder,", "and(isListed,"],
  ],
  "moves what settles to the front": [
    "history.settling",
    [SETTLE, "const settled = {", "const settled = { createdAt: now,"],
  ],
  "leaves refunds out of the history": [
    "sum.history",
    [ACCOUNTS, "or, type SQL", "or, sql, type SQL"],
    [ACCOUNTS, "isOlder, ne(", 'isOlder, ne(ledgerTransactions.transactionType, "refund"), ne('],
    [
      ACCOUNTS,
      "total: ledgerHistories.transactions",
      `total: sql\`(SELECT count(*) FROM ledger_transactions WHERE transaction_type <> 'refund'
         AND \${accountId} IN (from_account_id, to_account_id))\``,
    ],
  ],
  "takes a key when the response is gone": [
    "interrupted.repeat",
    [APP, "import { Hono,", 'import { sql } from "drizzle-orm"; import { Hono,'],
    [
      APP,
      "if (isSlow)",
      `const forget = sql\`UPDATE ledger_transactions SET idempotency_key = id WHERE id = \${transaction.id}\`;
       c.req.raw.signal.addEventListener("abort", () => db.run(forget)); ${PAUSE} if (isSlow)`,
    ],
  ],
  "is slow once": [
    "response.in-time",
    [APP, "const app = new Hono();", "const app = new Hono(); let isFirst = true;"],
    [APP, "const account =", "if (isFirst) { isFirst = false; await wait(SLOW_MS); } const account ="],
  ],
  "is verbose": [
    "response.small",
    [APP, "? c.json(account)", '? c.json({ ...account, note: "x".repeat(2 ** 20) })'],
  ],
};
