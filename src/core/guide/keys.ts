// How each key is replaced, as the operators' guide explains it.

interface KeyText {
  replace: string;
  /** When the old one is out of use. */
  until: string;
}

export const KEYS: Record<string, KeyText> = {
  "`MASTER_KEY`": {
    replace: "by [its steps](#the-master-key)",
    until: "`npm run reseal` says `0 values under an old key`",
  },
  "`LEDGER_TOKEN`": {
    replace:
      "set `new,old`; replace it at the ledger; set `new`. What the ledger refuses under the first is sent again under the second, with the same idempotency key",
    until: "`ledger_token_refused` is no longer logged",
  },
  "`LEDGER_EVENTS_SECRET`": {
    replace: "set `new,old`; give the ledger the new one; set `new`",
    until: "`ledger_event_old_secret` is no longer logged",
  },
  "`WALLET_EVENTS_SECRET`": {
    replace: "set `new,old`: events are signed under both; give the platform the new one; set `new`",
    until: "the platform verifies with the new one",
  },
  "a merchant's or counter's webhook secret": {
    replace: "the merchant calls [`rotate-secret`](guides/webhooks.md#rotate-the-secret) with a grace period",
    until: "the grace period ends",
  },
  "a merchant's client secret": {
    replace: "`rotate-credentials`, by an administrator or the merchant; then the merchant needs the new one",
    until: "at once; tokens last 300 seconds",
  },
  "a counter's client secret": {
    replace: "create a new counter and deactivate the old one",
    until: "at once; its tokens can read for 300 seconds",
  },
  "a dashboard user's password": {
    replace: "the administrator's `setup-link`",
    until: "the user has set the new one",
  },
  "`ADMIN_CLIENT_SECRET`, `METRICS_TOKEN`, `PLACES_TOKEN`": {
    replace: "set the new one, and give it to whoever uses it at the same time",
    until: "after a minute",
  },
  "`AUTH_ADMIN_CLIENT_SECRET`": {
    replace: "use Keycloak's client secret rotation, which accepts both for a while",
    until: "Keycloak no longer accepts it",
  },
  "the embedded provider's signing key": {
    replace: "delete its [row](#the-embedded-providers-signing-key)",
    until: "after eleven minutes",
  },
  "Keycloak's signing key": {
    replace:
      "add a key provider with a higher priority, and switch the old one's `active` off; after ten minutes delete it",
    until: "it is deleted",
  },
  "`VAPID_PUBLIC_KEY`, `VAPID_PRIVATE_KEY`": {
    replace: "set a [new pair](#rotate-keys); customers switch notifications off and on again in the wallet",
    until: "after a minute",
  },
  "`IDEMPOTENCY_KEY_SECRET`": {
    replace:
      "never: keys would no longer find their intents, and a repeated request would make a second one. Who has it and guesses a key can read that intent's public view, and no more",
    until: "",
  },
  "`WALLET_ID_SECRET`": {
    replace: "never: customers whose wallet D1 has lost, as after a restore, would get another one",
    until: "",
  },
};
