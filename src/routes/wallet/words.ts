import type { OperationWords } from "../../http/describe.ts";

export const WALLET_WORDS: Record<string, OperationWords> = {
  exportWallet: [
    "Download everything the service holds about this wallet",
    "Newline-delimited JSON: a `header`, then one record a line, each with its `type`, and an `end` with the number of records of each type: without that line, the download is incomplete. The types are `balance`, `payment_under_way`, `request`, `transaction`, and what the rows of the wallet are, such as `blocked_merchants`, `accounts` and `sessions`; the sandbox's own begin with `sandbox_`. Where `next_cursor` is not null, another part of the history follows. A request that changes meanwhile may come twice. Never a secret.",
  ],
  eraseWallet: [
    "Erase this customer",
    "Permanent. Open requests are rejected; blocks, scan tokens and all else that is the customer's alone is deleted. Payments, refunds and requests that have ended stay at their merchants, and the account with its money at the ledger. Repeating the request changes nothing.",
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
  getPush: [
    "Read this wallet's push settings",
    "`public_key` is the `applicationServerKey` with which a browser subscribes; null where nothing is pushed.",
  ],
  subscribePush: [
    "Have requests for approval pushed to a browser",
    "Takes a browser's `PushSubscription`. Messages are encrypted for it (RFC 8291), and are JSON: " +
      '`{type: "approval_requested", payment_intent_id, merchant_name, amount, currency}`. A browser gets those of one ' +
      "wallet, and a wallet has at most ten browsers: one more ends the oldest.",
  ],
  unsubscribePush: ["Push nothing more to a browser"],
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
  listWalletTransactions: [
    "List this wallet's transactions",
    "The wallet's account at the ledger, newest first: payments, refunds, and what was paid in.",
  ],
  watchWallet: [
    "Learn when this wallet changes, over a WebSocket",
    "Each message says only what to read again: the approvals and the balances. One comes at once, and one for each " +
      "change. Send nothing but the text `ping`, which gets `pong`. The connection is closed with 1008 once the access " +
      "token has expired or the session is over, after a day, and when this wallet has opened eight others since. Connect again.",
  ],
  approvePayOut: [
    "Approve a pay-out at a cash desk",
    "Safe to repeat. With 202 the ledger's result is not known yet.",
  ],
  rejectPayOut: ["Reject a pay-out at a cash desk", "Safe to repeat."],
};
