import type { PartOpenApi } from "#core/part.ts";
import { responses } from "./responses.ts";

export const openapi = {
  responses,
  pathIdWords: { sessionID: { description: "The session's id.", from: ["sessions"] } },
  words: {
    listWalletSessions: ["List the browsers that are signed in to this wallet"],
    endWalletSession: [
      "Sign a browser out of this wallet",
      "Within seconds its page and its pushes end. Returns those that are left.",
    ],
    getWalletName: ["Read the name that this wallet's customer has chosen"],
    setWalletName: [
      "Choose a name for cash desks, or take it away",
      "Desks show it in place of a masked email address; shops do not see it. Null takes it away.",
    ],
    listWalletTransactions: [
      "List this wallet's transactions",
      "The wallet's account at the ledger, newest first: payments, refunds, and what was paid in.",
    ],
  },
  requestExamples: { WalletName: { example: { name: "Ada" } } },
  componentExamples: { WalletTransaction: { status: "completed", direction: "out" } },
} satisfies PartOpenApi;
