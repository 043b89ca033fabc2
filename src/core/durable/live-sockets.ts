// The WebSockets of those who wait for an intent. They are hibernating: while nothing happens, the platform keeps them
// and responds to their pings without the object, and nothing about them is stored.

import type { ObjectRefusal } from "#core/domain/payment-intents/commands.ts";
import {
  type DrawnIntent,
  isOpen,
  isProcessing,
  type PaymentIntent,
} from "#core/domain/payment-intents/payment-intent.ts";
import type { Result } from "#core/domain/result.ts";
import { log } from "#core/lib/log.ts";
import { isoTime } from "#core/lib/time.ts";
import { presentPublicView, type ShownShop } from "#core/wire/payment-intents/present-intent.ts";

/** The most sockets of an intent: more than a shop and a customer need, too few for a stranger to gain by them. */
export const SOCKETS_MAX = 32;

/** Close codes of RFC 6455 §7.4.1. */
const NORMAL_CLOSURE = 1000;
export const POLICY_VIOLATION = 1008;

/** What a socket was told last, kept with it. What holds for the merchant is not the object's to know. */
interface Told extends ShownShop {
  isProcessing: boolean;
  /** How many payments were declined. */
  declines: number;
}

type Config = Parameters<typeof presentPublicView>[2];

export class LiveSockets {
  readonly #ctx: DurableObjectState;
  readonly #config: Config;

  constructor(ctx: DurableObjectState, config: Config) {
    this.#ctx = ctx;
    this.#config = config;
  }

  /** There is no await in here, so that the socket is told whatever is committed after the intent was found. */
  open(request: Request, found: Result<DrawnIntent, ObjectRefusal>): Response {
    if (!found.ok) return new Response(null, { status: found.error === "not_found" ? 404 : 503 });
    const intent = found.value;
    const { searchParams } = new URL(request.url);
    const shop = { isPayable: searchParams.has("is_payable"), logoHash: searchParams.get("logo") };
    if (this.#sockets().length >= SOCKETS_MAX) return new Response(null, { status: 429 });
    const { 0: client, 1: server } = new WebSocketPair();
    this.#ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    this.#ctx.acceptWebSocket(server);
    const told = { ...shop, isProcessing: isProcessing(intent), declines: intent.paymentDeclines };
    if (isOpen(intent)) this.#send(server, intent, told);
    else this.#end(server, intent, shop);
    return new Response(null, { status: 101, webSocket: client });
  }

  /**
   * Call after a commit, and when the ledger has not responded for a while. While an intent is open, its public view
   * changes only by a payment under way. One that is declined at once is told as having been under way: a cashier waits for
   * it, and a wallet without the money cannot repeat it often.
   */
  tell(intent: PaymentIntent, isSlow = hasNoResultYet(intent)): void {
    for (const socket of this.#sockets()) {
      if (isOpen(intent)) this.#tellProgress(socket, intent, isSlow);
      else this.#end(socket, intent, socket.deserializeAttachment());
    }
  }

  #sockets(): WebSocket[] {
    return this.#ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
  }

  #tellProgress(socket: WebSocket, intent: PaymentIntent, isSlow: boolean): void {
    const told: Told = socket.deserializeAttachment();
    const isDeclined = intent.paymentDeclines > told.declines;
    const hasChanged = isProcessing(intent) !== told.isProcessing;
    const steps = told.isProcessing ? [false] : [true, false];
    if (isDeclined) for (const step of steps) this.#tellStep(socket, intent, told, step);
    else if (hasChanged && (isSlow || told.isProcessing))
      this.#tellStep(socket, intent, told, isProcessing(intent));
  }

  #tellStep(socket: WebSocket, intent: PaymentIntent, told: Told, isUnderWay: boolean): void {
    const next = { ...told, isProcessing: isUnderWay, declines: intent.paymentDeclines };
    unlessBroken(intent, () => this.#send(socket, intent, next));
  }

  #end(socket: WebSocket, intent: PaymentIntent, { logoHash }: ShownShop): void {
    unlessBroken(intent, () => {
      socket.send(messageOf(presentPublicView(intent, { isPayable: false, logoHash }, this.#config)));
      socket.close(NORMAL_CLOSURE, intent.status);
    });
  }

  #send(socket: WebSocket, intent: DrawnIntent, told: Told): void {
    socket.serializeAttachment(told);
    const view = presentPublicView(intent, told, this.#config);
    socket.send(messageOf({ ...view, is_processing: told.isProcessing }));
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

/** The ledger was called, and did not say how the payment ends. */
function hasNoResultYet({ operation }: PaymentIntent): boolean {
  return operation !== null && (operation.attempts > 0 || operation.transactionId !== null);
}

/** A socket that fails must not make the command fail that has been committed. */
function unlessBroken({ id }: PaymentIntent, act: () => void): void {
  try {
    act();
  } catch (error) {
    log("warn", "live_socket_failed", { intent_id: id, error });
  }
}

/** The body of a read over HTTP, and the time that is in a header there. */
function messageOf(view: object): string {
  return JSON.stringify({ success: true, payment_intent: view, server_time: isoTime(Date.now()) });
}
