import type { Database } from "#core/db/client.ts";
import { counters } from "#core/db/schema/counters.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import { sealedColumn } from "#core/db/sealed-column.ts";
import type { SealedValues } from "#core/domain/ports/sealed-values.ts";
import { webhookSecretPurpose } from "#core/domain/webhooks/webhook-secrets.ts";

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
