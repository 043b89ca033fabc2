import type { LedgerEvent } from "../domain/ledger.ts";
import { verifySignature } from "../sdk/signature.ts";
import { parseLedgerEvent } from "../wire/ledger.ts";
import type { Dependencies } from "./dependencies.ts";

const LEDGER = { actor: "ledger", requestId: null };

/** A settlement reported by the ledger. Safe to repeat. Ignores unknown intents: the ledger has other users too. */
export async function recordLedgerEvent(deps: Dependencies, event: LedgerEvent): Promise<void> {
  await deps.intents.execute(event.paymentIntentId, { type: "record_ledger_event", event }, LEDGER);
}

/** The same over HTTP, from an external ledger. `body` is the raw text that was signed. */
export async function receiveLedgerEvent(
  deps: Dependencies,
  headers: Headers,
  body: string,
): Promise<"recorded" | "bad_signature" | "malformed"> {
  const bytes = new TextEncoder().encode(body);
  const { eventsSecrets } = deps.config.ledger;
  const verified = await verifySignature(bytes, headers, eventsSecrets, { now: deps.clock() });
  if (!verified.ok) return "bad_signature";
  const event = parseLedgerEvent(parseJson(body));
  if (event === null) return "malformed";
  await recordLedgerEvent(deps, event);
  return "recorded";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
