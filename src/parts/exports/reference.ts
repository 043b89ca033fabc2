// What an export of a merchant has, and what its erasure leaves.
import type { ReferencePage } from "#core/part-guide.ts";
import type { ExportedRecord } from "./wire/present-merchant-export.ts";

const EXPORTED: Record<ExportedRecord["type"] | "header" | "end", string> = {
  header: "no `data`, but `format`, `merchant_id` and `started_at`",
  merchant: "the merchant with its webhook address, its profile, and its logo as base64",
  user: "its dashboard users, from the identity provider, with their roles",
  disabled_user: "its users whom an administrator has ever disabled",
  session: "open sessions of users and tills",
  webhook_endpoint: "hosts of its webhook addresses that have failed lately",
  counter: "its counters, inactive ones too",
  payment_intent:
    "its intents with their refunds and the ids of their ledger transactions; one that changes meanwhile may come twice, and the later line counts",
  event:
    "what happened to them; with the `delivery` of its webhook, every attempt and the body, as long as these are kept",
  movement:
    "[adjustments](#move-money-by-hand) of its account, with the administrator's reason; `credit` is money that it got",
  audit_entry: "its part of the audit trail, with what only administrators see",
  end: "no `data`, but the number of lines of each type, the sums of the part's payments and refunds, and `next_cursor`. A file without it is incomplete",
};

/** What is erased, and what stays for accounting. */
const ERASED: Record<string, [erased: string, stays: string]> = {
  "`merchants`": [
    "email (its address is free again), name, webhook address, schemes of its apps, the reasons of its stops",
    "id, status, times, time zone",
  ],
  "`counters`": ["name, location, webhook address, why it was revoked", "id, status, times"],
  "`payment_intents`": [
    "the merchant's name, `description`, `reference`, `metadata`, `callback_url`, `return_url`, `created_by`, `refund_reference`, `refund_reason`, who was asked to pay, digests of idempotency keys",
    "amount, currency, status, times, counter, the wallet that has paid, the ids of ledger transactions, why a refund failed",
  ],
  "`events`": [
    "`actor`, `request_id`, the webhook's body, every attempt with its address and response",
    "id, type, sequence, time, status of the delivery",
  ],
  "`audit_entries`": [
    "`details`, and of everyone but administrators `subject` and `address`",
    "action, time, client, what was acted on, digests and chain",
  ],
  "`merchant_profiles`, `merchant_logos`, `merchant_users`, `disabled_users`, `sessions`, `till_pairings`, `webhook_endpoints`, `operator_alerts`":
    ["every row", ""],
  "the identity provider": ["the merchant's client and users", "a user who belongs to another merchant, too"],
  "the sandbox's ledger, inbox and wallets": [
    "descriptions of transactions and texts of refunds, webhooks, requests to approve",
    "amounts, accounts, times",
  ],
  "an external ledger, webhooks that were delivered, the log": [
    "",
    "what they got; the log has ids, and no names",
  ],
  "names of clerks, who are the operator's staff, in `desks` and `desk_shifts`": [
    "in a shift 400 days after its end",
    "until then; and in `clerks` of the desk, until an administrator changes it",
  ],
  "backups of D1": ["after 30 days", "until then; after a restore to before it, request the erasure again"],
};

const personalData: ReferencePage = {
  title: "Personal data of a merchant",
  content: [
    "## What an export has",
    "Newline-delimited JSON with a `type` and `data` in each line, without secrets and keys; a part ends after 75,000 rows.",
    [["`type`", "`data`"], ...Object.entries(EXPORTED).map(([type, data]) => [`\`${type}\``, data])],
    "## What an erasure erases",
    "It is refused with 409 `merchant_not_closed`, `merchant_unsettled` while a payment or refund is open, and `merchant_not_quiet` for 48 hours after the last change. It begins after 20 minutes, at 5,000 rows and 5 users a minute; `merchant_erased` says that it is done. The merchant stays closed.",
    [["Of", "Erased", "Stays"], ...Object.entries(ERASED).map(([of, row]) => [of, ...row])],
  ],
};

export const referencePages = { "personal-data": personalData };
