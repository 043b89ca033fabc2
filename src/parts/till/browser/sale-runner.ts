// Carries a sale through: creates its intent, follows it, cancels it. What has happened is decided in sale.ts.

import { cancelIntent, createIntent, readIntent, withdrawIntent } from "#pages/browser/device/api.ts";
import { type OpenSale, remember } from "#pages/browser/device/remembered.ts";
import {
  advance,
  begin,
  type Draft,
  isEnded,
  type Sale,
  type SaleEvent,
  type SaleIntent,
} from "#pages/browser/device/sale.ts";
import { hearServerTime } from "#pages/browser/kit/clock.ts";
import { isSignedOut } from "#pages/browser/kit/exchange.ts";
import { sleep, sleepAfter } from "#pages/browser/kit/sleep.ts";
import type { WatchConnection } from "#sdk/index.ts";
import { createPublicClient } from "#sdk/index.ts";

const TICK_MS = 1_000;
const FOLLOW_AGAIN_MS = 5_000;

export interface RunningSale {
  current(): Sale;
  cancel(): Promise<void>;
  /** Ends the till's interest in the sale; it does not cancel it. */
  leave(): void;
}

interface Listener {
  onChange: (sale: Sale) => void;
  onConnection: (state: WatchConnection) => void;
  /** The till's session has ended. */
  onSignedOut: () => void;
}

/** A sale that was open before a reload goes on where it was. */
export function runSale(open: OpenSale, counterId: string, listener: Listener): RunningSale {
  const { draft, intentId } = open;
  const end = new AbortController();
  let sale = begin(draft, { isResumed: intentId !== null });
  let isCancelAsked = open.isCancelAsked === true;
  let isCancelling = false;
  remember("sale", open);

  const happen = (event: SaleEvent) => {
    if (end.signal.aborted) return;
    const next = advance(sale, event, performance.now());
    if (next === sale) return;
    sale = next;
    if (isEnded(sale)) clearInterval(ticking);
    listener.onChange(sale);
  };
  const ticking = setInterval(() => happen({ type: "tick" }), TICK_MS);

  const create = async (): Promise<void> => {
    for (let failures = 0; !end.signal.aborted; failures++) {
      const outcome = await createIntent(draft, counterId, end.signal);
      if (end.signal.aborted) return;
      if (outcome.kind === "ok") {
        remember("sale", { draft, intentId: outcome.value.id });
        happen({ type: "read", intent: outcome.value });
        return await follow(outcome.value.id);
      }
      if (outcome.kind === "refused") {
        remember("sale", null);
        if (isSignedOut(outcome)) return listener.onSignedOut();
        return happen({ type: "refused", code: outcome.code });
      }
      happen({ type: "delayed" });
      await sleepAfter(failures, end.signal);
    }
  };

  const see = async (seen: SaleIntent): Promise<void> => {
    happen({ type: "read", intent: await withReason(seen, draft) });
    if (isCancelAsked) void cancel();
  };

  const follow = async (id: string): Promise<void> => {
    const client = createPublicClient({ baseUrl: location.origin });
    while (!end.signal.aborted && !isEnded(sale)) {
      let lastSeen = Promise.resolve();
      const watched = client.watch(id, {
        signal: end.signal,
        onChange: (intent) => {
          lastSeen = see(intent);
        },
        onConnection: listener.onConnection,
        onServerTime: hearServerTime,
      });
      // What repeating does not repair shows as no connection.
      await watched.catch(async () => {
        if (end.signal.aborted) return;
        listener.onConnection("offline");
        await sleep(FOLLOW_AGAIN_MS, end.signal);
      });
      await lastSeen;
    }
  };

  const cancel = async (): Promise<void> => {
    if (isCancelling || !("cancellation" in sale) || sale.cancellation === "removed") return;
    const { intent } = sale;
    isCancelling = true;
    remember("sale", { draft, intentId: intent.id, isCancelAsked: true });
    happen({ type: "cancel_asked" });
    await endUntilHeard(intent, { happen, signal: end.signal, isOver: () => isEnded(sale) });
    isCancelling = isCancelAsked = false;
    if (!end.signal.aborted) remember("sale", { draft, intentId: intent.id });
  };

  void (intentId === null ? create() : follow(intentId));
  return {
    current: () => sale,
    cancel,
    leave: () => {
      remember("sale", null);
      clearInterval(ticking);
      end.abort();
    },
  };
}

/** What is watched is the public view. Who has ended a request for approval is not in it. */
async function withReason(seen: SaleIntent, { scanToken }: Draft): Promise<SaleIntent> {
  if (scanToken === null || seen.status !== "cancelled") return seen;
  const outcome = await readIntent(seen.id);
  return outcome.kind === "ok" ? outcome.value : seen;
}

interface Ending {
  happen: (event: SaleEvent) => void;
  signal: AbortSignal;
  /** The sale has ended in any way. */
  isOver(): boolean;
}

/** Repeats what got no response, as soon as the browser is online again. */
async function endUntilHeard(intent: SaleIntent, { happen, signal, isOver }: Ending): Promise<void> {
  for (let failures = 0; !signal.aborted && !isOver(); failures++) {
    const event = await endIntent(intent);
    happen(event);
    if (event.type !== "cancel_failed" || event.code === "payment_in_progress") return;
    if (event.code === null) {
      await sleepAfter(failures, signal);
      continue;
    }
    const seen = await readIntent(intent.id);
    if (seen.kind === "ok") happen({ type: "read", intent: seen.value });
    return;
  }
}

async function endIntent({ id, status }: SaleIntent): Promise<SaleEvent> {
  const outcome = status === "pending_approval" ? await withdrawIntent(id) : await cancelIntent(id);
  if (outcome.kind === "ok")
    return outcome.value === null ? { type: "cancelled" } : { type: "read", intent: outcome.value };
  if (isSignedOut(outcome)) return { type: "removed" };
  return { type: "cancel_failed", code: outcome.kind === "refused" ? outcome.code : null };
}
