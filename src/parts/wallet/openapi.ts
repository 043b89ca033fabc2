import type { PartOpenApi } from "#core/part.ts";
import { responses } from "./responses.ts";

export const openapi = {
  responses,
  words: {
    listWalletTransactions: [
      "List this wallet's transactions",
      "The wallet's account at the ledger, newest first: payments, refunds, and what was paid in.",
    ],
  },
  componentExamples: { WalletTransaction: { status: "completed", direction: "out" } },
} satisfies PartOpenApi;
