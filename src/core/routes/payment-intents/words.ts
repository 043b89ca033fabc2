import type { OperationWords } from "#core/http/describe.ts";

export const PAYMENT_INTENTS_WORDS: Record<string, OperationWords> = {
  resolvePaymentIntent: [
    "Settle a payment or refund by hand",
    "For one that has no result from the ledger. With `transaction_id`, the transaction is read from the ledger, must be this intent's and no other's, and is recorded: settled, failed or pending. If the ledger does not return its `operation_key`, `confirm` is required. With `outcome` `declined`, the operation ends if the ledger has no transaction under its key: at once if the ledger can void the key, else 10 minutes after the last request to it. Until then the response is 409, and no more requests are sent.",
  ],
  refundForClosedMerchant: [
    "Refund a payment of a closed merchant",
    "In full and once, from the merchant's account, without reinstating the merchant. The `reason` is kept in the audit trail. Any other merchant refunds its payments itself.",
  ],
  createPaymentIntent: [
    "Create a payment intent",
    "The response carries a QR code. Show it; the customer scans it and pays.",
  ],
  listPaymentIntents: [
    "List payment intents",
    "Newest first; for a counter with `reads_own_only`, what it has created. One filter other than `amount`, with or without times, is equally fast on any page. For `amount`, or several filters, a request looks through 1,000 intents that match the first of reference, refund_status, counter_id and status: a page can be short, or empty, while `next_cursor` is not null.",
  ],
  getPaymentIntent: [
    "Read a payment intent",
    "Webhooks tell you first. To poll, send If-None-Match every 2 to 3 seconds until the intent is no longer open. A counter with `reads_own_only` finds only what it has created.",
  ],
  listPaymentIntentEvents: ["List what happened to a payment intent"],
  cancelPaymentIntent: [
    "Cancel a pending payment intent",
    "A counter cancels only what it has created; other intents are not found.",
  ],
  withdrawPaymentIntent: [
    "Withdraw a request for the customer's approval",
    "Reverse QR: for a wrong amount, or a customer who pays otherwise. The intent becomes `cancelled`, and the wallet app is told. A counter withdraws only what it has scanned; other intents are not found. Of a customer's requests, two may be withdrawn within 24 hours; each further one counts as rejected: see scan-payment. An intent that is cancelled stays as it is.",
  ],
  refundPaymentIntent: [
    "Refund a completed payment intent",
    "In full and once; a body may say no more than `reference` and `reason`. A counter with `can_refund` refunds only what it has created; other intents are not found. The customer has the money back when `refund_status` is `completed`.",
  ],
  scanPayment: [
    "Request a payment from a customer whose QR code was scanned",
    "Reverse QR: the intent stays `pending_approval` until the customer approves or rejects it in the wallet app. At most 5 may be open per merchant and customer. After a customer's third rejection within 24 hours the merchant waits 5 minutes before the next request, and twice as long after each further rejection. Of the requests that the merchant withdraws, all but two within 24 hours count as rejected.",
  ],
  getPublicPaymentIntent: ["Read an intent whose QR code was scanned"],
  watchPublicPaymentIntent: [
    "Wait for an intent to be paid, over a WebSocket",
    "Each message is the body of a read, `PublicPaymentIntentResponse`, with the `server_time`: one at once, one when `is_processing` " +
      "changes while the ledger is slow, and one when the intent is completed, cancelled or expired; the connection is " +
      "then closed with 1000. Send nothing but the text `ping`, " +
      "which gets `pong`. If the connection is lost, read the intent before you connect again. If it is refused, " +
      "poll: an intent has at most 32 connections.",
  ],
  drawQrCodeSvg: ["Draw the QR code as SVG"],
  drawQrCodePng: ["Draw the QR code as PNG"],
  listPublicMerchants: ["List active merchants"],
};
