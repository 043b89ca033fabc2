import type { SealedValues } from "../../domain/ports/sealed-values.ts";
import { webhookSecretPurpose } from "../../domain/webhook-secrets.ts";
import type { Database } from "../client.ts";
import { counters } from "../schema/counters.ts";
import { merchants } from "../schema/merchants.ts";
import { sealedColumn } from "../sealed-column.ts";

export function webhookSecretColumns(db: Database): SealedValues[] {
  return [
    sealedColumn(db, merchants.webhookSecret, [merchants.id], webhookSecretPurpose),
    sealedColumn(db, merchants.previousWebhookSecret, [merchants.id], webhookSecretPurpose),
    sealedColumn(db, counters.webhookSecret, [counters.merchantId, counters.id], webhookSecretPurpose),
    sealedColumn(
      db,
      counters.previousWebhookSecret,
      [counters.merchantId, counters.id],
      webhookSecretPurpose,
    ),
  ];
}
