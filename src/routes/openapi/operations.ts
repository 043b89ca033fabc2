// The table of operations, in the order in which they are shown.
import type { Operation } from "./operation.ts";
import { counterOperations } from "./operations/counters.ts";
import { merchantOperations } from "./operations/merchant.ts";
import { paymentIntentOperations } from "./operations/payment-intents.ts";
import { platformOperations } from "./operations/platform.ts";
import { publicOperations } from "./operations/public.ts";
import { sandboxOperations } from "./operations/sandbox.ts";
import { tokenOperations } from "./operations/tokens.ts";
import { walletOperations } from "./operations/wallet.ts";
import { webhookDeliveryOperations } from "./operations/webhook-deliveries.ts";

export function operationsOf(environment: "sandbox" | "live"): Operation[] {
  return [
    ...tokenOperations,
    ...paymentIntentOperations,
    ...counterOperations,
    ...merchantOperations,
    ...webhookDeliveryOperations,
    ...publicOperations,
    ...walletOperations,
    ...platformOperations,
    ...(environment === "sandbox" ? sandboxOperations : []),
  ];
}
