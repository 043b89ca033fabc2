// The WebSockets of those who wait for an intent. They are hibernating: while nothing happens, the platform keeps them
// and responds to their pings without the object, and nothing about them is stored.
import type { ObjectRefusal } from "../domain/commands.ts";
import { type DrawnIntent, isOpen, type PaymentIntent } from "../domain/payment-intent.ts";
import type { Result } from "../domain/result.ts";
import { log } from "../lib/log.ts";
import { presentPublicView } from "../wire/payment-intents/present-intent.ts";

/** The most sockets of an intent: more than a shop and a customer need, too few for a stranger to gain by them. */
export const SOCKETS_MAX = 32;

/** Close codes of RFC 6455 §7.4.1. */
const NORMAL_CLOSURE = 1000;
export const POLICY_VIOLATION = 1008;

export class LiveSockets {
  readonly #ctx: DurableObjectState;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
  }

  /** There is no await in here, so that the socket is told whatever is committed after the intent was found. */
  open(request: Request, found: Result<DrawnIntent, ObjectRefusal>): Response {
    if (!found.ok) return new Response(null, { status: found.error === "not_found" ? 404 : 503 });
    const intent = found.value;
    const isPayable = new URL(request.url).searchParams.has("is_payable");
    if (this.#sockets().length >= SOCKETS_MAX) return new Response(null, { status: 429 });
    const { 0: client, 1: server } = new WebSocketPair();
    this.#ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    this.#ctx.acceptWebSocket(server);
    if (isOpen(intent)) server.send(messageOf(presentPublicView(intent, isPayable)));
    else end(server, intent);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Call after a commit. While an intent is open, nothing that its public view shows changes. */
  tell(intent: PaymentIntent): void {
    if (isOpen(intent)) return;
    for (const socket of this.#sockets()) end(socket, intent);
  }

  #sockets(): WebSocket[] {
    return this.#ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
  }
}

/** A socket that sends anything but a ping would wake the object each time. */
export function refuseMessage(socket: WebSocket): void {
  socket.close(POLICY_VIOLATION, "send only ping");
}

/** Without this, whoever leaves waits for ten seconds and then sees 1006. */
export function confirmClose(socket: WebSocket): void {
  socket.close(NORMAL_CLOSURE);
}

/** A socket that fails must not make the command fail that has been committed. */
function end(socket: WebSocket, intent: PaymentIntent): void {
  try {
    socket.send(messageOf(presentPublicView(intent, false)));
    socket.close(NORMAL_CLOSURE, intent.status);
  } catch (error) {
    log("warn", "live_socket_failed", { intent_id: intent.id, error });
  }
}

/** The body of a read over HTTP. */
function messageOf(view: object): string {
  return JSON.stringify({ success: true, payment_intent: view });
}
