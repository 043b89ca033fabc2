// What becomes of merchants, customers, their wallets and sessions, and of webhooks and other messages to them.

export const ACCOUNT_EVENTS = {
  setup_link_failed: {
    error: "a merchant was registered, but the identity provider could not make or mail its user's link",
    action: "check the realm's mail server; then `POST …/merchants/{merchantID}/setup-link`",
  },
  provider_task_failed: {
    warn: "a [task at the identity provider](#tasks-at-the-identity-provider) failed; the sweep tries again",
  },
  provider_tasks_overdue: {
    error:
      "`count` tasks at the identity provider, the oldest from `oldest`, are at least an hour old and have failed again; logged by each run of the sweep in which that happens",
    action:
      "read `error` in the `provider_task_failed` before it; see [below](#tasks-at-the-identity-provider)",
  },
  orphaned_user: {
    warn: "the identity provider has dropped a new user's `merchant_id`, and could not delete the user",
    action: "correct the realm's user profile, and delete the user there",
  },
  logo_unread: {
    error: "D1 did not say which logo a merchant has; views are shown with the one before, or without",
    action: "check D1",
  },
  token_issuer_unexpected: {
    warn: "a token that the identity provider has signed names another issuer, `issuer`, than the service expects; refused with 401",
    action: "set Keycloak's `hostname` to `AUTH_URL`",
  },
  provider_keys_kept: {
    warn: "the identity provider's keys could not be read from `url`; those of `read_at` are used, for about an hour at most",
    action: "bring the provider back: without keys, requests get 503",
  },
  provider_keys_not_saved: {
    warn: "keys that were just read from the identity provider could not be stored in D1; an instance that starts while the provider is down would have no keys",
    action: "check D1",
  },
  provider_keys_not_read: {
    warn: "during an outage of the identity provider, D1 did not say within a second which keys were read last; the instance uses those that it has read itself",
    action: "check D1",
  },
  "identity_provider.request_failed": { error: "the embedded provider failed", action: "sandbox only" },
  password_forgotten: {
    info: "a user asked the embedded provider, which sends no mail, for a new password",
    action: "send the user a link, made with `POST …/merchants/{merchantID}/setup-link`",
  },
  session_not_renewed: {
    warn: "the identity provider did not renew a session's tokens, which are used while they last; or the new ones could not be stored, and the user signs in again",
  },
  session_use_not_noted: { warn: "D1 did not store that a session is in use" },
  provider_session_not_ended: {
    warn: "a user signed out here, and is still signed in at the identity provider",
  },
  refresh_token_not_revoked: {
    warn: "a user signed out here, and the identity provider did not revoke the refresh token",
  },
  wallet_account_not_opened: {
    warn: "the ledger has opened no account for a customer's new wallet; the next sign-in asks it again. `wallet_hash` stands for the wallet, whose id is a scan code",
  },
  wallet_stops_unread: {
    error:
      "D1 did not say which wallets were stopped lately; those that are known stay stopped, and the next request asks again",
    action: "check D1",
  },
  wallet_balance_unknown: {
    warn: "the ledger did not report the balance of a wallet whose payment it had declined, so the wallet has to wait",
    action: "check the ledger",
  },
  payment_not_noted: {
    warn: "D1 did not store that a payment is under way; until it ends, erasing its wallet does not wait for it",
  },
  approvals_unread: {
    error:
      "with `CELLS`: the cell in `place` did not respond; customers see the requests for approval of all other shards, and not its own",
    action: "read `error`; nothing, if it passes",
  },
  account_copy_failed: {
    error:
      "with `CELLS`: a cell did not get a change of an account; the sweep tries again, and the command that made the change got 503",
    action: "read `error`; repeat the command if it is not done",
  },
  webhook_attempt: { warn: "an attempt to deliver a webhook failed", info: "a webhook was delivered" },
  webhook_host_unresolved: {
    warn: "`DOH_URL` did not respond when a webhook address was saved; its host is looked up again before anything is sent",
  },
  webhook_place_unknown: {
    error: "with `CELLS`: the id of a webhook's event names a cell that `CELLS` does not",
    action: "give `CELLS` back the entry that it lacks; the cell then delivers it",
  },
  webhook_record_failed: {
    error: "an attempt could not be recorded; it will be repeated",
    action: "check D1",
  },
  webhook_release_failed: {
    error:
      "deliveries that waited for a changed address could not be released; the sweep does it with the next probe of its host",
    action: "check D1 and Queues",
  },
  webhook_secret_unreadable: {
    error: "no key in `MASTER_KEY` decrypts a signing secret",
    action: "put the old key back behind the new one",
  },
  webhook_message_dead: {
    error: "a delivery's message failed too often; the sweep delivers from D1",
    action: "look at the preceding `queue_message_failed`",
  },
  bus_send_failed: {
    error: "the queue of events for wallets failed; the sweep or the object sends again",
    action: "check Queues if it lasts",
  },
  bus_event_not_marked: {
    error: "after a queue failed, D1 did too; the object's alarm sends the event to the wallet",
    action: "check D1 and Queues",
  },
  wallet_not_told: { warn: "a wallet that is open could not be told of a change; the client reads instead" },
  live_socket_failed: { warn: "a WebSocket could not be told of a change; the client reads instead" },
} as const;
