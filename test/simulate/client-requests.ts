// Requests about one intent, as the routes make them of the services.
import { EVENT_TYPES } from "#core/domain/payment-intents/events.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { Result } from "#core/domain/result.ts";
import type { MerchantActor, UncheckedActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import {
  cancelPaymentIntent,
  createPaymentIntent,
  findPaymentIntent,
  refundPaymentIntent,
  withdrawPaymentIntent,
} from "#core/services/payment-intents/payment-intents.ts";
import { resolveAsDeclined } from "#core/services/payment-intents/resolve-operation.ts";
import { scanPayment } from "#core/services/wallet/scan-payment.ts";
import { actOnIntent } from "#core/services/wallet/wallet.ts";
import type { Slot } from "./history.ts";
import { type IntentCommand, isByCounter, MERCHANTS } from "./plan.ts";
import { counterId, hookUrl, merchantId, walletId } from "./shop.ts";

type Outcome = Result<PaymentIntent, string>;

export async function requestIntent(
  deps: Dependencies,
  command: IntentCommand,
  slot: Slot,
): Promise<Outcome> {
  const caller = callerFor(slot.merchant);
  const intentId = slot.intentId ?? "";
  switch (command.do) {
    case "create":
    case "scan":
      return await create(deps, caller, slot, 0);
    case "create_again":
      return await create(deps, caller, slot, command.isChanged ? 1 : 0);
    case "confirm":
    case "approve":
    case "reject":
      return await actOnIntent(
        deps,
        { walletId: walletId(command.wallet), actor: caller.actor, defer: caller.defer },
        intentId,
        command.do,
      );
    case "cancel":
    case "withdraw": {
      const merchant = command.isForeign ? (slot.merchant + 1) % MERCHANTS : slot.merchant;
      const end = command.do === "cancel" ? cancelPaymentIntent : withdrawPaymentIntent;
      return await end(deps, callerFor(merchant), intentId);
    }
    case "refund":
      return await refundPaymentIntent(deps, refunderFor(slot.merchant, command), intentId, {
        idempotencyKey: command.key,
        texts: { refundReference: command.key, refundReason: null },
      });
    case "resolve":
      return await resolveAsDeclined(deps, intentId, { client: "administrator", requestId: null });
    case "read": {
      const intent = await findPaymentIntent(deps, caller.merchantId, intentId);
      return intent === null ? { ok: false, error: "not_found" } : { ok: true, value: intent };
    }
  }
}

async function create(
  deps: Dependencies,
  caller: MerchantActor,
  { merchant, create: command }: Slot,
  extraMinor: number,
): Promise<Outcome> {
  const { minor, currency, expiresInSeconds, key } = command.input;
  const counter = counterId(merchant);
  const hasCallback = command.do === "create" ? command.hasCallback : command.slot % 3 === 0;
  const input = {
    amountMinor: minor + extraMinor,
    currency,
    description: "",
    reference: null,
    metadataJson: null,
    returnUrl: null,
    expiresInSeconds,
    callbackUrl: hasCallback ? hookUrl(`callback-${merchant}`) : null,
    callbackEventsJson: hasCallback && command.slot % 2 === 0 ? JSON.stringify(EVENT_TYPES) : null,
  };
  const created =
    command.do === "scan"
      ? await scanPayment(
          deps,
          caller,
          { ...input, walletId: walletId(command.wallet), counterId: counter },
          key,
        )
      : await createPaymentIntent(
          deps,
          caller,
          { ...input, counterId: command.hasCounter ? counter : null },
          key,
        );
  return created.ok ? { ok: true, value: created.value.intent } : created;
}

function refunderFor(merchant: number, command: IntentCommand): UncheckedActor {
  if (!isByCounter(command)) return callerFor(merchant);
  const caller = callerFor(merchant, counterId(merchant), `counter-${merchant}`);
  return { ...caller, check: { ...caller.check, forRefund: true } };
}

function callerFor(
  merchant: number,
  counter: string | null = null,
  client = `merchant-${merchant}`,
): UncheckedActor {
  const key = { merchantId: merchantId(merchant), counterId: counter, userId: null };
  return {
    merchantId: key.merchantId,
    counterId: counter,
    check: { key, isUser: false, issuedAt: null, forOwners: false },
    actor: { client, requestId: null },
    defer: (work) => void work.catch(() => {}),
  };
}
