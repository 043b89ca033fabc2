// A payments service over real HTTP: every intent is paid when it is first read, and every refund settled.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface PaymentsServer {
  url: string;
  /** Token requests are not among them. */
  requests: string[];
  close(): void;
}

const INTENTS = "/merchant/api/v1/payment-intents";
const INTENT = { id: "019aa000-0000-7000-8000-000000000001", refund_status: null };
const PAID = { ...INTENT, status: "completed" };
const WARNING = { field: "colour", message: "unknown field" };

export async function startPaymentsServer(): Promise<PaymentsServer> {
  const requests: string[] = [];
  let isRefunded = false;
  const respond = (route: string): [status: number, body: object] => {
    switch (route) {
      case "POST /realms/payment-platform/protocol/openid-connect/token":
        return [200, { access_token: "token-1", expires_in: 300, token_type: "Bearer" }];
      case `POST ${INTENTS}`:
        return [
          201,
          {
            success: true,
            payment_intent: { ...INTENT, status: "pending", qr_code_url: "data:," },
            warnings: [WARNING],
          },
        ];
      case `GET ${INTENTS}/${INTENT.id}`:
        return [
          200,
          { success: true, payment_intent: { ...PAID, refund_status: isRefunded ? "completed" : null } },
        ];
      case `POST ${INTENTS}/${INTENT.id}/refund`:
        isRefunded = true;
        return [200, { success: true, payment_intent: { ...PAID, refund_status: "pending" } }];
      default:
        return [
          404,
          {
            success: false,
            error: "Payment intent not found",
            code: "payment_intent_not_found",
            request_id: "r-1",
          },
        ];
    }
  };
  const server = createServer((request: IncomingMessage, response) => {
    const route = `${request.method} ${request.url}`;
    if (!route.endsWith("/token")) requests.push(route);
    const [status, body] = respond(route);
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close() };
}
