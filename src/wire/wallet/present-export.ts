// A wallet's export as one JSON document, in pieces. One that is cut off is no JSON.
import type { HistoryCursor } from "../../domain/cursor.ts";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import type { HistoryLine } from "../../domain/wallet-history.ts";
import { isoTime } from "../../lib/time.ts";
import { presentWalletView } from "../payment-intents/present-intent.ts";
import { historyCursor } from "../shared/cursor.ts";
import { presentRow } from "../shared/present-row.ts";
import { presentWalletTransaction } from "./present-transaction.ts";

export interface ExportedLine {
  line: HistoryLine;
  intent: PaymentIntent | null;
}

export interface WalletExport {
  walletId: string;
  startedAt: number;
  balances: { currency: string; amount: string }[];
  /** By section, with the names of the columns. */
  rows: Record<string, Record<string, unknown>[]>;
  paymentsUnderWay: PaymentIntent[];
  requests: AsyncGenerator<PaymentIntent[]>;
  /** Returns where the next part begins; null at the end. */
  transactions: AsyncGenerator<ExportedLine[], HistoryCursor | null>;
}

export async function* presentWalletExport(found: WalletExport): AsyncGenerator<string> {
  const { walletId, startedAt, balances, rows, paymentsUnderWay, requests, transactions } = found;
  const present = (intent: PaymentIntent) => ({
    ...presentWalletView(intent, walletId),
    cancellation_reason: intent.cancellationReason,
  });
  const head = {
    success: true,
    format: 1,
    wallet_id: walletId,
    started_at: isoTime(startedAt),
    balances,
    rows: Object.fromEntries(Object.entries(rows).map(([name, all]) => [name, all.map(presentRow)])),
    payments_under_way: paymentsUnderWay.map(present),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"requests":[`;
  yield* presentList(requests, present);
  yield '],"transactions":[';
  const next = yield* presentList(transactions, ({ line, intent }) => ({
    ...presentWalletTransaction(line),
    payment_intent: intent && present(intent),
  }));
  yield `],"next_cursor":${JSON.stringify(historyCursor.format(next))}}`;
}

/** The items of an array, page by page. */
async function* presentList<Item, End>(
  pages: AsyncGenerator<Item[], End>,
  present: (item: Item) => object,
): AsyncGenerator<string, End> {
  let separator = "";
  for (;;) {
    const { done, value } = await pages.next();
    if (done) return value;
    if (value.length === 0) continue;
    yield separator + value.map((item) => JSON.stringify(present(item))).join(",");
    separator = ",";
  }
}
