// The WebSockets of one wallet's pages and apps. They hibernate, and nothing is stored.
import { DurableObject } from "cloudflare:workers";
import type { SocketPass, WalletChange } from "../domain/live-wallet.ts";
import { log } from "../lib/log.ts";
import { presentChange } from "../wire/wallet/present-change.ts";
import { confirmClose, POLICY_VIOLATION, refuseMessage } from "./live-sockets.ts";

/** The most sockets of a wallet: more than a customer has devices. */
export const WALLET_SOCKETS_MAX = 8;

interface Attachment extends SocketPass {
  openedAt: number;
}

export class WalletObject extends DurableObject<Env> {
  /** Opens a WebSocket for the Worker, which has checked the request. One too many ends the oldest. */
  override fetch(request: Request): Response {
    const pass: SocketPass = JSON.parse(new URL(request.url).searchParams.get("pass") ?? "");
    const open = this.#sockets().sort((a, b) => attachmentOf(a).openedAt - attachmentOf(b).openedAt);
    for (const socket of open.slice(0, Math.max(0, open.length + 1 - WALLET_SOCKETS_MAX))) {
      socket.close(POLICY_VIOLATION, "too many connections");
    }
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    server.serializeAttachment({ ...pass, openedAt: Date.now() } satisfies Attachment);
    // Whatever has changed before is told at once.
    server.send(JSON.stringify(presentChange({ type: "balance_changed", intentId: null })));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Called over RPC. */
  tell(change: WalletChange): void {
    const message = JSON.stringify(presentChange(change));
    for (const socket of this.#sockets()) {
      try {
        if (!endIfOver(socket)) socket.send(message);
      } catch (error) {
        log("warn", "live_socket_failed", { intent_id: change.intentId, error });
      }
    }
  }

  /** The object responds itself, so that a socket whose sign-in is over does not seem to be alive. */
  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    if (message !== "ping") refuseMessage(socket);
    else if (!endIfOver(socket)) socket.send("pong");
  }

  override webSocketClose(socket: WebSocket): void {
    confirmClose(socket);
  }

  #sockets(): WebSocket[] {
    return this.ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);
  }
}

function endIfOver(socket: WebSocket): boolean {
  const isOver = attachmentOf(socket).endsAt <= Date.now();
  if (isOver) socket.close(POLICY_VIOLATION, "sign in again");
  return isOver;
}

function attachmentOf(socket: WebSocket): Attachment {
  return socket.deserializeAttachment();
}
