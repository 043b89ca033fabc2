import { findProjection } from "#core/db/payment-intents/projection.ts";
import type { LedgerEvent } from "#core/domain/ledger.ts";
import type { IntentRefusal } from "#core/domain/payment-intents/commands.ts";
import { log } from "#core/lib/log.ts";
import { utf8 } from "#core/lib/utf8.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { findFirst } from "#core/shards/shards.ts";
import { parseLedgerEvent } from "#core/wire/payment-intents/ledger.ts";
import { verifySignature } from "#sdk/signature.ts";

const LEDGER = { client: "ledger", requestId: null };

/**
 * A settlement reported by the ledger. Safe to repeat. Ignores unknown intents: the ledger has other users too. An event
 * that cannot be recorded is in the log: `mismatch` when it is not about the intent's transfer, and `recorded` when
 * sending it again would not help.
 */
export async function recordLedgerEvent(
  deps: Dependencies,
  event: LedgerEvent,
): Promise<"recorded" | "mismatch"> {
  const command = { type: "record_ledger_event", event } as const;
  const recorded = await deps.intents.execute(event.paymentIntentId, command, LEDGER);
  if (recorded.ok || recorded.error === "not_found") return "recorded";
  logRefusedEvent(event, recorded.error);
  return recorded.error === "ledger_event_mismatch" ? "mismatch" : "recorded";
}

/** Leaves out the accounts: a wallet's id is the token that counters scan. */
function logRefusedEvent(event: LedgerEvent, refusal: IntentRefusal): void {
  log("error", refusal === "ledger_event_mismatch" ? refusal : "ledger_report_unexpected", {
    intent_id: event.paymentIntentId,
    transaction_id: event.transactionId,
    operation_key: event.operationKey,
    kind: event.kind,
    outcome: event.result.outcome,
    amount_minor: event.amountMinor,
    currency: event.currency,
  });
}

/** Receives one over HTTP, from an external ledger. `body` is the raw text that was signed. */
export async function receiveLedgerEvent(
  deps: Dependencies,
  headers: Headers,
  body: string,
): Promise<"recorded" | "mismatch" | "bad_signature" | "malformed"> {
  const signedUnder = await findSecret(deps, headers, body);
  if (signedUnder === null) return "bad_signature";
  if (signedUnder !== deps.config.ledger.eventsSecrets[0]) log("warn", "ledger_event_old_secret");
  const event = parseLedgerEvent(parseJson(body));
  return event === null ? "malformed" : await recordLedgerEvent(deps, event);
}

/** The secret under which the body is signed; null when there is none. */
async function findSecret({ config, clock }: Dependencies, headers: Headers, body: string) {
  const bytes = utf8(body);
  for (const secret of config.ledger.eventsSecrets) {
    if ((await verifySignature(bytes, headers, [secret], { now: clock() })).ok) return secret;
  }
  return null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Throws while D1 lacks the intent's last change, so that the queue tries again. The call of the object sets its alarm
 * again if that was lost.
 */
export async function awaitProjection({ shards, intents }: Dependencies, intentId: string): Promise<void> {
  const intent = await intents.find(intentId);
  if (intent === null) return;
  const projected = await findFirst(shards.of(intentId), (shard) => findProjection(shard, intent, []));
  if ((projected?.version ?? 0) < intent.version) throw new Error("D1 lacks the intent's last change");
}
