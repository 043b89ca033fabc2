// The WebSockets of one wallet's pages and apps. They hibernate, and nothing is stored.
import { DurableObject } from "cloudflare:workers";
import { openDatabase } from "#core/db/client.ts";
import { createCustomerSessionStore } from "#core/db/sessions/customer-sessions.ts";
import type { SocketPass, WalletChange } from "#core/domain/wallet/live-wallet.ts";
import { log } from "#core/lib/log.ts";
import { presentChange } from "#core/wire/wallet/present-wallet.ts";
import { confirmClose, POLICY_VIOLATION, refuseMessage } from "./live-sockets.ts";

/** The most sockets of a wallet: more than a customer has devices. */
export const WALLET_SOCKETS_MAX = 8;

/** A ping asks no sooner again whether the session is over; an event always asks. */
export const CHECKED_FOR_MS = 20_000;
/** The most pings within a minute. */
export const PINGS_MAX = 60;
const MINUTE_MS = 60_000;

/** IANA, "WebSocket Close Code Number Registry". */
const TRY_AGAIN_LATER = 1013;

interface Attachment extends SocketPass {
  openedAt: number;
  /** When the session was last seen to go on. */
  checkedAt: number;
  /** Since that time, within a minute. */
  pings: { since: number; count: number };
}

export class WalletObject extends DurableObject<Env> {
  readonly #sessions = createCustomerSessionStore(openDatabase(this.env.DB));

  /** Opens a WebSocket for the Worker, which has checked the request. One too many ends the oldest. */
  override fetch(request: Request): Response {
    const pass: SocketPass = JSON.parse(new URL(request.url).searchParams.get("pass") ?? "");
    const open = this.#sockets().sort((a, b) => attachmentOf(a).openedAt - attachmentOf(b).openedAt);
    for (const socket of open.slice(0, Math.max(0, open.length + 1 - WALLET_SOCKETS_MAX))) {
      socket.close(POLICY_VIOLATION, "too many connections");
    }
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    const now = Date.now();
    const pings = { since: now, count: 0 };
    server.serializeAttachment({ ...pass, openedAt: now, checkedAt: now, pings } satisfies Attachment);
    // Whatever has changed before is told at once.
    server.send(JSON.stringify(presentChange({ type: "balance_changed", intentId: null })));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Called over RPC. */
  async tell(change: WalletChange): Promise<void> {
    const message = JSON.stringify(presentChange(change));
    await Promise.all(this.#sockets().map((socket) => this.#send(socket, message)));
  }

  /** Called over RPC once the wallet is stopped. */
  async end(): Promise<void> {
    for (const socket of this.#sockets()) socket.close(POLICY_VIOLATION, "sign in again");
  }

  /** The object responds itself, so that a socket whose sign-in is over does not seem to be alive. */
  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (message !== "ping") refuseMessage(socket);
    else if (countPing(socket) > PINGS_MAX) socket.close(POLICY_VIOLATION, "too many pings");
    else await this.#send(socket, "pong", CHECKED_FOR_MS);
  }

  override webSocketClose(socket: WebSocket): void {
    confirmClose(socket);
  }

  #sockets(): WebSocket[] {
    return this.ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
  }

  /** A socket that fails must not keep the others from being told. */
  async #send(socket: WebSocket, message: string, checkedForMs = 0): Promise<void> {
    try {
      if (await this.#isOver(socket, checkedForMs)) socket.close(POLICY_VIOLATION, "sign in again");
      else socket.send(message);
    } catch (error) {
      log("warn", "live_socket_failed", { error });
      // The database may not have said whether the session is over: whoever connects again is told to read everything.
      socket.close(TRY_AGAIN_LATER, "connect again");
    }
  }

  async #isOver(socket: WebSocket, checkedForMs: number): Promise<boolean> {
    const now = Date.now();
    const { endsAt, sessionIdHash, checkedAt } = attachmentOf(socket);
    if (sessionIdHash === null || endsAt <= now) return endsAt <= now;
    if (now < checkedAt + checkedForMs) return false;
    if ((await this.#sessions.find(sessionIdHash, now)) === null) return true;
    // Read again: more pings may have been counted meanwhile.
    socket.serializeAttachment({ ...attachmentOf(socket), checkedAt: now } satisfies Attachment);
    return false;
  }
}

function countPing(socket: WebSocket): number {
  const now = Date.now();
  const attachment = attachmentOf(socket);
  const { since, count } = attachment.pings;
  const pings = now < since + MINUTE_MS ? { since, count: count + 1 } : { since: now, count: 1 };
  socket.serializeAttachment({ ...attachment, pings } satisfies Attachment);
  return pings.count;
}

function attachmentOf(socket: WebSocket): Attachment {
  return socket.deserializeAttachment();
}
