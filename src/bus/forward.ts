import { signWebhook } from "../webhooks/sign.ts";
import type { WalletEventMessage } from "./cloud-events.ts";

const TIMEOUT_MS = 10_000;

/** Posts a bus event to a wallet platform that lives elsewhere, signed as webhooks are. Throws unless it answers 2xx. */
export async function forwardWalletEvent(
  target: { url: string; secret: string },
  message: WalletEventMessage,
  now: number,
): Promise<void> {
  const signature = await signWebhook([target.secret], message.id, now, message.cloudEvent);
  const response = await fetch(target.url, {
    method: "POST",
    headers: { "content-type": "application/cloudevents+json", ...signature },
    body: message.cloudEvent,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the wallet platform answered ${response.status}`);
}
