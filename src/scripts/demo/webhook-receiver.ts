// A merchant's webhook endpoint, as small as one can be: raw body, signature, answer.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { waitUntil } from "./api.ts";

export interface ReceivedWebhook {
  id: string;
  type: string;
  data: { payment_intent: { id: string; status: string }; reference: string | null; sequence: number };
}

export interface WebhookReceiver {
  url: string;
  /** The secret to verify with; it is only known once the merchant has rotated it. */
  useSecret(secret: string): void;
  /** Waits for a verified event of this type about this intent. */
  waitFor(type: string, intentId: string): Promise<ReceivedWebhook>;
  close(): void;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let webhook: Webhook | null = null;
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    try {
      const headers = request.headers as Record<string, string>;
      const event = webhook?.verify(body, headers) as ReceivedWebhook;
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
      webhook = new Webhook(secret);
    },
    waitFor: (type, intentId) =>
      waitUntil(`the ${type} webhook arrives`, async () => {
        const isIt = (event: ReceivedWebhook) =>
          event.type === type && event.data.payment_intent.id === intentId;
        return received.find(isIt) ?? null;
      }),
    close: () => server.close(),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
