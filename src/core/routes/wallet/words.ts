import type { OperationWords } from "#core/http/describe.ts";

export const WALLET_WORDS: Record<string, OperationWords> = {
  getReceipt: [
    "Read what the shop has on a payment's receipt",
    "For the wallet that has paid. To all others, and before, the intent is not found.",
  ],
  stopOwnWallet: [
    "Stop this wallet wherever it is signed in",
    "As after the loss of a phone. Within five seconds, sessions, sockets, pushes, scan tokens and tokens that were issued before are refused everywhere, this caller's too; the customer's sessions at the identity provider end, and whatever waits for approval is rejected. What is under way finishes, and refunds still arrive. Whoever signs in again can use the wallet.",
  ],
  listBlockedMerchants: ["List the merchants this wallet has blocked", "Newest first."],
  blockMerchant: [
    "Block a merchant",
    "The merchant can no longer request payments from this wallet, and its open requests are rejected. The customer can still pay it by scanning its code. A wallet can block 500 merchants.",
  ],
  unblockMerchant: ["Unblock a merchant"],
  stopWallet: [
    "Stop a customer's wallet",
    "As `stopOwnWallet`, and until it is released nobody can sign in to it, and no shop or desk can scan it. An id that nobody has used yet is stopped as well, with a warning.",
  ],
  releaseWallet: [
    "Allow a stopped wallet again",
    "The customer signs in anew: what was issued before stays refused.",
  ],
  getWalletPaymentIntent: [
    "Read an intent that this wallet may pay or has paid",
    "What the public view shows. An intent that waits for another wallet's approval does not exist here.",
  ],
  confirmPayment: ["Pay a pending intent"],
  approvePayment: ["Approve an intent that waits for this wallet"],
  rejectPayment: ["Reject an intent that waits for this wallet"],
  listApprovals: ["List the intents that wait for this wallet"],
  getWallet: ["Read this wallet's balances"],
  createScanToken: [
    "Create the token that the customer's QR code shows",
    "For one minute, a merchant that scans it can request payments from this wallet. Only one merchant can use it, and nobody can once a newer token has been used.",
  ],
  watchWallet: [
    "Learn when this wallet changes, over a WebSocket",
    "Each message says only what to read again: the approvals and the balances. One comes at once, and one for each " +
      "change. Send nothing but the text `ping`, which gets `pong`. The connection is closed with 1008 once the access " +
      "token has expired or the session is over, after a day, and when this wallet has opened eight others since. Connect again.",
  ],
};
