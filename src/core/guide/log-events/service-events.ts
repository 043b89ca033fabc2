// What becomes of requests, databases, queues, the sweep and what proves that nothing was changed.

export const SERVICE_EVENTS = {
  request_failed: {
    error: "a request failed with 5xx",
    warn: "a request was refused with 4xx",
    action:
      "find it by the caller's `request_id`; read `code`, and for an unexpected error `error` and `stack`",
  },
  response_broken_off: {
    error:
      "a download (`payments.csv`, or a merchant's export) failed while it was sent, and the connection was broken off",
    action: "read `error`; the caller can download it again",
  },
  public_lookup_cache_failed: {
    warn: "the data centre's cache failed; an address that has sent too many unknown ids may be refused an id that it has read before",
  },
  database_check_failed: {
    error: "`GET /health`, or `GET …/admin/deployment`, got no response from D1 or found no tables",
    action: "check D1; apply the migrations",
  },
  database_filling: {
    error:
      "D1, or the cell `database`, has `percent` of the 10 GB that it can hold; once from 60 on, and for each further 10",
    action:
      "`next_step` says it: set `CELLS`, lay out larger ones, or spread a cell's largest merchant; see [Cells](#growing)",
  },
  cell_full: {
    error: "a `cell` can hold no more: its payments get 503",
    action: "as for `database_filling`, at once",
  },
  lasting_settings_unread: {
    error:
      "D1 did not say whether it accepts `CELLS` and `JURISDICTION`, and is asked again within seconds: cells are used, and without any payments get 503",
    action: "check D1",
  },
  place_queried: {
    info: "somebody with `PLACES_TOKEN` has read a database by a statement of their own",
    action: "nothing, if it was you; otherwise replace `PLACES_TOKEN`",
  },
  cell_restored: {
    warn: "somebody with `PLACES_TOKEN` has put a cell back, to `to`; `ok` says whether the platform could",
    action: "nothing, if it was you; otherwise replace `PLACES_TOKEN`",
  },
  queue_send_failed: {
    error: "a queue failed; the sweep or the object sends again",
    action: "check Queues if it lasts",
  },
  queue_message_failed: { error: "a message's handler failed; the queue retries", action: "read `error`" },
  queue_message_dead: {
    error:
      "a message of `queue` failed too often. A transaction of the ledger is not needed: the sweep and the objects ask the ledger. An event for a wallet platform is not sent again",
    action:
      "look at the preceding `queue_message_failed`; tell the platform which event, `subject`, it did not get. If `subject` is a payment intent, read that intent once: this wakes its object",
  },
  sign_up_not_noted: {
    error: "the sandbox could not note that a merchant who signed up is in use, or could not be made",
    action: "nothing: it is noted the next day, or counts towards the day's sign-ups",
  },
  sweep_failed: {
    error:
      "a part of the sweep (at `key`, where it has several), or the sweep of a `cell`, failed; retried in a minute",
    action: "read `error`",
  },
  sweep_intent_failed: {
    error: "the sweep called an intent's object, which failed; retried in a minute",
    action: "read `error`",
  },
  clean_up_failed: {
    error: "a merchant's daily clean-up failed; retried the next day",
    action: "read `error`",
  },
  audit: { info: "an entry of the [audit trail](#audit-trail)", warn: "an entry about a failed login" },
  audit_entry_failed: {
    error:
      "an entry of the [audit trail](#audit-trail) could not be stored in D1; the event itself has happened",
    action: "find it in the preceding or following `audit` line with the same `entry_id`; check D1",
  },
  audit_trail_sealed: { info: "the newest link of the [audit trail](#audit-trail)" },
  audit_trail_broken: {
    error:
      "the sweep found that an entry of the audit trail was changed (`altered`) or that entries before it are gone (`missing`); logged again each time the sweep has gone through the chain",
    action: "see [Audit trail](#audit-trail)",
  },
  ledger_books_broken: {
    error:
      "the audit of the ledger's books found a sum that is not zero, a missing number, or a row that was changed, added or deleted; logged again each time it has gone through the books",
    action:
      "stop pay-outs, keep a copy, and compare `subject` with the copy of a day before: see [Back-up and audit](GO-LIVE.md#back-up-and-audit)",
  },
  ledger_journal_sealed: { info: "the newest link of the journal of the ledger's Worker" },
  operator_alert_failed: {
    error: "`OPERATOR_ALERT_URL` did not take an alert; a later sweep sends it again under the same id",
    action: "read `error`",
  },
  operator_alerts_not_sent: {
    error: "nothing may be sent to `OPERATOR_ALERT_URL`, such as to a private address",
    action: "read `fault` and correct the address",
  },
  reconcile_intent_failed: {
    error: "an intent's object failed during a reconciliation; the page leaves the intent out",
    action: "read `error`, then reconcile again",
  },
} as const;
