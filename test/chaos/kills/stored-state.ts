// Reads what the service has stored from the files of its local D1, past the service.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readBody, type StoredBody } from "../../../src/db/webhooks/stored-body.ts";
import { DEFAULT_STATE } from "../../../src/scripts/prepare.ts";
import type {
  Stored,
  StoredEntry,
  StoredEvent,
  StoredIntent,
  StoredMovement,
  StoredTransaction,
} from "../judge/evidence.ts";

const FOLDER = `${DEFAULT_STATE}/v3/d1/miniflare-D1DatabaseObject`;

type EventRow = Omit<StoredEvent, "payload"> & StoredBody;

const INTENTS = `
  SELECT id, merchant_id AS merchantId, amount_minor AS amountMinor, currency, reference,
         target_wallet_id AS targetWalletId, status, completed_by AS completedBy, refund_status AS refundStatus,
         expires_at AS expiresAt, event_sequence AS eventSequence, operation
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
         idempotency_key AS idempotencyKey, expires_at AS expiresAt
  FROM movements`;
const BALANCES = `SELECT account_id AS accountId, currency, balance_minor AS balanceMinor FROM ledger_balances`;

/** Reads all at one moment, although the service may be writing. */
export function readStoredState(): Stored {
  const db = new DatabaseSync(databaseFile(), { readOnly: true });
  try {
    db.exec("BEGIN");
    const rows = <Row>(sql: string) => db.prepare(sql).all() as Row[];
    return {
      readAt: Date.now(),
      intents: rows<StoredIntent>(INTENTS),
      events: rows<EventRow>(EVENTS).map((event) => ({ ...event, payload: readBody(event) })),
      transactions: rows<StoredTransaction>(TRANSACTIONS),
      entries: rows<StoredEntry>(ENTRIES),
      movements: rows<StoredMovement>(MOVEMENTS),
      balances: rows<Stored["balances"][number]>(BALANCES),
    };
  } finally {
    db.close();
  }
}

function databaseFile(): string {
  const [name, ...others] = readdirSync(FOLDER).filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file));
  if (name === undefined || others.length > 0) throw new Error(`expected one database in ${FOLDER}`);
  return join(FOLDER, name);
}
