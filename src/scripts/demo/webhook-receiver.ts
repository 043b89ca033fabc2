// A minimal webhook endpoint: reads the raw body, verifies the signature and responds.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { EventType, StoredEvent } from "../../sdk/index.ts";
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
  const server = createServer(async (request, response) => {
    try {
      const headers = request.headers as Record<string, string>;
      const event = verifier?.verify(await readBody(request), headers) as StoredEvent;
      received.push({ ...event, id: headers["webhook-id"] ?? "" });
      response.writeHead(204).end();
    } catch {
      response.writeHead(401).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    useSecret: (secret) => {
      verifier = new Webhook(secret);
    },
    waitFor: (type, intentId) =>
      waitUntil(`waiting for the ${type} webhook`, async () => {
        const isExpected = (event: StoredEvent) =>
          event.type === type && event.data.payment_intent.id === intentId;
        return received.find(isExpected) ?? null;
      }),
    close: () => server.close(),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
