import type { WalletPlatform } from "#core/domain/ports/wallet.ts";
import { signWebhook } from "#core/webhooks/sign.ts";

const TIMEOUT_MS = 10_000;

/** An external wallet platform: bus events are posted to it, signed as webhooks are. */
export function createWalletPlatform(
  { url, secrets }: { url: string; secrets: readonly string[] },
  clock: () => number,
): WalletPlatform {
  return {
    async receive({ id, cloudEvent }) {
      const signature = await signWebhook(secrets, id, clock(), cloudEvent);
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/cloudevents+json", ...signature },
        body: cloudEvent,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the wallet platform responded with ${response.status}`);
    },
  };
}
