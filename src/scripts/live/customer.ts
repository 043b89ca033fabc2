// A customer's page, as far as it waits for the payment.
import { createPublicClient, type PublicPaymentIntent } from "../../sdk/index.ts";

export interface Customer {
  id: string;
  isLive: Promise<void>;
  settled: Promise<PublicPaymentIntent>;
  /** When the page was told, in epoch milliseconds. */
  paidAt: Promise<number>;
  leave(): void;
}

export function follow(url: string, id: string): Customer {
  const live = Promise.withResolvers<void>();
  const paid = Promise.withResolvers<number>();
  const leaving = new AbortController();
  const settled = createPublicClient({ baseUrl: url }).watch(id, {
    signal: leaving.signal,
    onChange: ({ status }) => {
      if (status === "completed") paid.resolve(Date.now());
    },
    onConnection: (connection) => {
      if (connection === "live") live.resolve();
    },
  });
  settled.catch(() => {});
  return { id, isLive: live.promise, settled, paidAt: paid.promise, leave: () => leaving.abort() };
}
