// Reads what the service has stored from the files of its local D1 and of its cells, past the service.
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readBody, type StoredBody } from "#core/db/webhooks/stored-body.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { DEFAULT_STATE } from "#scripts/prepare.ts";
import type {
  Stored,
  StoredEntry,
  StoredEvent,
  StoredIntent,
  StoredMovement,
  StoredTransaction,
} from "../judge/evidence.ts";
import { LEDGER_DIRECTORY } from "../service.ts";

const D1 = `${DEFAULT_STATE}/v3/d1/miniflare-D1DatabaseObject`;
const LEDGER = `${LEDGER_DIRECTORY}/v3/d1/miniflare-D1DatabaseObject`;
const CELLS = `${DEFAULT_STATE}/v3/do/merchant-payments-CellObject`;

type EventRow = Omit<StoredEvent, "payload" | "shard"> & StoredBody;

const NOTHING = { intents: [], events: [] };
/** A cell has none before its first row. */
const TABLES = "SELECT name FROM sqlite_master WHERE name = 'payment_intents'";

const INTENTS = `
  SELECT id, merchant_id AS merchantId, amount_minor AS amountMinor, currency, reference,
         target_wallet_id AS targetWalletId, status, completed_by AS completedBy, refund_status AS refundStatus,
         created_at AS createdAt, expires_at AS expiresAt, event_sequence AS eventSequence, operation
  FROM payment_intents`;
const EVENTS = `
  SELECT id, merchant_id AS merchantId, intent_id AS intentId, actor, created_at AS createdAt, sequence, type,
         payload AS body, delivery_status AS deliveryStatus, bus_due_at AS busDueAt
  FROM events`;
const TRANSACTIONS = `
  SELECT id, transaction_type AS transactionType, status,
         from_account_id AS fromAccountId, to_account_id AS toAccountId, amount_minor AS amountMinor, currency,
         json_extract(metadata, '$.payment_intent_id') AS intentId,
         json_extract(metadata, '$.movement_id') AS movementId
  FROM ledger_transactions`;
const ENTRIES = `
  SELECT transaction_id AS transactionId, account_id AS accountId, currency, amount_minor AS amountMinor
  FROM ledger_entries ORDER BY number, line`;
const MOVEMENTS = `
  SELECT id, kind, account_id AS accountId, amount_minor AS amountMinor, currency, status, made_by AS madeBy,
         idempotency_key AS idempotencyKey, expires_at AS expiresAt, corrects_id AS correctsId
  FROM movements`;
const BALANCES = `SELECT account_id AS accountId, currency, balance_minor AS balanceMinor FROM ledger_balances`;

const BUSY_TIMEOUT_MS = 10_000;

type Rows = <Row>(sql: string) => Row[];

/** Reads each file at one moment, although the service may be writing: the ledger's last, which knows of all that D1 does. */
export function readStoredState(): Stored {
  const readAt = Date.now();
  const atHome = readFrom(databaseIn(D1), (rows) => ({
    ...readPayments(rows, HOME),
    movements: rows<StoredMovement>(MOVEMENTS),
  }));
  const atLedger = readFrom(databaseIn(LEDGER), (rows) => ({
    transactions: rows<StoredTransaction>(TRANSACTIONS),
    entries: rows<StoredEntry>(ENTRIES),
    balances: rows<Stored["balances"][number]>(BALANCES),
  }));
  const cells = databasesIn(CELLS).map((file) =>
    readFrom(file, (rows) => (rows(TABLES).length === 0 ? NOTHING : readPayments(rows, nameOf(file)))),
  );
  const intents = [atHome, ...cells].flatMap((shard) => shard.intents);
  const events = [atHome, ...cells].flatMap((shard) => shard.events);
  return { ...atHome, ...atLedger, readAt, intents, events };
}

function readPayments(rows: Rows, shard: string) {
  return {
    intents: rows<Omit<StoredIntent, "shard">>(INTENTS).map((intent) => ({ ...intent, shard })),
    events: rows<EventRow>(EVENTS).map((event) => ({ ...event, payload: readBody(event), shard })),
  };
}

function readFrom<Read>(file: string, read: (rows: Rows) => Read): Read {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    // A cell that has been idle is closed, and locked meanwhile.
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; BEGIN`);
    return read(<Row>(sql: string) => db.prepare(sql).all() as Row[]);
  } finally {
    db.close();
  }
}

function databaseIn(folder: string): string {
  const [file, ...others] = databasesIn(folder);
  if (file === undefined || others.length > 0) throw new Error(`expected one database in ${folder}`);
  return file;
}

function databasesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file));
  return files.map((file) => join(folder, file));
}

/** The file's name is made from the cell's, which cannot be read from it. */
function nameOf(file: string): string {
  return `cell ${basename(file).slice(0, 8)}`;
}
