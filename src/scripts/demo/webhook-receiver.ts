// A minimal webhook endpoint: reads the raw body, verifies the signature and responds.
import { Webhook } from "standardwebhooks";
import type { EventType, StoredEvent } from "../../sdk/index.ts";
import { serve } from "../serve.ts";
import { waitUntil } from "./story.ts";

export interface WebhookReceiver {
  url: string;
  /** Sets the secret to verify with. Until then every webhook is rejected. */
  useSecret(secret: string): void;
  /** Waits for a verified event of this type for this intent. */
  waitFor(type: EventType, intentId: string): Promise<StoredEvent>;
  close(): void;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let verifier: Webhook | null = null;
  const received: StoredEvent[] = [];
  const { url, close } = await serve(async (request) => {
    if (verifier === null) return new Response(null, { status: 401 });
    try {
      const headers = Object.fromEntries(request.headers);
      const event = verifier.verify(await request.text(), headers) as StoredEvent;
      received.push({ ...event, id: headers["webhook-id"] ?? "" });
      return new Response(null, { status: 204 });
    } catch {
      return new Response(null, { status: 401 });
    }
  });
  return {
    url: `${url}/webhooks`,
    useSecret: (secret) => {
      verifier = new Webhook(secret);
    },
    waitFor: (type, intentId) =>
      waitUntil(`waiting for the ${type} webhook`, async () => {
        const isExpected = (event: StoredEvent) =>
          event.type === type && event.data.payment_intent.id === intentId;
        return received.find(isExpected) ?? null;
      }),
    close,
  };
}
