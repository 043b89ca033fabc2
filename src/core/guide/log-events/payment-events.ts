// What becomes of payment intents, their transfers at the ledger, and the money that operators move.

export const PAYMENT_EVENTS = {
  transfer_result_unknown: {
    error:
      "the ledger did not respond, or not as its contract says; the object sends the request again under the same key",
    action: "check the ledger if it lasts; the payment stays `payment_processing` meanwhile",
  },
  transfer_rejected: {
    error:
      "the ledger refused a transfer with a client error, `status`; requested again at intervals of up to an hour",
    action: "fix the cause, such as `LEDGER_TOKEN` for a 401; see [below](#settle-an-operation-by-hand)",
  },
  transfer_key_taken: {
    warn: "another transfer already has the operation's key, as after a restore; the intent adopts it, or `ledger_operation_stuck` follows",
  },
  ledger_operation_stuck: {
    error:
      "a payment or refund has had no result from the ledger for an hour (since `since`); logged every hour. A transfer that the ledger has accepted and not yet settled does not count",
    action: "see [below](#settle-an-operation-by-hand)",
  },
  ledger_event_mismatch: {
    error:
      "a signed ledger event named an intent's transfer with another account, amount or currency; refused with 422",
    action: "compare the transaction with the intent; the ledger is wrong",
  },
  ledger_report_unexpected: {
    error:
      "the ledger reports a transfer that the intent has not made, such as a second payment, or a result that contradicts the recorded one; the intent is unchanged",
    action:
      "compare `transaction_id` with the intent; return the money in the ledger, or record the transaction, see [below](#settle-an-operation-by-hand)",
  },
  ledger_look_up_failed: {
    error: "an operator's request to end an operation found the ledger down",
    action: "send the request again",
  },
  ledger_request_failed: {
    error: "a request to the embedded ledger, or to its Worker, failed; retried",
    action: "check D1 if it lasts",
  },
  ledger_settlement_failed: {
    error: "the embedded ledger, or its Worker, could not settle a transaction; retried",
    action: "check D1 if it lasts",
  },
  ledger_settlement_not_scheduled: {
    warn: "a transaction could not be given the time at which it settles; the sweep settles it",
  },
  days_not_kept: { warn: "D1 did not store the sums of days; they are added up again" },
  ledger_token_refused: {
    warn: "the ledger refused the first of two tokens, so the request was sent with the second",
    action: "see [Rotate keys](#rotate-keys)",
  },
  ledger_event_old_secret: {
    warn: "the ledger signed an event under an old secret",
    action: "see [Rotate keys](#rotate-keys)",
  },
  create_failed: {
    error:
      "with `CELLS`: a database failed while an intent with an `Idempotency-Key` was created; the caller got 503 and can retry",
    action: "check D1",
  },
  load_failed: {
    error: "an intent could not be read from D1 within 5 seconds; a caller that needed it got 503",
    action: "check D1",
  },
  list_intent_failed: {
    error: "an overdue intent's object failed while it was listed; its row was shown as stored",
    action: "read `error`; the sweep retries it",
  },
  standing_unread: {
    error:
      "D1 did not say whether a merchant is suspended; public views show its intents as payable, and commands get 503",
    action: "check D1",
  },
  document_too_new: {
    error:
      "after a rollback or during a deploy, an object met a document of a later release; callers get 503 and can retry",
    action: "none during a deploy; after a rollback, deploy the later release again",
  },
  unknown_command: {
    error:
      "after a rollback or during a deploy, an object met a command of a later release; callers get 503 and can retry",
    action: "none during a deploy; after a rollback, deploy the later release again",
  },
  projection_failed: {
    error:
      "D1 failed, or took more than 5 seconds, when an object wrote its changes; it retries at growing intervals",
    action: "check D1; nothing is lost",
  },
  projection_lost: {
    error:
      "D1 no longer had what an object had written there, as after a restore; the object writes it again",
    action: "none, if you restored the database",
  },
  alarm_failed: {
    error: "an object's alarm failed, such as on D1; it retries at growing intervals",
    action: "check D1; nothing is lost",
  },
  alarm_lost: { warn: "an object's alarm was missing, and is set again" },
  work_unfinished: {
    error:
      "an object has retried a payment, or the writing of its changes, for about half a minute; logged once",
    action: "see the [reconciliation](#reconciliation): it lists this work until it is done",
  },
  work_report_failed: {
    error: "that could not be written to D1; the next alarm tries again",
    action: "check D1",
  },
} as const;
