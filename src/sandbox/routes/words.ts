import type { OperationWords } from "#core/http/describe.ts";

export const SANDBOX_WORDS: Record<string, OperationWords> = {
  createSandboxMerchant: [
    "Make a merchant of one's own",
    "Needs no token and takes nothing. The merchant has no email and no users, makes at most 60 payment intents a minute and is sent at most 60 webhooks a minute: further ones wait. It is erased when it has made no request for 30 days. A network address makes three in a day (UTC). A deployed sandbox does it only where its operator has set `SANDBOX_SIGNUP=on`.",
  ],
  createSandboxWallet: ["Create a customer's wallet with money in it"],
  simulate: [
    "Act in the customer's place",
    "`pay` uses the sandbox's own funded wallet; `approve` and `reject` act as the customer the intent waits for, whose wallet must be one that this merchant created; `expire` moves the deadline to now.",
  ],
  listWalletEvents: ["List the bus events this wallet was sent"],
  listSandboxInbox: [
    "List the webhooks that this merchant's inbox has received",
    "A merchant that sets the inbox as its webhook address needs no endpoint of its own. Each merchant sees only its own webhooks.",
  ],
  listSandboxFaults: ["List what goes wrong for this merchant"],
  setSandboxFaults: [
    "Choose what goes wrong for this merchant",
    "`wallet_empty`: payments are declined for lack of money. `ledger_slow`: the ledger executes a payment or refund, but responds too late; the service repeats the request until it knows. `refund_refused`: refunds are declined for lack of money. `endpoint_down`, `endpoint_slow` and `endpoint_gone`: the inbox responds with 500, too late, or with 410.",
  ],
  advanceSandboxClock: [
    "Let time pass for this merchant",
    "Its newest 100 open intents expire sooner, and webhooks that wait for their next attempt are sent sooner. Nothing of another merchant changes.",
  ],
};
