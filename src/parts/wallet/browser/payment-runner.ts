// Carries a payment through: reads it, pays, approves or rejects it, and follows it to its end.

import { hearServerTime } from "#pages/browser/kit/clock.ts";
import { sleep, sleepAfter } from "#pages/browser/kit/sleep.ts";
import { createPublicClient, type PublicPaymentIntent } from "#sdk/index.ts";
import { act, readIntent } from "./api.ts";
import { advance, isEnded, LOADING, type Payment, type PaymentAction, type PaymentEvent } from "./payment.ts";

const FOLLOW_AGAIN_MS = 10_000;
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;

type Seen = Pick<PublicPaymentIntent, "status" | "is_processing" | "logo_url">;

export type Act = (action: PaymentAction) => Promise<void>;

interface RunningPayment {
  act: Act;
  /** A refund may have come in. */
  readAgain(): void;
}

interface Listener {
  onChange(payment: Payment): void;
  /** Only the public view has the shop's. */
  onLogo(url: string | null): void;
  /** The wallet may have less money than its screen shows. */
  onRefused(): void;
  /** The customer's session has ended. */
  onSignedOut(): void;
}

/** `end`: of the page's interest in the payment. */
export function runPayment(id: string, end: AbortController, listener: Listener): RunningPayment {
  const { signal } = end;
  let payment = LOADING;

  const happen = (event: PaymentEvent) => {
    const next = advance(payment, event);
    if (signal.aborted || next === payment) return;
    payment = next;
    listener.onChange(payment);
  };

  /** Returns true when nothing more is to be tried. */
  const isOver = (status: number) => {
    if (status === UNAUTHORIZED) {
      end.abort();
      listener.onSignedOut();
    } else if (status === NOT_FOUND) happen({ type: "not_found" });
    return status === UNAUTHORIZED || status === NOT_FOUND;
  };

  const read = async (): Promise<void> => {
    for (let failures = 0; !signal.aborted; failures++) {
      const outcome = await readIntent(id);
      if (outcome.kind === "ok") return happen({ type: "read", intent: outcome.value });
      if (outcome.kind === "refused" && isOver(outcome.status)) return;
      happen({ type: "no_response" });
      await sleepAfter(failures, signal);
    }
  };

  const isNews = ({ status, is_processing }: Seen) => {
    const isKnown = payment.step === "acting" && payment.phase !== "sent" && payment.phase !== "delayed";
    return "intent" in payment && (payment.intent.status !== status || is_processing !== isKnown);
  };

  /** The public view says at once that it has changed; the wallet's own says what this wallet has to do with it. */
  const follow = async (): Promise<void> => {
    await read();
    while (!signal.aborted && "intent" in payment) {
      const onChange = (seen: Seen) => {
        listener.onLogo(seen.logo_url);
        if (isNews(seen)) void read();
      };
      const options = { signal, onChange, onServerTime: hearServerTime };
      const watched = createPublicClient({ baseUrl: location.origin }).watch(id, options);
      if ((await watched.catch(() => null)) !== null || isEnded(payment)) return;
      await sleep(FOLLOW_AGAIN_MS, signal);
    }
  };

  const send = async (action: PaymentAction): Promise<void> => {
    const outcome = await act(id, action);
    if (outcome.kind === "ok") return happen({ type: "acted", ...outcome.value });
    if (outcome.kind === "lost") return happen({ type: "no_response" });
    if (isOver(outcome.status)) return;
    happen({ type: "refused", code: outcome.code });
    listener.onRefused();
    await read();
  };

  /** Until there is a response, the same action is repeated: one wallet pays an intent once. Then its end is waited for. */
  const perform: Act = async (action) => {
    happen({ type: "acts", action });
    for (let repeats = 0; !signal.aborted && payment.step === "acting"; repeats++) {
      await (payment.phase === "processing" ? read() : send(action));
      await sleepAfter(repeats, signal);
    }
  };

  void follow();
  return { act: perform, readAgain: () => isEnded(payment) && void read() };
}
