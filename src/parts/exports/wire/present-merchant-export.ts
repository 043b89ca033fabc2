// A merchant's export as newline-delimited JSON: a header, a line for each record, and a last line by which a download that
// was cut off is told from a whole one.
import * as z from "zod/mini";
import type { Environment } from "#core/domain/environment.ts";
import type { Merchant } from "#core/domain/merchants/merchant.ts";
import type { MerchantProfile } from "#core/domain/merchants/merchant-profile.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { type StatementSum, totalsOf } from "#core/domain/payment-intents/totals.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { RawJson } from "#core/lib/raw-json.ts";
import { isoTime, isoTimeOrNull } from "#core/lib/time.ts";
import { presentAuditEntry } from "#core/wire/audit/present-audit-entry.ts";
import { presentCounter } from "#core/wire/counters/present-counter.ts";
import { presentMerchant, presentMerchantUser } from "#core/wire/merchants/present-merchant.ts";
import { presentIntent } from "#core/wire/payment-intents/present-intent.ts";
import { presentTotal } from "#core/wire/payment-intents/present-totals.ts";
import { CellName, cursorCodec, JsonText } from "#core/wire/shared/cursor.ts";
import { exportLine, PART_SECTIONS, presentRow } from "#core/wire/shared/export.ts";
import { presentAttempt, presentEvent } from "#core/wire/webhooks/present-delivery.ts";
import type { CounterRow, ExportedEvent } from "../db/merchant-export.ts";
import { type ExportCursor, sectionsWith } from "../domain/merchant-export.ts";

export const exportCursor = cursorCodec<ExportCursor>(
  ({ section, after, startedAt, place: shard }) =>
    JSON.stringify([section, after.at, after.id, startedAt, ...(shard === HOME ? [] : [shard])]),
  z.pipe(
    z.pipe(
      JsonText,
      z.tuple([
        z.lazy(() => z.enum(sectionsWith(PART_SECTIONS))),
        z.int().check(z.minimum(-1)),
        z.string().check(z.maxLength(40)),
        z.int().check(z.minimum(0)),
        CellName,
      ]),
    ),
    z.transform(([section, at, id, startedAt, shard = HOME]) => ({
      section,
      place: shard,
      after: { at, id },
      startedAt,
    })),
  ),
  "an export",
);

const RECORDS = {
  merchant: presentAccount,
  user: presentMerchantUser,
  disabled_user: presentRow,
  session: presentRow,
  webhook_endpoint: presentRow,
  counter: presentStoredCounter,
  payment_intent: presentStoredIntent,
  event: presentStoredEvent,
  audit_entry: presentAuditEntry,
};

type RecordType = keyof typeof RECORDS;
type RecordOf<Type extends RecordType> = { type: Type; row: Parameters<(typeof RECORDS)[Type]>[0] };
type OwnRecord = { [Type in RecordType]: RecordOf<Type> }[RecordType];
/** A part's is as it is exported. */
export type ExportedRecord = OwnRecord | { type: string; data: object };

export interface MerchantExport {
  merchantId: string;
  startedAt: number;
  /** Returns where the next part begins; null at the end. */
  pages: AsyncGenerator<ExportedRecord[], ExportCursor | null>;
}

export function exportFileName({ merchantId }: MerchantExport): string {
  return `merchant-${merchantId}.ndjson`;
}

export async function* presentExport(
  { merchantId, startedAt, pages }: MerchantExport,
  environment: Environment,
): AsyncGenerator<string> {
  const counts: Record<string, number> = {};
  const sums = new Map<string, StatementSum>();
  const header = { type: "header", format: 1, merchant_id: merchantId, started_at: isoTime(startedAt) };
  let text = exportLine(header);
  for (;;) {
    const { done, value } = await pages.next();
    if (done) {
      const next_cursor = exportCursor.format(value);
      const totals = totalsOf([...sums.values()]).currencies.map(presentTotal);
      yield text + exportLine({ type: "end", counts, totals, next_cursor });
      return;
    }
    for (const record of value) {
      counts[record.type] = (counts[record.type] ?? 0) + 1;
      const data = "data" in record ? record.data : presentOwn(record, environment, sums);
      text += exportLine({ type: record.type, data });
    }
    yield text;
    text = "";
  }
}

function presentOwn(record: OwnRecord, environment: Environment, sums: Map<string, StatementSum>): object {
  if (record.type === "payment_intent") addTo(sums, record.row);
  const present: (row: never, environment: Environment) => object = RECORDS[record.type];
  return present(record.row as never, environment);
}

function addTo(sums: Map<string, StatementSum>, intent: PaymentIntent): void {
  const { currency, status, refundStatus } = intent;
  const kinds = { payment: status === "completed", refund: refundStatus === "completed" };
  for (const kind of ["payment", "refund"] as const) {
    if (!kinds[kind]) continue;
    const key = `${currency} ${kind}`;
    const sum = sums.get(key) ?? { kind, counterId: null, currency, count: 0, amountMinor: 0n };
    const amountMinor = sum.amountMinor + BigInt(intent.amountMinor);
    sums.set(key, { ...sum, count: sum.count + 1, amountMinor });
  }
}

interface Account {
  merchant: Merchant;
  profile: MerchantProfile;
  /** The file in base64. */
  logo: string | null;
}

function presentAccount({ merchant, profile, logo }: Account) {
  const { address, vatId, receiptFooter, currency, language } = profile;
  const { timeZone, returnSchemes, webhookUrl, webhookEvents, previousSecretExpiresAt } = merchant;
  return {
    ...presentMerchant(merchant),
    time_zone: timeZone,
    return_schemes: returnSchemes,
    address,
    vat_id: vatId,
    receipt_footer: receiptFooter,
    currency,
    language,
    logo_png: logo,
    webhook: {
      url: webhookUrl,
      events: webhookEvents,
      previous_secret_expires_at: isoTimeOrNull(previousSecretExpiresAt),
    },
  };
}

function presentStoredCounter(counter: CounterRow) {
  const { webhook_health: _, ...shown } = presentCounter({ ...counter, webhookHealth: null });
  return { ...shown, revocation_reason: counter.revocationReason };
}

function presentStoredIntent(intent: PaymentIntent, environment: Environment) {
  return {
    ...presentIntent(intent, environment),
    return_url: intent.returnUrl,
    created_by: intent.createdBy,
    version: intent.version,
    payment_ledger_tx_id: intent.paymentLedgerTxId,
    payment_declines: intent.paymentDeclines,
    refund_declines: intent.refundDeclines,
    refund_refusals: [
      ...(intent.earlierRefundRefusals ?? []).map(({ refusal }) => refusal),
      intent.refundRefusal,
    ].filter((refusal) => refusal !== null),
  };
}

function presentStoredEvent({ intentId, delivery, ...event }: ExportedEvent) {
  return {
    ...presentEvent(event),
    payment_intent_id: intentId,
    delivery: {
      status: delivery.status,
      attempts: delivery.attempts,
      next_attempt_at: isoTimeOrNull(delivery.nextAttemptAt),
      last_response_status: delivery.lastResponseStatus,
      last_error: delivery.lastError,
      ended_at: isoTimeOrNull(delivery.endedAt),
      attempt_log: delivery.log.map(presentAttempt),
      payload: delivery.payload === null ? null : new RawJson(delivery.payload),
    },
  };
}
