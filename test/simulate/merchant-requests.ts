// Requests about a merchant's lists, webhooks and counters.

import { UNFILTERED } from "#core/db/payment-intents/intent-list.ts";
import { createCounter } from "#core/services/counters/counters.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { renewAccountCopies } from "#core/services/merchants/account-copies.ts";
import { setMerchantStop } from "#core/services/merchants/merchant-stops.ts";
import { listPaymentIntents } from "#core/services/payment-intents/payment-intents.ts";
import { listWebhookDeliveries, recoverDeliveries, redeliver } from "#core/services/webhooks/deliveries.ts";
import { rotateWebhookSecret, updateWebhookSettings } from "#core/services/webhooks/webhook-settings.ts";
import { ANY_DELIVERY } from "../support/any-delivery.ts";
import type { MerchantCommand } from "./plan.ts";
import { hookUrl, merchantId } from "./shop.ts";
import type { World } from "./world.ts";

const ACTOR = { client: "merchant", requestId: null };

/** Succeeds, as the routes do, once each cell has what has changed of the account. */
export async function requestMerchant(
  { receivers, scheduler }: World,
  deps: Dependencies,
  { do: name, merchant }: MerchantCommand,
): Promise<void> {
  const id = merchantId(merchant);
  switch (name) {
    case "list":
      await listPaymentIntents(deps, id, UNFILTERED, { page: 1, limit: 20, cursor: null });
      return;
    case "redeliver": {
      const { deliveries } = await listWebhookDeliveries(deps, id, { ...ANY_DELIVERY, limit: 1 });
      for (const delivery of deliveries) await redeliver(deps, id, delivery.id);
      return;
    }
    case "recover":
      await recoverDeliveries(deps, id, { since: 0, until: scheduler.now });
      return;
    case "move_webhook":
      await updateWebhookSettings(deps, ACTOR, id, {
        webhookUrl: hookUrl(`merchant-${merchant}`, String(scheduler.now)),
      });
      break;
    case "rotate_secret": {
      const hosts = [`merchant-${merchant}.example`, `callback-${merchant}.example`];
      // Until the response arrives, nobody but the service knows what it signs with.
      for (const host of hosts) receivers.doubtSecret(host);
      const rotated = await rotateWebhookSecret(deps, ACTOR, id, 0);
      await renewAccountCopies(deps, id);
      if (rotated.ok) for (const host of hosts) receivers.addSecret(host, rotated.value);
      return;
    }
    case "suspend":
    case "reinstate": {
      const reason = name === "suspend" ? "Fraud" : null;
      const changed = await setMerchantStop(deps, ACTOR, id, { stop: "suspension", reason });
      if (!changed.ok) throw new Error(changed.error);
      break;
    }
    case "add_counter":
      await createCounter(deps, ACTOR, id, {
        name: "Another",
        location: "",
        webhookUrl: null,
        webhookEvents: null,
      });
  }
  await renewAccountCopies(deps, id);
}
