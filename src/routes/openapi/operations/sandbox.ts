// Only a sandbox has these.

import { SimulateBody, WalletBody } from "../../../wire/requests/sandbox.ts";
import { SandboxWalletResponse, WalletEventsResponse } from "../../../wire/responses/ledger.ts";
import { PaymentIntentResponse } from "../../../wire/responses/payment-intents.ts";
import { APPROVAL, CLIENT_SECRET, PAID_INTENT, WALLET } from "../examples.ts";
import type { Operation } from "../operation.ts";

const common = { tag: "Sandbox" } as const;

export const sandboxOperations: readonly Operation[] = [
  {
    ...common,
    method: "post",
    path: "/sandbox/v1/wallets",
    operationId: "createSandboxWallet",
    summary: "Make a customer's wallet with money in it",
    access: "merchant_or_admin",
    body: { schema: WalletBody, examples: { funded: { currency: "USD", balance: 100 } } },
    responses: {
      201: {
        description: "The wallet, with credentials for the wallet API.",
        schema: SandboxWalletResponse,
        examples: {
          funded: {
            wallet_id: WALLET.wallet_id,
            scan_token: WALLET.wallet_id,
            client_id: `wallet-${WALLET.wallet_id}`,
            client_secret: CLIENT_SECRET,
          },
        },
      },
    },
    fault: { field: "balance", message: "is required" },
  },
  {
    ...common,
    method: "post",
    path: "/sandbox/v1/payment-intents/{intentID}/simulate",
    operationId: "simulate",
    summary: "Play the customer",
    description:
      "`pay` uses a funded wallet of the sandbox's own; `approve` and `reject` answer as the customer who was asked; `expire` moves the deadline to now.",
    access: "merchant",
    body: { schema: SimulateBody, examples: { pay: { action: "pay" } } },
    responses: {
      200: {
        description: "The intent as it now is.",
        schema: PaymentIntentResponse,
        examples: { paid: { payment_intent: PAID_INTENT } },
      },
    },
    refusals: [
      "insufficient_funds",
      "not_found",
      "not_open",
      "not_awaiting_approval",
      "approval_required",
      "already_paid",
      "already_cancelled",
      "payment_in_progress",
      "expired",
      "currency_mismatch",
      "account_not_found",
    ],
    fault: { field: "action", message: "must be one of pay, approve, reject, expire" },
  },
  {
    ...common,
    method: "get",
    path: "/sandbox/v1/wallet-events",
    operationId: "listWalletEvents",
    summary: "List the bus events this wallet was sent",
    description: "CloudEvents 1.0, newest first.",
    access: "customer",
    responses: {
      200: {
        description: "The events.",
        schema: WalletEventsResponse,
        examples: {
          asked: {
            events: [
              {
                specversion: "1.0",
                id: "0199c0de-ab12-7f00-8123-456789abcdef",
                source: "https://payments.example.com",
                type: "payment.approval_requested",
                subject: APPROVAL.id,
                time: APPROVAL.created_at,
                datacontenttype: "application/json",
                data: { wallet_id: WALLET.wallet_id, payment_intent: APPROVAL },
              },
            ],
          },
        },
      },
    },
  },
];
