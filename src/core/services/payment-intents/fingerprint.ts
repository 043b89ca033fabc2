// Tells a repeated request from a different one under the same idempotency key.
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { canonicalJson } from "#core/lib/canonical-json.ts";
import { sha256Hex } from "#core/lib/secrets.ts";

/** What is compared, whatever order it comes in, each by its name in the request. */
const FIELDS = {
  amountMinor: "amount",
  currency: "currency",
  description: "description",
  reference: "reference",
  callbackUrl: "callback_url",
  callbackEventsJson: "callback_events",
  returnUrl: "return_url",
  walletId: "scan_token",
  counterId: "counter_id",
  expiresInSeconds: "expires_in",
  metadataJson: "metadata",
} as const;

type Request = Partial<Record<keyof typeof FIELDS, unknown>> & { metadataJson?: string | null };

export interface KeyedRequest {
  /** It has its metadata as it is compared, not as it was sent. */
  compared: Request;
  fingerprint: string;
}

export async function keyedRequest(operation: "create" | "scan", request: Request): Promise<KeyedRequest> {
  const compared = withCanonicalMetadata(request);
  // A field that came later is left out at its default: what has a fingerprint already keeps it.
  const named = { ...compared, callbackEventsJson: compared.callbackEventsJson ?? undefined };
  // JSON separates operation and request, so that no two of them have the same text.
  const text = JSON.stringify([operation, named], Object.keys(FIELDS));
  return { compared, fingerprint: await sha256Hex(text) };
}

/** The fields of a request that are not as in the one that made the intent under the same key. */
export function differencesFrom(intent: PaymentIntent, { compared }: KeyedRequest): string[] {
  const expiresInSeconds = (intent.expiresAt - intent.createdAt) / 1000;
  const made = withCanonicalMetadata({ ...intent, walletId: intent.targetWalletId, expiresInSeconds });
  const fields = Object.entries(FIELDS) as [keyof typeof FIELDS, string][];
  return fields.flatMap(([name, field]) =>
    name in compared && compared[name] !== made[name] ? [field] : [],
  );
}

function withCanonicalMetadata(request: Request): Request {
  const { metadataJson = null } = request;
  return { ...request, metadataJson: metadataJson === null ? null : canonicalJson(metadataJson) };
}
