import type { PartOpenApi } from "#core/part.ts";

export const openapi = {
  words: {
    exportMerchant: [
      "Download everything the service holds about a merchant",
      "Newline-delimited JSON: a `header`, then one record a line, each with its `type`, and an `end` with the number of records of each type: without that line, the download is incomplete. Where its `next_cursor` is not null, another part follows. An intent that changes meanwhile may come twice; the later line counts. Never a secret.",
    ],
    eraseMerchant: [
      "Erase what is personal about a closed merchant",
      "Permanent. Amounts, times, states, ids and the payers' wallets stay. The sweep begins 20 minutes later and takes a minute for about 5,000 payments and events; `erasure` says when it is done. Repeating the request changes nothing.",
    ],
    exportWallet: [
      "Download everything the service holds about this wallet",
      "Newline-delimited JSON: a `header`, then one record a line, each with its `type`, and an `end` with the number of records of each type: without that line, the download is incomplete. The types are `balance`, `payment_under_way`, `request`, `transaction`, and what the rows of the wallet are, such as `blocked_merchants`, `accounts` and `sessions`; the sandbox's own begin with `sandbox_`. Where `next_cursor` is not null, another part of the history follows. A request that changes meanwhile may come twice. Never a secret.",
    ],
    eraseWallet: [
      "Erase this customer",
      "Permanent. Open requests are rejected; blocks, scan tokens, the chosen name and all else that is the customer's alone is deleted. Payments, refunds and requests that have ended stay at their merchants, and the account with its money at the ledger. Repeating the request changes nothing.",
    ],
  },
  textExamples: {
    // The exported merchant has one payment; its records are shortened.
    "application/x-ndjson": `{"type":"header","format":1,"merchant_id":"4c9a1f6e-2b7d-4e83-9a50-6d1f8b3c7e24","started_at":"2026-09-01T08:30:00.000Z"}
{"type":"payment_intent","data":{"id":"0199c0de-7a2b-7c3d-9e4f-5a6b7c8d9e0f","amount_minor":1250,"status":"completed"}}
{"type":"end","counts":{"payment_intent":1},"totals":[{"currency":"USD","paid":{"count":1,"amount_minor":1250,"amount_decimal":"12.50"},"refunded":{"count":0,"amount_minor":0,"amount_decimal":"0.00"},"net":{"amount_minor":1250,"amount_decimal":"12.50"}}],"next_cursor":null}
`,
  },
} satisfies PartOpenApi;
