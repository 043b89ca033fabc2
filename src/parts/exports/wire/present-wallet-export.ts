// A wallet's export as newline-delimited JSON, as a merchant's is.
import type { HistoryCursor } from "#core/domain/cursor.ts";
import type { Environment } from "#core/domain/environment.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { HistoryLine } from "#core/domain/wallet/wallet-history.ts";
import { isoTime } from "#core/lib/time.ts";
import { presentWalletView } from "#core/wire/payment-intents/present-intent.ts";
import { historyCursor } from "#core/wire/shared/cursor.ts";
import { exportLine, presentRow } from "#core/wire/shared/export.ts";
import { presentWalletTransaction } from "#core/wire/wallet/present-wallet.ts";

export interface ExportedLine {
  line: HistoryLine;
  intent: PaymentIntent | null;
}

export interface WalletExport {
  walletId: string;
  startedAt: number;
  balances: { currency: string; amount: string }[];
  /** Their keys are sections; they have the names of the columns. */
  rows: Record<string, Record<string, unknown>[]>;
  paymentsUnderWay: PaymentIntent[];
  requests: AsyncGenerator<PaymentIntent[]>;
  /** Returns where the next part begins; null at the end. */
  transactions: AsyncGenerator<ExportedLine[], HistoryCursor | null>;
}

export function walletExportFileName(walletId: string): string {
  return `wallet-${walletId}.ndjson`;
}

export async function* presentWalletExport(
  found: WalletExport,
  environment: Environment,
): AsyncGenerator<string> {
  const { walletId, startedAt, balances, rows, paymentsUnderWay, requests, transactions } = found;
  const present = (intent: PaymentIntent) => ({
    ...presentWalletView(intent, walletId, environment),
    cancellation_reason: intent.cancellationReason,
  });
  const counts: Record<string, number> = {};
  const linesOf = (type: string, all: readonly object[]) => {
    if (all.length > 0) counts[type] = (counts[type] ?? 0) + all.length;
    return all.map((data) => exportLine({ type, data })).join("");
  };
  yield exportLine({ type: "header", format: 1, wallet_id: walletId, started_at: isoTime(startedAt) }) +
    linesOf("balance", balances) +
    Object.entries(rows)
      .map(([section, all]) => linesOf(section, all.map(presentRow)))
      .join("") +
    linesOf("payment_under_way", paymentsUnderWay.map(present));
  for await (const page of requests) yield linesOf("request", page.map(present));
  for (;;) {
    const { done, value } = await transactions.next();
    if (done) {
      yield exportLine({ type: "end", counts, next_cursor: historyCursor.format(value) });
      return;
    }
    const shown = value.map(({ line, intent }) => ({
      ...presentWalletTransaction(line),
      payment_intent: intent && present(intent),
    }));
    yield linesOf("transaction", shown);
  }
}
