// What wrangler.toml binds, as the operators' guide explains it beside its settings.

type TextNames = { [Name in keyof Env]-?: Env[Name] extends string | undefined ? Name : never }[keyof Env];
type Named<Prefix extends string> = Extract<keyof Env, `${Prefix}${string}`>;

export type LimitName = Exclude<Named<"LIMIT_">, TextNames>;
export type QueueName = Extract<
  keyof Env,
  "WEBHOOKS" | "WEBHOOK_RETRIES" | "LEDGER_EVENTS" | "WALLET_EVENTS" | "PUSHES" | "LEDGER_SETTLEMENTS"
>;
export type StoreName = Exclude<keyof Env, TextNames | LimitName | QueueName | "LEDGER">;

/** What is counted each minute, separately in each of Cloudflare's locations. */
export const LIMITS: Record<LimitName, string> = {
  LIMIT_TOKEN_CLIENT: "tokens of a client or user",
  LIMIT_TOKEN_FAILURES: "refused token requests of an address",
  LIMIT_WRITES: "writes of a caller: a client, counter, user or wallet",
  LIMIT_READS: "reads of a caller",
  LIMIT_PUBLIC_READS: "public reads or WebSockets opened, of an address and intent",
  LIMIT_CREATIONS: "payment intents that a merchant with all its counters creates",
  LIMIT_UNKNOWN_IDS: "unknown ids, cookies or codes of an address or caller",
  LIMIT_WEBHOOKS: "redeliveries and test webhooks of a merchant",
  LIMIT_LONG_READS: "lists of a caller that may read thousands of rows",
  LIMIT_LISTS: "lists of a caller",
  LIMIT_DOWNLOADS: "downloads of `payments.csv` and exports, of a merchant or a wallet",
  LIMIT_PUSHES: "push messages of a merchant to a wallet",
  LIMIT_DESK_CUSTOMERS: "customers that a cash desk looks up",
  LIMIT_STRANGERS: "what all together make without a token, such as the sandbox's wallets",
};

export const QUEUES: Record<QueueName, string> = {
  WEBHOOKS: "first attempts of webhooks",
  WEBHOOK_RETRIES: "their retries, which so delay no first attempt",
  LEDGER_EVENTS: "reports of the ledger, each for its intent's object",
  WALLET_EVENTS: "what wallets and the wallet platform are told",
  PUSHES: "push messages to browsers",
  LEDGER_SETTLEMENTS: "refunds of the embedded ledger, which settle when theirs is delivered",
};

export const STORES: Record<StoreName, string> = {
  DB: "accounts, and the payments of no cell; its [tables](reference/tables.md)",
  PAYMENT_INTENTS: "an object for each intent: its only writer, with its deadline and retries",
  WALLETS: "an object for each wallet that is open: its sockets",
  CELL_OBJECTS: "a database for each cell, with `CELLS`",
};
